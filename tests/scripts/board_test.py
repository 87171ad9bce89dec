"""scripts/board.py tells red from green, what became worse, and reads figures off runs."""
import contextlib
import datetime
import io
import json
import math
import os
import pathlib
import re
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import board  # noqa: E402
import board_measures  # noqa: E402
import board_scenes  # noqa: E402

MOST = {"name": "a", "group": "g", "gate": {"at_most": 10}, "source": "here"}
LEAST = {**MOST, "gate": {"at_least": 10}}
EXACT = {**MOST, "gate": {"equals": 0}}
MIDDLE = {**MOST, "gate": {"within": [1, 0.1]}}
COUNT = {**MOST, "gate": {"at_most": 0}, "may_only": "fall"}


def report(gap=None):
    return {"simulated_time": 2, "energy": {"drift": -3},
            "constraints": [{"residual_max_after_closed": gap}]}


class Verdicts(unittest.TestCase):
    def test_bounds(self):
        for gate, value, state in [(MOST, 11, "red"), (MOST, 9.5, "near"), (MOST, 8, "green"),
                                   (LEAST, 9, "red"), (LEAST, 10.5, "near"), (LEAST, 20, "green"),
                                   (EXACT, 0, "green"), (EXACT, 4, "red"), (MIDDLE, 1.2, "red"),
                                   (MIDDLE, 0.905, "near"), (MIDDLE, 1, "green"),
                                   (COUNT, 0, "green"), (COUNT, 1, "red")]:
            self.assertEqual(board.verdict(gate, value), state, (gate["gate"], value))

    def test_what_could_not_be_measured_is_red(self):
        for value in ("exit 4", math.nan, "not measured yet"):
            self.assertEqual(board.verdict(MOST, value), "red")

    def test_worse_is_what_was_held_or_a_count_that_rises(self):
        self.assertTrue(board.is_worse(MOST, {"value": 9}, 11))
        self.assertFalse(board.is_worse(MOST, {"value": 11}, 12))
        self.assertFalse(board.is_worse(MOST, None, 12))
        self.assertTrue(board.is_worse(COUNT, {"value": 3}, 4))
        self.assertFalse(board.is_worse(COUNT, {"value": 3}, 3))
        self.assertTrue(board.is_worse(COUNT, {"value": 3}, "not measured"))

    def test_the_page_has_a_line_per_gate(self):
        text = board.page([MOST, COUNT], {"a": {"value": 3, "machine": "m", "date": "d"}})
        self.assertEqual(text.count("| a |"), 2)
        self.assertIn("| green | a | 3 | ≤ 10 | m | d | here |", text)


class Measured:
    """In place of board_measures.Measures: whatever is measured comes to one value, on one day."""
    worse = []

    def __init__(self, value):
        self.measured = value

    def value(self, _gate):
        return self.measured

    def machine(self):
        return "m"

    def date(self, _gate):
        return "today"

    def details(self, _gate):
        return ["one of them"]


class Measuring(unittest.TestCase):
    def measure(self, results, value, accept=False):
        """What is worse, and what is printed."""
        with mock.patch.object(board_measures, "Measures", lambda *_: Measured(value)), \
                contextlib.redirect_stdout(io.StringIO()) as out:
            return board.measure_all([MOST], results, accept), out.getvalue()

    def test_what_became_worse_is_shown_and_held_against_what_was(self):
        results = {"a": {"value": 3, "machine": "m", "date": "then"}}
        for again in range(2):
            worse, printed = self.measure(results, 11)
            self.assertEqual(worse, ["a: 11, was 3"], again)
            self.assertTrue(printed.startswith("red "), printed)
            self.assertTrue(printed.endswith("\n      one of them\n"), printed)
            self.assertIn("| **red** | a | 11 | ≤ 10 | m | today | here |",
                          board.page([MOST], results))
            self.assertEqual((results["a"]["value"], results["a"]["date"]), (3, "then"))

    def test_what_is_good_again_or_accepted_is_what_is_held(self):
        for value, accept in [(4, False), (12, True)]:
            results = {"a": {"value": 3, "machine": "m", "date": "then"}}
            self.measure(results, 11)
            self.assertEqual(self.measure(results, value, accept)[0], [])
            self.assertEqual(results["a"], {"value": value, "machine": "m", "date": "today"})


