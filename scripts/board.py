#!/usr/bin/env python3
"""Measures the gates of tests/board/gates.json and tests/bench/limits.json (see scripts/board)."""
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import board_measures  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]
GATES = ROOT / "tests/board/gates.json"
LIMITS = ROOT / "tests/bench/limits.json"
RESULTS = ROOT / "tests/board/results.json"
PAGE = ROOT / "docs/board.md"
NEAR = 0.1  # of a gate


def read_gates():
    """All gates, those of the benchmarks too, in the order in which they are shown."""
    gates = json.loads(GATES.read_text(encoding="utf-8"))["gates"]
    for name, limit in json.loads(LIMITS.read_text(encoding="utf-8")).items():
        if name.startswith("_"):
            continue
        gates.append({"name": name, "group": "benchmarks", "unit": "ms", "benchmark": name,
                      "gate": {"at_most": limit["limit_ms"]},
                      "calibration_ms": limit["reference_calibration_ms"],
                      "source": f"limits.json, set on {limit['machine']}"})
    return gates


def gate_text(gate):
    unit = f" {gate['unit']}" if gate.get("unit") else ""
    kind, bound = next(iter(gate["gate"].items()))
    if kind == "within":
        return f"{bound[0]:g} ± {bound[1]:g}{unit}"
    return {"at_most": "≤", "at_least": "≥", "equals": "="}[kind] + f" {bound:g}{unit}"


def value_text(gate, value):
    if not isinstance(value, (int, float)):
        return str(value)
    return f"{value:.4g}" + (f" {gate['unit']}" if gate.get("unit") else "")


def verdict(gate, value):
    """red, near or green. What could not be measured is red."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        return "red"
    kind, bound = next(iter(gate["gate"].items()))
    if kind == "equals":
        return "green" if value == bound else "red"
    if kind == "within":
        used = abs(value - bound[0]) / bound[1]
        return "red" if used > 1 else "near" if used > 1 - NEAR else "green"
    over = value - bound if kind == "at_most" else bound - value
    return "red" if over > 0 else "near" if over > -NEAR * abs(bound) else "green"


def is_worse(gate, before, value):
    """Whether a gate that was held is not any more, or a count that may only fall has risen."""
    if before is None:
        return False
    if verdict(gate, before["value"]) != "red" and verdict(gate, value) == "red":
        return True
    counted = gate.get("may_only") == "fall" and isinstance(before["value"], (int, float))
    return counted and not (isinstance(value, (int, float)) and value <= before["value"])


def chosen(gates, names):
    return [gate for gate in gates
            if not names or any(name in gate["name"] or name == gate["group"] for name in names)]


def line(gate, result):
    """How a gate stands and its cells: what was measured last, be it worse than what is held."""
    result = result or {"value": "not measured yet", "machine": "", "date": ""}
    last = result.get("last", result)
    value, machine, date = last["value"], last["machine"], last["date"]
    state = verdict(gate, value)
    return state, [gate["name"], value_text(gate, value), gate_text(gate), machine, date]


def print_lines(gates, results):
    for gate in gates:
        state, cells = line(gate, results.get(gate["name"]))
        print(f"{state:<6}{cells[0]:<58} {cells[1]:>22}   {cells[2]:<16} {cells[3]}  {cells[4]}")


def page(gates, results):
    """The whole board as a page of the documents."""
    lines = [line(gate, results.get(gate["name"])) for gate in gates]
    count = {state: sum(1 for each, _ in lines if each == state) for state in ("red", "near", "green")}
    text = ["# The board", "",
            "Made by `scripts/board`: every gate, with its value when it was last measured. *near* is within a",
            "tenth of the gate. Limits of benchmarks are scaled by the calibration kernel, whose time stands",
            "beside the machine.", "",
            f"{count['red']} red, {count['near']} near, {count['green']} green.", ""]
    groups = list(dict.fromkeys(gate["group"] for gate in gates))
    for group in groups:
        text += [f"## {group.capitalize()}", "",
                 "| | gate | today | must be | machine | date | stated in |",
                 "|---|---|---|---|---|---|---|"]
        for gate, (state, cells) in zip(gates, lines):
            if gate["group"] != group:
                continue
            shown = f"**{state}**" if state == "red" else state
            text.append("| " + " | ".join([shown, *cells, gate["source"]]) + " |")
        text.append("")
    return "\n".join(text).rstrip("\n") + "\n"


def read_results():
    if not RESULTS.exists():
        return {}
    return json.loads(RESULTS.read_text(encoding="utf-8"))


def write_results(gates, results):
    known = {gate["name"] for gate in gates}
    kept = {name: results[name] for name in sorted(results) if name in known}
    rows = [f"  {json.dumps(name, ensure_ascii=False)}: {json.dumps(row, ensure_ascii=False)}"
            for name, row in kept.items()]
    RESULTS.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    PAGE.write_text(page(gates, results), encoding="utf-8")


def noted(gate, before, now, accept):
    """What is kept of a gate: what became worse is held against what was until it is accepted."""
    if accept or not is_worse(gate, before, now["value"]):
        return now
    return {**before, "last": now}


def measure_all(gates, results, accept):
    """Measures the gates and takes note of what they come to. Returns the names of what is worse."""
    measures = board_measures.Measures(ROOT, accept)
    worse = []
    for gate in gates:
        now = {"value": measures.value(gate), "machine": measures.machine(),
               "date": measures.date(gate)}
        before = results.get(gate["name"])
        results[gate["name"]] = noted(gate, before, now, accept)
        if "last" in results[gate["name"]]:
            worse.append(f"{gate['name']}: {value_text(gate, now['value'])}, "
                         f"was {value_text(gate, before['value'])}")
        print_lines([gate], results)
        for each in measures.details(gate):
            print(f"      {each}")
        sys.stdout.flush()
    return worse + measures.worse


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    names = [argument for argument in arguments if not argument.startswith("--")]
    unknown = options - {"--show", "--list", "--accept", "--needs"}
    every = read_gates()
    gates = chosen(every, names)
    if unknown or (names and not gates):
        print(f"no such option or gate: {' '.join(sorted(unknown) or names)}; see --help",
              file=sys.stderr)
        return 2
    if "--needs" in options:
        if not options & {"--show", "--list"}:
            print(" ".join(board_measures.targets(gates)))
        return 0
    if "--list" in options:
        for gate in gates:
            print(f"{gate['group']:<12}{gate['name']:<58} {gate_text(gate):<16} {gate['source']}")
        return 0
    results = read_results()
    if "--show" in options:
        print_lines(gates, results)
        return 0
    worse = measure_all(gates, results, "--accept" in options)
    write_results(every, results)
    for each in worse:
        print(f"WORSE  {each}", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
