"""What scripts/board.py reads off runs of the program: exit codes, reports, probes, work."""
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile

LONGEST = 60  # [s] of real time that a scene may take, unless its gate says otherwise

FOLDS = {"first": lambda v: v[0], "last": lambda v: v[-1], "min": min, "max": max,
         "moved": lambda v: v[-1] - v[0],
         "moved_late": lambda v: max(v[len(v) // 2:]) - min(v[len(v) // 2:])}


def pointed(document, pointer):
    """What a JSON pointer leads to."""
    for key in pointer.strip("/").split("/"):
        document = document[int(key) if isinstance(document, list) else key]
    return document


def column(rows, probe, axis):
    """What one probe (from 0) saw: x y z [m], vx vy vz [m/s], from_axis (the world's vertical one)
    or from_start [m]."""
    at = 1 + 6 * probe
    if axis == "from_axis":
        return [math.hypot(row[at], row[at + 2]) for row in rows]
    if axis == "from_start":
        return [math.dist(row[at:at + 3], rows[0][at:at + 3]) for row in rows]
    return [row[at + ["x", "y", "z", "vx", "vy", "vz"].index(axis)] for row in rows]


def turning_points(values):
    """The values at which a course turns round, its start included."""
    turns = [values[0]]
    for before, here, after in zip(values, values[1:], values[2:]):
        if (here - before) * (after - here) < 0:
            turns.append(here)
    return turns


def loss_per_period(values):
    """By what share a swing about 0 becomes smaller from one period to the next."""
    sizes = [abs(turn) for turn in turning_points(values)]
    periods = (len(sizes) - 1) / 2
    if periods < 1:
        raise ValueError("it swings for less than a period")
    return 1 - (sizes[-1] / sizes[0]) ** (1 / periods)


def bounce_height(values):
    """Of what falls from rest, the farthest from 1 that any bounce's share of the first height is."""
    turns = turning_points(values)
    low, heights = min(values), turns[2::2]
    if not heights:
        raise ValueError("it does not bounce")
    return max(((top - low) / (turns[0] - low) for top in heights), key=lambda share: abs(share - 1))


def outside_box(row, probe, centre, half):
    """How far a probe is outside a box [m]; inside less than 0."""
    at = 1 + 6 * probe
    return max(abs(x - c) - h for x, c, h in zip(row[at:at + 3], centre, half))


class SceneRun:
    """What a run of `sinew simulate` left."""

    def __init__(self, exit_code, report, rows, processor):
        self.exit_code, self.report, self.rows, self.processor = exit_code, report, rows, processor

    def value(self, measure):
        """The value of ["exit"], ["processor"], ["work"], ["report", POINTER], ["size", POINTER],
        ["gap"], ["probe", N, AXIS, FOLD], ["nearest", AXIS], ["loss", N, AXIS], ["bounce", N] or
        ["outside", N, CENTRE, HALF SIZES]."""
        kind, *rest = measure
        if kind == "exit":
            return self.exit_code
        if kind == "processor":  # [s], however it ended
            return self.processor
        if self.exit_code != 0:  # what did not come to its end has no other value
            return f"exit {self.exit_code}"
        return getattr(self, "value_of_" + kind)(*rest)

    def value_of_work(self):
        """Processor time per simulated time."""
        return self.processor / self.report["simulated_time"]

    def value_of_report(self, pointer):
        return pointed(self.report, pointer)

    def value_of_size(self, pointer):
        return abs(pointed(self.report, pointer))

    def value_of_gap(self):
        """[m] The widest gap of all constraints after they closed."""
        return max((each["residual_max_after_closed"] or 0 for each in self.report["constraints"]),
                   default=0)

    def value_of_probe(self, probe, axis, fold):
        return FOLDS[fold](column(self.rows, probe, axis))

    def value_of_nearest(self, axis):
        """The least of all probes."""
        count = (len(self.rows[0]) - 1) // 6
        return min(min(column(self.rows, probe, axis)) for probe in range(count))

    def value_of_loss(self, probe, axis):
        return loss_per_period(column(self.rows, probe, axis))

    def value_of_bounce(self, probe):
        return bounce_height(column(self.rows, probe, "y"))

    def value_of_outside(self, probe, centre, half):
        return outside_box(self.rows[-1], probe, centre, half)


def prepared(document, free, newest):
    """A scene without the settings that the gate leaves to the program, as of the newest version."""
    if free:
        document["sinew"] = newest
    for key in free:
        document.get("settings", {}).pop(key, None)
    return document


def newest_version(root):
    return int(re.search(r"kVersion = (\d+)", (root / "core/scene/Scene.h").read_text()).group(1))


def timed(command):
    """Runs a command; its exit code and processor time [s]."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, usage.ru_utime + usage.ru_stime


def command_seconds(root, arguments):
    """[s] of processor that the program takes for a verb, however it answers."""
    return timed([root / "build/release/bin/sinew", *arguments])[1]


def run(root, gate):
    document = json.loads((root / gate["scene"]).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scene = prepared(document, gate.get("free", []), newest_version(root))
        (folder / "scene.json").write_text(json.dumps(scene), encoding="utf-8")
        command = [root / "build/release/bin/sinew", "simulate", folder / "scene.json",
                   "--report", folder / "report.json",
                   "--time-limit", str(gate.get("limit_s", LONGEST))]
        for change in gate.get("set", []):
            command += ["--set", change]
        for probe in gate.get("probe", []):
            command += ["--probe", probe]
        if gate.get("probe"):
            command += ["--probes", folder / "probes.csv"]
        exit_code, processor = timed(command)
        report = folder / "report.json"
        return SceneRun(exit_code, json.loads(report.read_text()) if report.exists() else {},
                        read_probes(folder / "probes.csv"), processor)


def read_probes(path):
    if not path.exists():
        return []
    rows = []
    for line in path.read_text().splitlines():
        try:
            rows.append([float(cell) for cell in line.split(",")])
        except ValueError:
            continue  # the head
    return rows
