"""Shoal in pools and threads, at forks, on Ctrl+C and at the interpreter's end. Each case runs in an interpreter of its
own, with a time limit."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

WORK = Path(__file__).with_name("pool_work.py")
SECONDS = 60  # a hang takes longer, on a busy machine too


def run(code, *arguments, status=0):
    """Run Python code; return its lines of standard output."""
    # Unbuffered: a forked child would print the lines again that its parent has not written yet.
    command = [sys.executable, "-u", "-c", textwrap.dedent(code), *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, cwd=WORK.parent)
    assert ran.returncode == status, ran.stderr
    assert "terminate" not in ran.stderr and "Fatal" not in ran.stderr, ran.stderr
    return ran.stdout.splitlines()


def pool(method, first, what):
    ran = subprocess.run([sys.executable, WORK, method, first, what], capture_output=True, text=True, timeout=SECONDS)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def interrupted(arguments, workers, status=0):
    """Run a program, send Ctrl+C to each process that says it has begun; return the rest of output and errors."""
    process = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=WORK.parent
    )
    for pid in [int(process.stdout.readline().removeprefix("begun ")) for _ in range(workers)]:
        os.kill(pid, signal.SIGINT)
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == status, err
    return out, err


# ---- Pools

METHODS = ["fork", "forkserver", "spawn"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("first", ["before", "after"])
@pytest.mark.parametrize("what", ["simulate", "sweep", "picture"])
def test_a_pool_answers_as_its_parent_does_or_says_why_not(method, first, what):
    """`first`: the processes start before their parent uses Shoal, or after."""
    there, here = pool(method, first, what)
    if (method, first, what) == ("fork", "after", "picture"):
        assert there.count("was forked from one that had drawn") == 2 and "spawn" in there
    else:
        assert there == here


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("first", ["before", "after"])
def test_an_error_in_a_pool_reaches_its_parent(method, first):
    said = pool(method, first, "mistake")
    assert said[0].startswith("Error reff: ") and 'did you mean "reef"' in said[0]
    assert pool(method, first, "deviation") == ["DeviationError step 3"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("first", ["before", "after"])
def test_ctrl_c_ends_the_work_of_a_pool(method, first):
    out, err = interrupted([WORK, method, first, "interrupt"], 2)
    assert out == "interrupted\ninterrupted\n['raised', 'raised']\n", err


@pytest.mark.parametrize("what", ["simulate", "sweep", "picture"])
def test_ctrl_c_ends_a_process(what):
    out, err = interrupted(["-c", f"import pool_work; pool_work.end({what!r})"], 1, -signal.SIGINT)
    assert out == "interrupted\n" and "terminate" not in err


@pytest.mark.parametrize("method", METHODS)
def test_a_sweep_goes_to_a_pool_and_a_simulation_says_what_to_send(method, tmp_path):
    (tmp_path / "mine.toml").write_text('preset = "reef"\nsteps = 4\nevery = 2\n[set]\ncount = 50\n[vary]\nseed = [7, 8]\n')
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent("""
        import multiprocessing, os, sys
        import shoal
        if __name__ == "__main__":
            os.chdir(sys.argv[2])
            for sweep in (shoal.Sweep("mine.toml"), shoal.Sweep.from_text(open("mine.toml").read())):
                os.chdir("/")
                with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
                    rows = pool.map(sweep.run, range(2))
                    assert [row["hash"] for row in rows] == [row["hash"] for row in sweep.rows()]
                    try:
                        pool.apply(repr, (shoal.Simulation("reef", boids=5),))
                    except TypeError as error:
                        assert "preset_text()" in str(error)
                    here = shoal.Simulation("reef", boids=50).measures()
                    assert repr(pool.apply(dict, (here,))) == repr(dict(here))
                os.chdir(sys.argv[2])
            print("fine")
    """))
    ran = subprocess.run([sys.executable, program, method, tmp_path], capture_output=True, text=True, timeout=SECONDS)
    assert (ran.returncode, ran.stdout) == (0, "fine\n"), ran.stderr


# ---- Forks

CHILD = """
    import os, signal, threading, time
    import shoal
    from pool_work import start, when_inside

    def child(work):
        '''Run `work` in a forked process; return its status, or "hangs".'''
        pid = os.fork()
        if pid == 0:
            try:
                work()
            except shoal.Error as error:
                print(error, flush=True)
            os._exit(0)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                return status
            time.sleep(0.005)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return "hangs"
