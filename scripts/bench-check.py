#!/usr/bin/env python3
"""Holds the medians of Google Benchmark's JSON output against tests/bench/limits.json.

usage: bench-check.py --names LIMITS                the names with limits, as a benchmark filter
       bench-check.py --compare LIMITS RESULTS...   prints a table; exit status 1 if a limit is broken

A benchmark that is timed by the wall clock (its name ends in /real_time) is compared with the
calibration's wall time, any other with its processor time.
"""
import json
import re
import sys

CALIBRATION = "calibration"
MILLISECONDS = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}


def read_limits(path):
    with open(path, encoding="utf-8") as file:
        limits = json.load(file)
    return {name: limit for name, limit in limits.items() if not name.startswith("_")}


def read_medians(*paths):
    """Median times in ms, by benchmark name: {name: {"real": t, "cpu": t}}."""
    entries = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            entries += json.load(file)["benchmarks"]
    medians = {}
    for entry in entries:
        if entry.get("aggregate_name") != "median":
            continue
        scale = MILLISECONDS[entry["time_unit"]]
        medians[entry["run_name"]] = {"real": entry["real_time"] * scale,
                                      "cpu": entry["cpu_time"] * scale}
    return medians


def benchmark_filter(limits):
    return "^(" + "|".join(re.escape(name) for name in [CALIBRATION, *limits]) + ")$"


def compare(limits, medians):
    """Prints one line per limit and returns the names that break theirs or did not run."""
    if CALIBRATION not in medians:
        print("no median for the calibration kernel")
        return [CALIBRATION]
    broken = []
    print(f"{'benchmark':<44}{'median':>12}{'limit here':>12}{'used':>8}")
    for name, limit in limits.items():
        if name not in medians:
            print(f"{name:<44}{'did not run':>12}")
            broken.append(name)
            continue
        clock = "real" if name.endswith("/real_time") else "cpu"
        allowed = (limit["limit_ms"] / limit["reference_calibration_ms"]
                   * medians[CALIBRATION][clock])
        median = medians[name][clock]
        kept = median <= allowed
        verdict = "" if kept else "  TOO SLOW"
        print(f"{name:<44}{median:>9.4f} ms{allowed:>9.4f} ms{median / allowed:>8.0%}{verdict}")
        if not kept:
            broken.append(name)
    here = medians[CALIBRATION]
    print(f"{CALIBRATION:<44}{here['cpu']:>9.4f} ms  (processor), {here['real']:.4f} ms (wall)")
    return broken


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--names":
        print(benchmark_filter(read_limits(arguments[1])))
        return 0
    if len(arguments) >= 3 and arguments[0] == "--compare":
        broken = compare(read_limits(arguments[1]), read_medians(*arguments[2:]))
        return 1 if broken else 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
