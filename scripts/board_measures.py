"""How scripts/board.py measures a gate: by a benchmark, a scene, the matrix, or the suite's record."""
import datetime
import fnmatch
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree

import board_scenes

SHARDS = 16  # of the matrix: a crash loses one of them
SLOW_TEST = 2  # [s] what takes longer in everyday runs has to say why, in tests/slow.json
SCREEN = ["xvfb-run", "-a", "-s", "-screen 0 1920x1080x24 -nolisten tcp"]


def bench_check():
    path = pathlib.Path(__file__).with_name("bench-check.py")
    spec = importlib.util.spec_from_file_location("bench_check", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def targets(gates):
    """What has to be built to measure these."""
    needed = set()
    for gate in gates:
        if "benchmark" in gate:
            needed |= {"sinew_bench"} | ({"sinew_ui_tests"} if of_window(gate) else set())
        if "scene" in gate or "command" in gate:
            needed.add("sinew")
        if "matrix" in gate:
            needed.add("sinew_scenes_tests")
    return sorted(needed)


def of_window(gate):
    return gate["benchmark"].startswith("window")


# -- what is read off the suite -------------------------------------------------------------------

def built_seconds(log, stands):
    """[s] that the newest build of every output which stands took, one after the other, by a .ninja_log."""
    newest = {}
    for entry in log.splitlines():
        cells = entry.split("\t")
        if len(cells) == 5 and stands(cells[3]):
            newest[cells[3]] = (int(cells[0]), int(cells[1]), cells[4])
    runs = set(newest.values())  # a command may have several outputs
    return sum(end - start for start, end, _ in runs) / 1000


def test_seconds(texts):
    """{name: seconds} of the tests in files that GoogleTest wrote."""
    times = {}
    for text in texts:
        for case in xml.etree.ElementTree.fromstring(text).iter("testcase"):
            if case.get("status") == "run":
                times[f"{case.get('classname')}.{case.get('name')}"] = float(case.get("time"))
    return times


def read_reasons(path):
    """{pattern of names: why such tests take long} of a file; none without it."""
    if not path.exists():
        return {}
    lines = json.loads(path.read_text(encoding="utf-8"))
    return {pattern: why for pattern, why in lines.items() if not pattern.startswith("_")}


def unexplained(times, patterns):
    """Everyday tests that take long and that no pattern names, and patterns that name no test."""
    slow = [f"{name}: {time:.1f} s" for name, time in sorted(times.items())
            if time > SLOW_TEST and "Soak" not in name
            and not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)]
    stale = [f"{pattern}: names no test" for pattern in patterns
             if not any(fnmatch.fnmatchcase(name, pattern) for name in times)]
    return slow + stale


def recorded_property(text, test, key):
    """What a test wrote down (RecordProperty), in a file that GoogleTest wrote; or none."""
    for case in xml.etree.ElementTree.fromstring(text).iter("testcase"):
        if f"{case.get('classname')}.{case.get('name')}" == test:
            return next((each.get("value") for each in case.iter("property")
                         if each.get("name") == key), None)
    return None


def count_of_matrix(takes, fault):
    """How many takes have a fault, or are slower than real time."""
    if fault == "slower_than_real_time":
        return sum(1 for take in takes.values() if "slow" in take["faults"]
                   or take["processor_s"] > take["simulated_s"])
    return sum(1 for take in takes.values() if fault in take["faults"])


