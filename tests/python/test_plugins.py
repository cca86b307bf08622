"""Rules from shared libraries. Each test needs an interpreter of its own, because a plugin stays loaded."""

import subprocess
import sys
import textwrap


def run(code: str, *arguments: object) -> str:
    command = [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_a_plugins_rule_steers_a_flock_to_the_bits_of_the_same_rule_built_in(plugins):
    code = """
        import sys, shoal
        shoal.load_plugin(sys.argv[1])
        shoal.load_plugin(sys.argv[1])
        built_in, again = shoal.Simulation("vicsek"), shoal.Simulation("vicsek")
        again["vicsek.enabled"] = False
        again["vicsek_again.enabled"] = True
        again["vicsek_again.speed"] = built_in["vicsek.speed"]
        again["vicsek_again.noise"] = built_in["vicsek.noise"]
        for each in (built_in, again):
            each.step(40)
        assert built_in.hash == again.hash
        again["vicsek_again.noise"] = 200
        again.step()
        built_in.step()
        assert built_in.hash != again.hash
        print("same")
    """
    assert run(code, plugins / "vicsek_again.so") == "same"


def test_a_rule_that_returns_nan_warns_once(plugins):
    code = """
        import sys, warnings, shoal
        shoal.load_plugin(sys.argv[1])
        sim = shoal.Simulation("reef", boids=30)
        sim["nan_rule.enabled"] = True
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("default")
            for _ in range(3):
                sim.step(2)
        print(*[(each.category.__name__, "nan_rule" in str(each.message)) for each in caught])
    """
    assert run(code, plugins / "nan_rule.so") == "('RuntimeWarning', True)"


def test_a_sweep_with_a_rule_that_returns_nan_warns_of_each_run(plugins):
    code = """
        import sys, warnings, shoal
        shoal.load_plugin(sys.argv[1])
        sweep = shoal.Sweep.from_text(
            'preset = "reef"\\nsteps = 4\\n[set]\\ncount = 30\\nnan_rule.enabled = true\\n[vary]\\nseed = [7, 8]\\n'
        )
        for read in (lambda: sweep.run(1), lambda: sweep.line(1), lambda: list(sweep.rows(threads=2))):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("default")
                read()
            print(*[(each.category.__name__, str(each.message)[:6], each.filename) for each in caught])
    """
    of_run = [f"('RuntimeWarning', 'run {index}:', '<string>')" for index in range(2)]
    assert run(code, plugins / "nan_rule.so").splitlines() == [of_run[1], of_run[1], " ".join(of_run)]


def test_a_simulation_opened_before_the_plugin_goes_on_without_it(plugins):
    code = """
        import sys, shoal
        before = shoal.Simulation("reef", boids=100)
        shoal.load_plugin(sys.argv[1])
        before.step(5)
        assert "nudge.lift" not in before
        after = before.copy()
        after.step(5)
        assert "nudge.lift" in shoal.Simulation("reef", boids=100)
        print("fine")
    """
    assert run(code, plugins / "nudge.so") == "fine"


def test_a_wrong_plugin_says_what_is_wrong(plugins):
    code = """
        import sys, shoal
        for file in sys.argv[1:]:
            try:
                shoal.load_plugin(file)
            except shoal.Error as error:
                print(error)
    """
    said = run(
        code,
        *(plugins / f"{each}.so" for each in ("missing_symbol", "no_rule", "other_version", "taken_key")),
        "/nonexistent.so",
    ).splitlines()
    assert len(said) == 5
    assert "which Shoal lacks" in said[0]
    assert "registers no new rule" in said[1]
    assert "built for Shoal 0.1.7" in said[2]
    assert "cohesion" in said[3]
    assert "there is no such file" in said[4]
