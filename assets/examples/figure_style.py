"""What the examples share: their arguments, and the look of their figures."""

import argparse
import sys

try:
    import matplotlib
    from matplotlib.figure import Figure
except ModuleNotFoundError:
    sys.exit("the figures need Matplotlib: apt-get install python3-matplotlib")

# Okabe and Ito's colours, which colour-blind readers can tell apart: doi:10.1038/nmeth.1618.
BLACK, GREY, ORANGE, GREEN, BLUE, VERMILION = "#222222", "#8a8a8a", "#e69f00", "#009e73", "#0072b2", "#d55e00"

matplotlib.rcParams.update(
    {
        "font.size": 11,
        "axes.titlesize": 11,
        "axes.titlelocation": "left",
        "axes.linewidth": 0.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.labelsize": 10,
        "ytick.labelsize": 10,
        "legend.fontsize": 10,
        "legend.frameon": False,
        "lines.linewidth": 1.6,
        "lines.markersize": 4.5,
        "savefig.dpi": 100,
    }
)


def arguments(doc, output):
    """Return the parser of an example's arguments. `doc` is the docstring of its module."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=output, metavar="FILE", help="figure to write: .png or .svg")
    parser.add_argument("--quick", action="store_true", help="few and short runs, in seconds")
    return parser


def new_figure(width, height):
    """Return an empty figure; sizes in inches of 100 pixels. It needs no display."""
    return Figure(figsize=(width, height), layout="constrained")


def mean_and_error(values, axis=0):
    """Return the mean over an axis (the seeds) and its standard error."""
    count = values.shape[axis]
    return values.mean(axis), values.std(axis, ddof=1) / count**0.5
