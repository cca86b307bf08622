"""What test_processes.py runs in the processes of a pool, each of which imports it."""

import multiprocessing
import os
import sys
import threading
import time
from pathlib import Path

import shoal

SWEEP = 'preset = "reef"\nsteps = 20\nevery = 10\n[set]\ncount = 100\n[vary]\nseed = [7, 8]\n'


def simulate():
    sim = shoal.Simulation("reef", seed=7, boids=2000, threads=2)
    sim.step(5)
    return sim.hash, sim.measures().polarisation


def sweep():
    return [row["hash"] for row in shoal.Sweep.from_text(SWEEP).rows(threads=2)]


def picture():
    return int(shoal.render(shoal.Simulation("reef", seed=7, boids=100), (64, 36)).sum())


def mistake():
    shoal.Simulation("reff")


def deviation():
    raise shoal.DeviationError("step 3")


WORK = {each.__name__: each for each in (simulate, sweep, picture, mistake, deviation)}


def run(name):
    try:
        return WORK[name]()
    except shoal.GraphicsError as error:
        return str(error)


def is_inside(thread):
    frame = sys._current_frames().get(thread.ident)
    while frame and Path(frame.f_code.co_filename).parent != Path(shoal.__file__).parent:
        frame = frame.f_back
    return frame is not None


def do_when_inside(thread, do):
    while not is_inside(thread):
        time.sleep(0.001)
    sys.setswitchinterval(0.005)
    do()


def when_inside(do):
    """Call `do` in another thread as soon as this one is inside Shoal."""
    sys.setswitchinterval(1000)  # a thread in a call of the package lets others run only once it computes
    threading.Thread(target=do_when_inside, args=(threading.current_thread(), do), daemon=True).start()


def start(work, *arguments):
    """Start a daemon thread, and return as soon as it is inside Shoal."""
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    do_when_inside(thread, lambda: None)


def end(what):
    """Use Shoal without end, so that only Ctrl+C stops it. Prints a line once inside, and when it was stopped."""
    sim = shoal.Simulation("reef", seed=7, boids=500, threads=2)
    text = SWEEP.replace("steps = 20", "steps = 900000000").replace("every = 10", "every = 900000000")
    sweep = shoal.Sweep.from_text(text)
    try:
        when_inside(lambda: os.write(1, f"begun {os.getpid()}\n".encode()))
        if what == "simulate":
            sim.step(10**12)
        elif what == "sweep":
            list(sweep.rows(threads=2))
        while what == "picture":
            shoal.render(sim, (64, 36))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        raise


def stopped(what):
    """The same in a pool, which does not tell its parent of a KeyboardInterrupt."""
    try:
        end(what)
    except KeyboardInterrupt:
        return "raised"


if __name__ == "__main__":
    # A pool of one start method: prints what its processes answered, and what this one does.
    method, before, what = sys.argv[1:]
    if before == "after":
        for each in ("simulate", "sweep", "picture"):
            run(each)
    context = multiprocessing.get_context(method)
    with context.Pool(2) as pool:
        if what == "interrupt":
            print(pool.map_async(stopped, ["simulate", "sweep"], chunksize=1).get(60))
        else:
            try:
                print(pool.map_async(run, [what] * 2).get(60))
            except shoal.Error as error:
                print(type(error).__name__, error)
                sys.exit()
    if what in ("simulate", "sweep", "picture"):
        print([run(what)] * 2)