class Measures:
    """Measures gates; what several of them need is done once."""

    def __init__(self, root, accept=False):
        self.root, self.accept = root, accept
        self.build = root / "build/release"
        self.worse = []  # scenes of the matrix that stand worse than written down
        self._runs, self._medians, self._matrix, self._machine = {}, {}, None, None

    def value(self, gate):
        try:
            if "benchmark" in gate:
                return self.benchmark(gate)
            if "scene" in gate:
                return self.scene(gate).value(gate["measure"])
            if "command" in gate:
                return board_scenes.command_seconds(self.root, gate["command"])
            if "recorded" in gate:
                return self.property(*gate["recorded"])
            if "matrix" in gate:
                return count_of_matrix(self.matrix(), gate["matrix"])
            return getattr(self, gate["suite"])()
        except (OSError, KeyError, IndexError, ValueError, subprocess.SubprocessError) as fault:
            return f"not measured: {type(fault).__name__} {fault}"

    def details(self, gate):
        """What a gate counts, a line each, where that says what to do."""
        return self.unexplained() if gate.get("suite") == "slow_tests" and self.test_times() else []

    def date(self, gate):
        """When a value came to be: today, or with the oldest file that it was read off."""
        written = [path.stat().st_mtime for path in self.read_off(gate) if path.exists()]
        day = datetime.date.fromtimestamp(min(written)) if written else datetime.date.today()
        return day.isoformat()

    def read_off(self, gate):
        """The files of earlier runs that a value is read off; none where it is measured now."""
        if "recorded" in gate:
            return [path for path in self.test_times()
                    if recorded_property(path.read_text(), *gate["recorded"]) is not None][:1]
        log = [self.build / ".ninja_log"]
        return {"building_minutes": log, "suite_minutes": log + self.test_times(),
                "running_minutes": self.test_times(),
                "slow_tests": self.test_times()}.get(gate.get("suite"), [])

    def test_times(self):
        return sorted((self.build / "test-times").glob("*.xml"))

    # -- the machine --

    def calibration(self):
        """[ms] of the calibration kernel, by its processor's and by the wall's time; none without it."""
        bench = self.build / "tests/sinew_bench"
        if "calibration" not in self._medians and bench.exists():
            self._medians |= self.bench("^calibration$")
        return self._medians.get("calibration")

    def machine(self):
        if self._machine is None:
            text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
            model = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
            calibration = self.calibration()
            self._machine = (model.group(1) if model else os.uname().machine) + (
                f", calibration {calibration['cpu']:.3f} ms" if calibration else "")
        return self._machine

    # -- benchmarks --

    def bench(self, names):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.json"
            subprocess.run([self.build / "tests/sinew_bench", f"--benchmark_filter={names}",
                            "--benchmark_repetitions=5", "--benchmark_min_time=0.1",
                            f"--benchmark_out={out}", "--benchmark_out_format=json"],
                           check=True, capture_output=True)
            return bench_check().read_medians(out)

    def window(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "window.json"
            subprocess.run([*SCREEN, self.build / "tests/sinew_ui_tests",
                            "--gtest_also_run_disabled_tests", "--gtest_filter=LatencyAmongMany*"],
                           check=True, capture_output=True,
                           env={**os.environ, "SINEW_LATENCIES": str(out)})
            return bench_check().read_medians(out)

    def benchmark(self, gate):
        """[ms], scaled to the machine that the limit was set on."""
        name = gate["benchmark"]
        if name not in self._medians:
            self._medians |= self.window() if of_window(gate) else self.bench(f"^{re.escape(name)}$")
        clock = "real" if name.endswith("/real_time") else "cpu"
        return self._medians[name][clock] * gate["calibration_ms"] / self.calibration()[clock]

    # -- scenes --

    def scene(self, gate):
        key = json.dumps([gate[k] for k in ("scene", "free", "set", "probe") if k in gate])
        if key not in self._runs:
            self._runs[key] = board_scenes.run(self.root, gate)
        return self._runs[key]

    # -- the matrix --

    def matrix(self):
        """{name: what its test recorded} of every take; how they stand is written down."""
        if self._matrix is None:
            with tempfile.TemporaryDirectory() as name:
                self._matrix = self.run_matrix(pathlib.Path(name))
            self.write_standings()
        return self._matrix

    def run_matrix(self, folder):
        program = self.build / "tests/sinew_scenes_tests"
        running = []
        for shard in range(SHARDS):
            environment = {**os.environ, "GTEST_TOTAL_SHARDS": str(SHARDS),
                           "GTEST_SHARD_INDEX": str(shard)}
            running.append(subprocess.Popen(
                [program, "--gtest_filter=All/MatrixWhole.*",
                 f"--gtest_output=json:{folder / str(shard)}.json"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment))
            while sum(each.poll() is None for each in running) >= min(2, os.cpu_count() or 1):
                next(each for each in running if each.poll() is None).wait()
        for each in running:
            each.wait()
        return matrix_takes([path.read_text() for path in sorted(folder.glob("*.json"))])

    def write_standings(self):
        """Takes note of how each stands, but of none that stands worse, unless that is accepted."""
        path = self.root / "tests/scenes/matrix.json"
        before = json.loads(path.read_text())["takes"] if path.exists() else {}
        now = {name: {"faults": take["faults"], "trials": take["trials"]}
               for name, take in self._matrix.items()}
        self.worse += worse_standings(before, now)
        if self.worse and not self.accept:
            return
        rows = [f"    {json.dumps(name)}: {json.dumps(now[name])}" for name in sorted(now)]
        note = ("Written by scripts/board matrix: what came of every take of tests/scenes/MatrixTest.cpp, "
                "and the steps it tried.")
        path.write_text('{\n  "_": ' + json.dumps(note) + ',\n  "takes": {\n' + ",\n".join(rows)
                        + "\n  }\n}\n")

    # -- the suite --

    def building_minutes(self):
        """Of a build from nothing on two processors, by what every output took when last built."""
        log = (self.build / ".ninja_log").read_text()
        return built_seconds(log, lambda output: (self.build / output).exists()) / 2 / 60

    def recorded(self):
        texts = [path.read_text() for path in self.test_times()]
        if not texts:
            raise OSError("run scripts/test first")
        return test_seconds(texts)

    def running_minutes(self):
        """Of all everyday tests on two processors, as they were last run."""
        return sum(time for name, time in self.recorded().items() if "Soak" not in name) / 2 / 60

    def suite_minutes(self):
        return self.building_minutes() + self.running_minutes()

    def property(self, test, key):
        """What a test wrote down when it was last run."""
        for path in self.test_times():
            value = recorded_property(path.read_text(), test, key)
            if value is not None:
                return float(value)
        raise OSError(f"{test} has not run: scripts/test")

    def slow_tests(self):
        return len(self.unexplained())

    def unexplained(self):
        return unexplained(self.recorded(), read_reasons(self.root / "tests/slow.json"))


def worse_standings(before, now):
    """What became worse from one record of the matrix to the next, a line each."""
    worse = []
    for name, was in before.items():
        if name not in now:
            worse.append(f"{name}: did not come to its end")
            continue
        new = [fault for fault in now[name]["faults"] if fault not in was["faults"]]
        if new:
            worse.append(f"{name}: {', '.join(new)}")
    return worse


def matrix_takes(texts):
    """{name: properties} of the takes in files that GoogleTest wrote."""
    takes = {}
    for text in texts:
        for suite in json.loads(text)["testsuites"]:
            for case in suite["testsuite"]:
                if "faults" not in case:
                    continue
                takes[case["name"].split("/", 1)[1]] = {
                    "faults": case["faults"].split(), "what": case["what"],
                    "trials": int(case["trials"]),
                    **{key: float(case[key])
                       for key in ("simulated_s", "processor_s", "gained", "widest_gap")}}
    return takes