class Gates(unittest.TestCase):
    def test_ours_are_well_formed(self):
        gates = board.read_gates()
        names = [gate["name"] for gate in gates]
        self.assertEqual(len(names), len(set(names)))
        for gate in gates:
            self.assertEqual(len(gate["gate"]), 1)
            self.assertTrue(gate["source"])
            ways = {"benchmark", "scene", "command", "matrix", "suite", "recorded"} & set(gate)
            self.assertEqual(len(ways), 1, gate["name"])
            if "scene" in gate:
                self.assertTrue((ROOT / gate["scene"]).exists(), gate["scene"])

    def test_gates_are_chosen_by_a_part_of_their_name_or_by_group(self):
        gates = [{**MOST, "name": "one bridge", "group": "cases"},
                 {**MOST, "name": "two", "group": "suite"}]
        self.assertEqual([g["name"] for g in board.chosen(gates, ["bridge"])], ["one bridge"])
        self.assertEqual([g["name"] for g in board.chosen(gates, ["suite"])], ["two"])
        self.assertEqual(len(board.chosen(gates, [])), 2)


class Scenes(unittest.TestCase):
    # time, then x y z vx vy vz of a probe
    ROWS = [[0, 0, 2, 0, 0, 0, 0], [1, 3, 0, 4, 0, 0, 0], [2, 0, 1.5, 0, 0, 0, 0],
            [3, 0, 0, 0, 0, 0, 0]]

    def test_measures(self):
        run = board_scenes.SceneRun(0, report(1e-3), self.ROWS, 6)
        for measure, value in [(["exit"], 0), (["processor"], 6), (["work"], 3), (["gap"], 1e-3),
                               (["report", "/energy/drift"], -3), (["size", "/energy/drift"], 3),
                               (["probe", 0, "y", "moved"], -2), (["nearest", "from_axis"], 0),
                               (["probe", 0, "y", "moved_late"], 1.5),
                               (["probe", 0, "from_axis", "max"], 5), (["bounce", 0], 0.75),
                               (["outside", 0, [0, 2, 0], [1, 1, 1]], 1)]:
            self.assertEqual(run.value(measure), value, measure)

    def test_what_ended_early_has_no_value_but_its_exit(self):
        run = board_scenes.SceneRun(4, report(), self.ROWS, 6)
        self.assertEqual(run.value(["exit"]), 4)
        self.assertEqual(run.value(["gap"]), "exit 4")
        self.assertEqual(run.value(["processor"]), 6)

    def test_a_swing_that_halves_in_each_period(self):
        swing = [math.cos(math.pi * t / 8) * 0.5 ** (t / 16) for t in range(65)]
        self.assertAlmostEqual(board_scenes.loss_per_period(swing), 0.5, places=1)

    def test_free_settings_are_left_to_the_newest_version(self):
        scene = {"sinew": 2, "settings": {"step": 1, "fps": 30}}
        self.assertEqual(board_scenes.prepared(json.loads(json.dumps(scene)), ["step"], 3),
                         {"sinew": 3, "settings": {"fps": 30}})
        self.assertEqual(board_scenes.prepared(dict(scene), [], 3)["sinew"], 2)


class Suite(unittest.TestCase):
    def test_a_build_takes_what_the_newest_of_each_output_took(self):
        log = ("# ninja log v5\n0\t4000\t1\ta.o\tx\n0\t1000\t1\tb.o\ty\n0\t2000\t2\ta.o\tx\n"
               "0\t2000\t2\talso_of_a\tx\n0\t9000\t1\tgone.o\tz\n")
        self.assertEqual(board_measures.built_seconds(log, lambda output: output != "gone.o"), 3)

    def test_times_are_those_of_tests_that_ran(self):
        text = ('<testsuites><testsuite><testcase name="a" status="run" time="2.5" classname="S"/>'
                '<testcase name="b" status="notrun" time="0" classname="S"/></testsuite></testsuites>')
        self.assertEqual(board_measures.test_seconds([text]), {"S.a": 2.5})

    def test_what_takes_long_is_named_unless_it_says_why(self):
        times = {"S.quick": 1.9, "S.slow": 2.1, "S.Soak": 90, "All/P.slow/a": 3, "All/P.slow/b": 4}
        for patterns, named in [([], ["All/P.slow/a: 3.0 s", "All/P.slow/b: 4.0 s", "S.slow: 2.1 s"]),
                                (["All/P.*", "S.*"], []),
                                (["All/*/b", "S.slow"], ["All/P.slow/a: 3.0 s"]),
                                (["*.slow*", "S.gone"], ["S.gone: names no test"])]:
            self.assertEqual(board_measures.unexplained(times, patterns), named, patterns)

    def test_our_reasons_are_short_and_of_suites_that_there_are(self):
        sources = (ROOT / "tests").rglob("*.cpp")
        suites = {suite for path in sources for suite in
                  re.findall(r"\bTEST(?:_F|_P)?\((\w+),", path.read_text(encoding="utf-8"))}
        reasons = board_measures.read_reasons(ROOT / "tests/slow.json")
        self.assertTrue(reasons)
        for pattern, why in reasons.items():
            self.assertTrue(0 < len(why) <= 100, pattern)
            self.assertIn(pattern.split(".")[0].split("/")[-1], suites)