"""


def test_a_fork_amid_other_threads_work_computes_the_same():
    code = CHILD + """
    def simulate():
        sim = shoal.Simulation("reef", seed=7, boids=2000, threads=4)
        sim.step(2)
        return sim.hash

    def work():
        while True:
            simulate()

    expected = simulate()
    for _ in range(2):
        threading.Thread(target=work, daemon=True).start()
    def same():
        assert simulate() == expected
        assert shoal.Simulation("reef", threads=4).threads == 1
    print({child(same) for _ in range(150)})
    """
    assert run(code) == ["{0}"]


def test_a_simulation_refuses_a_second_thread_until_the_first_has_left():
    code = CHILD + """
    sim = shoal.Simulation("reef", seed=7, boids=500, threads=2)
    measures = sim.measures()
    start(sim.step, 10**12)
    for use in (sim.step, sim.copy, sim.measures, lambda: sim.hash, lambda: sim.positions, lambda: sim["count"],
                lambda: shoal.render(sim, (64, 36))):
        try:
            use()
        except shoal.Error as error:
            print("another thread is using this object" in str(error))
    print(measures.polarisation > 0)
    """
    assert run(code) == ["True"] * 8


def test_threads_that_share_a_simulation_do_no_harm():
    """Each call works or is refused, and what works has the bits of one thread."""
    code = CHILD + """
    sim, alone = (shoal.Simulation("reef", seed=7, boids=200, threads=1) for _ in range(2))
    def work():
        for _ in range(3000):
            try:
                sim.step()
                sim.positions
                sim["alignment.weight"] = 2
            except shoal.Error:
                pass
    alone["alignment.weight"] = sim["alignment.weight"] = 2
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone.step(sim.step_count)
    print(sim.step_count > 0 and sim.hash == alone.hash)
    """
    assert run(code) == ["True"]


def test_a_simulation_that_was_in_use_at_a_fork_says_so():
    code = CHILD + """
    sim, idle = (shoal.Simulation("reef", seed=7, boids=500, threads=2) for _ in range(2))
    idle.step()
    expected = idle.copy()
    expected.step()
    start(sim.step, 10**12)
    print(child(lambda: sim.step()))
    print(child(lambda: shoal.render(sim, (64, 36))))
    def go_on():
        idle.step()
        assert idle.hash == expected.hash
    print(child(go_on))
    """
    said = run(code)
    assert [line for line in said if "when this process was forked" not in line] == ["0", "0", "0"]
    assert len(said) == 5


def test_a_fork_in_a_signals_handler_goes_on_with_the_interrupted_simulation():
    code = CHILD + """
    sim = shoal.Simulation("reef", seed=7, boids=500, threads=2)
    class Forked(Exception):
        pass
    def fork(*_):
        pid = os.fork()
        sim.step()
        raise Forked(pid)
    signal.signal(signal.SIGUSR1, fork)
    when_inside(lambda: os.kill(os.getpid(), signal.SIGUSR1))
    try:
        sim.step(10**12)
    except Forked as forked:
        pid = forked.args[0]
    if pid == 0:
        sim.step()
        other = threading.Thread(target=sim.step, daemon=True)
        other.start()
        other.join(20)
        os._exit(other.is_alive())
    sim.step()
    print(os.waitpid(pid, 0)[1])
    """
    assert run(code) == ["0"]


def test_a_forked_process_ends_as_usual():
    code = """
    import os, sys
    import shoal
    from pool_work import start
    sim = shoal.Simulation("reef", boids=500, threads=2)
    shoal.render(sim, (64, 36))
    start(shoal.Simulation("reef").step, 10**12)
    if os.fork() == 0:
        sim.step()
        sys.exit(7)
    print(os.waitstatus_to_exitcode(os.wait()[1]))
    """
    assert run(code) == ["7"]


# ---- The interpreter's end

FOREVER = {
    "step": "sim.step(10**12)",
    "steps": "\n    while True: sim.step(1)",
    "open": "\n    while True: shoal.Simulation('reef', boids=3000, threads=2)",
    "measures": "\n    while True: dict(sim.measures())",
    "arrays": "\n    while True: sim.step(1); sim.positions",
    # Without an end, and waited for below: a thread that starts at the interpreter's end crashes Python 3.11, without
    # Shoal, too.
    "sweep": "list(shoal.Sweep.from_text(SWEEP.replace('20', '900000000')).rows(threads=1))",
    "run": "shoal.Sweep.from_text(SWEEP.replace('20', '900000000')).run(0)",
    "picture": "\n    while True: shoal.render(sim, (64, 36))",
}


@pytest.mark.parametrize(("work", "ending"), [*((each, "pass") for each in FOREVER), ("step", "sys.exit(0)")])
def test_background_threads_let_the_interpreter_end(work, ending, tmp_path):
    file = tmp_path / "results.txt"
    threads = 1 + 3 * (2 if work == "sweep" else 1)
    code = f"""
import atexit, sys, threading, time
import shoal
from pool_work import SWEEP, start
def forever(sim):
    {FOREVER[work]}
for _ in range(3):
    start(forever, shoal.Simulation("reef", boids=2000, threads=2))
while sum(thread.ident is not None for thread in threading.enumerate()) < {threads}:
    time.sleep(0.001)
results = open(sys.argv[1], "w")
results.write("kept")
atexit.register(results.close)
print("kept")
{ending}
"""
    assert run(code, file) == ["kept"]
    assert file.read_text() == "kept"


def test_rows_that_are_never_read_let_the_interpreter_end():
    code = """
    import shoal
    # The first run takes less than a second, each of the others minutes.
    text = 'preset = "reef"\\nsteps = 9000\\nevery = 9000\\n[vary]\\ncount = [1, 20000, 20001, 20002]\\n'
    rows = shoal.Sweep.from_text(text).rows(threads=2)
    print(next(rows)["boids"])
    """
    assert run(code) == ["1"]


def test_shoal_works_while_the_interpreter_ends():
    code = """
    import atexit, threading
    def late():
        other = threading.Thread(target=lambda: print(shoal.Simulation("reef", boids=10).count))
        other.start()
        other.join()
        print(shoal.Simulation("reef", boids=20).count)
    atexit.register(late)
    import shoal
    from pool_work import start
    busy, idle = (shoal.Simulation("reef", boids=200) for _ in range(2))
    start(busy.step, 10**12)
    class AtTheVeryEnd:
        def __del__(self):
            idle.step(2)
            print(idle.count)
    kept = AtTheVeryEnd()
    """
    assert run(code) == ["10", "20", "200"]
