#!/usr/bin/env python3
"""score.py EXE FOLDER [--jobs 2] [--sample N] [--named] [--only WORD] [--quiet]

Runs `EXE check FILE --json` on every program of a corpus made by mutate.py,
with and without the assignment's name, and prints how many mistakes were caught, how
often the cause and the line were right, and which right programs were called wrong.
Every failure is listed with its file, what was expected and what was reported.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
import time

SECONDS = 120  # for one check, sanitizers slow it tenfold


def check(exe, path, assignment):
    """(report or None, why there is none, seconds)"""
    command = [exe, "check", path] + ([assignment] if assignment else []) + ["--json"]
    start = time.monotonic()
    try:
        ran = subprocess.run(command, capture_output=True, timeout=SECONDS,
                             stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, f"no answer in {SECONDS} s", SECONDS
    took = time.monotonic() - start
    text = ran.stdout.decode(errors="replace")
    try:
        report = json.loads(text)
    except ValueError:
        tail = (ran.stderr.decode(errors="replace") or text).strip().splitlines()
        return None, f"exit {ran.returncode}: {tail[-1] if tail else 'no output'}", took
    codes = {"right": 0, "wrong": 1, "unjudged": 3}
    if codes.get(report.get("verdict")) != ran.returncode:
        return report, f"exit {ran.returncode} for {report.get('verdict')}", took
    return report, "", took


def first_line(report):
    """(line of the first misconception, line of the first wrong stage)"""
    named = [m["line"] for m in report.get("misconceptions", [])]
    stage = [s["line"] for s in report.get("stages", [])
             if s["verdict"].startswith("wrong")]
    if not stage and report.get("error"):
        stage = [report["error"].get("line")]
    return (named[0] if named else None), (stage[0] if stage else None)


def words(program):
    return " + ".join("/".join(l["ids"]) for l in program["labels"])


class Judged:
    """What one report is worth against its label; None where it does not apply."""

    def __init__(self, program, report, problem):
        self.program, self.problem = program, problem
        report = report or {}
        self.verdict = report.get("verdict", "none")
        self.named = [m["id"] for m in report.get("misconceptions", [])]
        remarks = [r["id"] for r in report.get("remarks", [])]
        labels, kind = program["labels"], program["verdict"]
        self.lines = first_line(report)
        self.caught = self.cause = self.first = self.line = self.both = self.right = None
        self.either = None
        assignment = report.get("assignment") or {}
        self.found = assignment.get("id") == program["assignment"]
        self.assignment = assignment.get("id")
        hits = [bool(set(l["ids"]) & set(self.named)) for l in labels if l["ids"]]
        if kind == "right":
            self.right = self.verdict == "right"
        elif kind == "either":
            seen = self.named + remarks
            self.either = self.verdict in ("right", "wrong") and (
                self.verdict == "right" or any(set(l["ids"]) & set(seen) for l in labels))
        else:
            self.caught = self.verdict == "wrong"
            if hits:
                self.cause = any(hits)
                self.first = bool(self.named) and self.named[0] in labels[0]["ids"]
            wanted = {n for l in labels for n in l["lines"]}
            # An error may be reported where the program stopped.
            self.line = (self.lines[0] in wanted or self.lines[1] in wanted
                         or self.lines[1] is not None
                         and self.lines[1] in program.get("stops", []))
            if program["kind"] == "pair":
                # A remark that fits any program may be reported as a remark.
                self.both = all(set(l["ids"]) & set(self.named + remarks) for l in labels if l["ids"])

    def failures(self):
        p = self.program
        out = []
        if self.problem:
            out.append(self.problem)
        if self.right is False:
            out.append(f"ACCUSED: {self.verdict}, {', '.join(self.named) or 'no name'}")
        if self.either is False:
            out.append(f"either: {self.verdict}, {', '.join(self.named) or 'no name'}")
        if self.caught is False:
            out.append(f"NOT CAUGHT: {self.verdict}")
        elif self.cause is False:
            out.append(f"cause: {', '.join(self.named) or 'no name'}")
        elif self.both is False:
            out.append(f"pair: only {', '.join(self.named)}")
        if self.line is False and self.caught:
            wanted = sorted({n for l in p["labels"] for n in l["lines"]})
            out.append(f"line: {self.lines[0]}, stage {self.lines[1]}, not in {wanted}")
        return out


def share(values):
    values = [v for v in values if v is not None]
    if not values:
        return "     -         "
    good = sum(values)
    return f"{100 * good / len(values):6.1f} % ({good}/{len(values)})"


def rate(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else 1.0


def table(title, judged, out):
    """The whole table, then one line per misconception and per style."""
    columns = {k: [getattr(j, k) for j in judged] for k in (
        "caught", "cause", "first", "line", "right", "either", "both", "found")}
    single = [j for j in judged if j.program["kind"] != "pair"]
    print(f"\n{title}: {len(judged)} programs", file=out)
    rows = (("caught (goal 100 %)", columns["caught"]),
            ("cause named (goal 95 %)", [j.cause for j in single]),
            ("  and named first", [j.first for j in single]),
            ("line right (goal 95 %)", [j.line for j in single]),
            ("pairs both named (goal 80 %)", columns["both"]),
            ("right programs passed (goal 100 %)", columns["right"]),
            ("right or named, either will do", columns["either"]),
            ("assignment found", columns["found"]))
    for name, values in rows:
        print(f"  {name:36} {share(values)}", file=out)
    accused = sum(j.right is False and j.verdict == "wrong" for j in judged)
    print(f"  {'right programs accused (goal 0)':36} {accused:6}", file=out)


def groups(title, judged, key, out):
    by = collections.defaultdict(list)
    for j in judged:
        for k in key(j.program):
            by[k].append(j)
    print(f"\n{title:34}{'caught':>16}{'cause':>16}{'line':>16}{'right':>16}", file=out)
    for k, js in sorted(by.items()):
        cells = [[getattr(j, c) for j in js] for c in ("caught", "cause", "line", "right")]
        text = ""
        for values in cells:
            values = [v for v in values if v is not None]
            text += f"{sum(values)}/{len(values)}".rjust(16) if values else "-".rjust(16)
        print(f"  {k:32}{text}", file=out)


def run(exe, folder, programs, jobs, named):
    def one(program):
        path = os.path.join(folder, program["file"])
        assignment = program["assignment"] if named else None
        report, problem, took = check(exe, path, assignment)
        try:
            return Judged(program, report, problem), took
        except (KeyError, TypeError, AttributeError) as error:
            return Judged(program, None, f"report not as described: {error!r}"), took
    results = []
    with tempfile.TemporaryDirectory() as state, \
            concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        # These checks are not attempts of a learner.
        os.environ["XDG_STATE_HOME"] = state
        for result in pool.map(one, programs):
            results.append(result)
            if sys.stderr.isatty() and len(results) % 20 == 0:
                print(f"\r{len(results)} of {len(programs)}", end="", file=sys.stderr)
    return results


def sample(programs, count):
    """A part with every misconception and style in it, the same every time."""
    order = list(programs)
    random.Random(1).shuffle(order)
    uses = collections.Counter()
    picked = {}
    for want in range(1, 50):
        for p in order:
            if len(picked) == count:
                return sorted(picked.values(), key=lambda p: p["file"])
            keys = [l["ids"][0] for l in p["labels"] if l["ids"]] or ["right"]
            keys = [(k, p["verdict"]) for k in keys]
            limit = want * (8 if keys[0][0] == "right" else 1)
            if p["file"] not in picked and any(uses[k] < limit for k in keys):
                picked[p["file"]] = p
                uses.update(keys)
    return sorted(picked.values(), key=lambda p: p["file"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("exe")
    parser.add_argument("folder")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sample", type=int, help="so many programs, of all kinds")
    parser.add_argument("--named", action="store_true", help="only with the assignment named")
    parser.add_argument("--only", help="programs whose key or label holds this")
    parser.add_argument("--quiet", action="store_true", help="no list of failures")
    options = parser.parse_args()
    with open(os.path.join(options.folder, "manifest.json"), encoding="utf-8") as f:
        programs = json.load(f)
    if options.only:
        programs = [p for p in programs if options.only in p["key"] or options.only in words(p)]
    if options.sample:
        programs = sample(programs, options.sample)
    out = sys.stdout
    results = {}
    for title, named in (("assignment named", True), ("assignment not named", False)):
        if options.named and not named:
            continue
        ran = run(options.exe, options.folder, programs, options.jobs, named)
        results[title] = [j for j, _ in ran]
        if not options.quiet:
            print(f"\n== {title}: what failed", file=out)
            for j, _ in ran:
                for why in j.failures():
                    p = j.program
                    print(f"{p['file']} [{p['key']}] expected {words(p) or p['verdict']}: {why}",
                          file=out)
                if not named and not j.found:
                    print(f"{j.program['file']} [{j.program['key']}] assignment "
                          f"{j.assignment}, not {j.program['assignment']}", file=out)
        if named and not options.sample:
            groups("misconception", results[title],
                   lambda p: [l["ids"][0] for l in p["labels"] if l["ids"]] or ["(right)"], out)
            groups("style", results[title],
                   lambda p: [f"{p['assignment']}: {p['style']}"[:32]], out)
        times = sorted(t for _, t in ran)
        print(f"\n{title}: median {1000 * times[len(times) // 2]:.0f} ms, "
              f"longest {1000 * times[-1]:.0f} ms", file=out)
    for title, judged in results.items():
        table(title, judged, out)


def below(results, floors):
    """1 if a share is under its floor: {title: {column: least share}}."""
    failed = 0
    for title, judged in results.items():
        for column, least in floors.get(title, {}).items():
            values = [getattr(j, column) for j in judged
                      if column == "both" or j.program["kind"] != "pair"]
            if rate(values) < least:
                print(f"{title}: {column} {100 * rate(values):.1f} % is under {100 * least:.1f} %")
                failed = 1
    return failed


if __name__ == "__main__":
    main()
