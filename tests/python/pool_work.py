"""What test_processes.py runs in the processes of a pool, each of which imports it."""

import multiprocessing
import os
import signal
import sys
import threading
import time

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


def end(what):
    """Use Shoal without end, so that only Ctrl+C stops it. Prints a line when it begins, and when it was stopped."""
    sim = shoal.Simulation("reef", seed=7, boids=500, threads=2)
    print("begun", flush=True)
    try:
        if what == "simulate":
            sim.step(10**12)
        elif what == "sweep":
            text = SWEEP.replace("steps = 20", "steps = 900000000").replace("every = 10", "every = 900000000")
            list(shoal.Sweep.from_text(text).rows(threads=2))
        elif what == "picture":
            while True:
                shoal.render(sim, (64, 36))
        elif what == "wait":
            # Another thread holds the simulation.
            threading.Thread(target=sim.step, args=(10**12,), daemon=True).start()
            time.sleep(0.3)
            sim.hash
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
            answers = pool.map_async(stopped, ["simulate", "sweep"], chunksize=1)
            time.sleep(3)
            for child in multiprocessing.active_children():
                os.kill(child.pid, signal.SIGINT)
            print(answers.get(20))
        else:
            try:
                print(pool.map_async(run, [what] * 2).get(60))
            except shoal.Error as error:
                print(type(error).__name__, error)
                sys.exit()
    if what in ("simulate", "sweep", "picture"):
        print([run(what)] * 2)
