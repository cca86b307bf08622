import os
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "assets/examples"
sys.path.insert(0, str(EXAMPLES))


def program() -> str:
    """The program shoal of the same build."""
    return os.environ["SHOAL_PROGRAM"]