class Dates(unittest.TestCase):
    """What is read off files is as old as they are."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.measures = board_measures.Measures(pathlib.Path(folder.name))
        case = ('<testcase name="{}" status="run" time="90" classname="S">'
                '<properties>{}</properties></testcase>')
        self.write("test-times/one.xml", case.format("a", ""), 2)
        self.write("test-times/two.xml",
                   case.format("b", '<property name="gap" value="0.5"/>'), 5)
        self.write(".ninja_log", "# ninja log v5\n0\t60000\t1\ta.o\tx\n", 3)
        self.write("a.o", "", 9)

    def write(self, name, text, day):
        path = self.measures.build / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        time = datetime.datetime(2001, 1, day, 12).timestamp()
        os.utime(path, (time, time))

    def test_each_gate_has_that_of_the_oldest_file_it_is_read_off(self):
        for way, value, date in [({"suite": "building_minutes"}, 0.5, "2001-01-03"),
                                 ({"suite": "running_minutes"}, 1.5, "2001-01-02"),
                                 ({"suite": "suite_minutes"}, 2, "2001-01-02"),
                                 ({"suite": "slow_tests"}, 2, "2001-01-02"),
                                 ({"recorded": ["S.b", "gap"]}, 0.5, "2001-01-05")]:
            self.assertEqual(self.measures.value({**MOST, **way}), value, way)
            self.assertEqual(self.measures.date({**MOST, **way}), date, way)

    def test_slow_tests_are_named_but_for_those_that_say_why(self):
        gate = {**MOST, "suite": "slow_tests"}
        self.assertEqual(self.measures.details(gate), ["S.a: 90.0 s", "S.b: 90.0 s"])
        reasons = self.measures.root / "tests/slow.json"
        reasons.parent.mkdir()
        reasons.write_text('{"_": "a note", "S.a": "plays a minute"}', encoding="utf-8")
        self.assertEqual(self.measures.details(gate), ["S.b: 90.0 s"])
        self.assertEqual(self.measures.value(gate), 1)
        self.assertEqual(self.measures.details(MOST), [])

    def test_what_is_measured_now_or_not_there_is_of_today(self):
        for way in ({"scene": "a.json"}, {"recorded": ["S.c", "gap"]}):
            self.assertEqual(self.measures.date({**MOST, **way}),
                             datetime.date.today().isoformat())


class Matrix(unittest.TestCase):
    TAKE = {"name": "SoakStands/a_on_b", "faults": "slow ends", "what": "w", "trials": "7",
            "simulated_s": "2", "processor_s": "3", "gained": "0", "widest_gap": "0"}

    def test_takes_are_read_and_counted(self):
        text = json.dumps({"testsuites": [{"testsuite": [self.TAKE, {"name": "other"}]}]})
        takes = board_measures.matrix_takes([text])
        self.assertEqual(takes["a_on_b"]["faults"], ["slow", "ends"])
        self.assertEqual(board_measures.count_of_matrix(takes, "ends"), 1)
        self.assertEqual(board_measures.count_of_matrix(takes, "makes_energy"), 0)
        self.assertEqual(board_measures.count_of_matrix(takes, "slower_than_real_time"), 1)

    def test_a_new_fault_is_worse_and_one_less_is_not(self):
        before = {"a": {"faults": ["slow"]}, "b": {"faults": ["ends"]}, "c": {"faults": []}}
        now = {"a": {"faults": ["ends"]}, "b": {"faults": []}}
        self.assertEqual(board_measures.worse_standings(before, now),
                         ["a: ends", "c: did not come to its end"])


if __name__ == "__main__":
    unittest.main()
