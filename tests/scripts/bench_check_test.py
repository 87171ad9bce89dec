"""scripts/bench-check.py finds what breaks its limit, and nothing else."""
import contextlib
import importlib.util
import io
import json
import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("bench_check", ROOT / "scripts/bench-check.py")
bench_check = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(bench_check)

LIMIT = {"limit_ms": 2.0, "reference_calibration_ms": 1.0}


def results(**milliseconds):
    """Medians of what the processor took; the wall took twice that."""
    return {name.replace("__", "/"): {"cpu": t, "real": 2 * t} for name, t in milliseconds.items()}


def broken(limits, medians):
    with contextlib.redirect_stdout(io.StringIO()):
        return bench_check.compare(limits, medians)


class Compare(unittest.TestCase):
    def test_a_median_at_its_limit_passes_and_one_above_fails(self):
        self.assertEqual(broken({"a": LIMIT}, results(calibration=1.0, a=2.0)), [])
        self.assertEqual(broken({"a": LIMIT}, results(calibration=1.0, a=2.01)), ["a"])

    def test_limits_scale_with_the_calibration_of_the_same_run(self):
        self.assertEqual(broken({"a": LIMIT}, results(calibration=3.0, a=5.9)), [])
        self.assertEqual(broken({"a": LIMIT}, results(calibration=0.5, a=1.1)), ["a"])

    def test_wall_time_is_compared_with_wall_time(self):
        medians = results(calibration=1.0, a__real_time=1.5)
        self.assertEqual(broken({"a/real_time": LIMIT}, medians), [])
        medians["a/real_time"]["real"] = 4.1
        self.assertEqual(broken({"a/real_time": LIMIT}, medians), ["a/real_time"])

    def test_a_benchmark_that_did_not_run_fails(self):
        self.assertEqual(broken({"gone": LIMIT}, results(calibration=1.0)), ["gone"])
        self.assertEqual(broken({}, results(a=1.0)), ["calibration"])


class Files(unittest.TestCase):
    def test_medians_are_read_in_milliseconds(self):
        entry = {"run_name": "a", "aggregate_name": "median", "time_unit": "us",
                 "real_time": 1500.0, "cpu_time": 500.0}
        mean = dict(entry, aggregate_name="mean", cpu_time=1.0)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "results.json"
            path.write_text(json.dumps({"benchmarks": [entry, mean]}), encoding="utf-8")
            self.assertEqual(bench_check.read_medians(path), {"a": {"real": 1.5, "cpu": 0.5}})

    def test_our_limits_are_well_formed(self):
        limits = bench_check.read_limits(ROOT / "tests/bench/limits.json")
        for name, limit in limits.items():
            with self.subTest(name):
                self.assertEqual(set(limit), {"limit_ms", "reference_calibration_ms", "machine"})
                self.assertGreater(min(limit["limit_ms"], limit["reference_calibration_ms"]), 0)
                self.assertTrue(limit["machine"])

    def test_the_filter_matches_whole_names_only(self):
        pattern = re.compile(bench_check.benchmark_filter({"chain/10": LIMIT}))
        self.assertTrue(pattern.match("chain/10"))
        self.assertTrue(pattern.match("calibration"))
        self.assertFalse(pattern.match("chain/100"))


if __name__ == "__main__":
    unittest.main()
