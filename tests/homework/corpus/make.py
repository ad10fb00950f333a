"""From right programs to a labelled folder: every mutation at every place, the
neutral rewrites and the pairs; run under PyTorch where that is installed."""

import ast
import concurrent.futures
import json
import os
import random
import zlib

from . import dropout, heads, mask, neutral, operands, other, scale, softmax, wrong  # noqa: F401
from .flow import Flow
from .program import Program
from .registry import MUTATIONS, NEUTRAL

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.dirname(HERE)


def read_right():
    """{name: (source, entry)} of the right programs."""
    with open(f"{FOLDER}/right/manifest.json", encoding="utf-8") as f:
        entries = json.load(f)
    programs = {}
    for name, entry in entries.items():
        with open(f"{FOLDER}/right/{name}", encoding="utf-8") as f:
            programs[name] = f.read(), entry
    return programs


def flow_of(source, entry):
    flow = Flow(Program(source))
    flow.rank = entry["rank"]
    flow.entry = entry
    return flow


def mutants(flow, table):
    """(function's name, number of the form, mutant), without repetitions."""
    seen = set()
    for function in table:
        number = 0
        for m in function(flow):
            try:
                source, lines = flow.p.apply(m.edits, m.marks)
            except (ValueError, SyntaxError):
                continue
            if source in seen or source == flow.p.source:
                continue
            seen.add(source)
            yield function.__name__, number, m, source, lines
            number += 1


def label(m, lines):
    return {"ids": m.ids, "stage": m.stage, "lines": lines}


def singles(name, source, entry):
    flow = flow_of(source, entry)
    for what, number, m, text, lines in mutants(flow, MUTATIONS):
        yield {"key": f"{name}:{what}:{number}", "from": name, "kind": "single",
               "verdict": m.verdict, "labels": [label(m, lines)] if m.ids else [],
               "renamed": m.stage == "renamed", "silent": m.silent, "agreed": m.agreed,
               "source": text, "entry": entry}
    for what, number, m, text, lines in mutants(flow, NEUTRAL):
        yield {"key": f"{name}:{what}:{number}", "from": name, "kind": "neutral",
               "verdict": "right", "labels": [], "renamed": m.stage == "renamed",
               "source": text, "entry": entry}
    yield {"key": f"{name}:as it is", "from": name, "kind": "original",
           "verdict": "right", "labels": [], "source": source, "entry": entry}


# The order of the stages; a pair has its mistakes at two of them.
STAGES = ["projections", "heads", "scores", "scaled", "masked", "weights", "dropout",
          "context", "merged", "output"]


def pairs(name, source, entry, generator, count):
    """Two mistakes of different stages and kinds in one program."""
    flow = flow_of(source, entry)
    found = [t for t in mutants(flow, MUTATIONS)
             if t[2].verdict == "wrong" and t[2].stage in STAGES]
    generator.shuffle(found)
    made = 0
    used = set()
    for i, (what_a, number_a, a, _, _) in enumerate(found):
        for what_b, number_b, b, _, _ in found[i + 1:]:
            if a.stage == b.stage or set(a.ids) & set(b.ids) or (what_a, what_b) in used:
                continue
            # Together these are queries and keys under exchanged names.
            if {a.ids[0], b.ids[0]} == {"softmax-over-queries", "weights-transposed"}:
                continue
            try:
                text, _ = flow.p.apply(a.edits + b.edits)
                lines_a = pair_lines(flow.p, a, b)
                lines_b = pair_lines(flow.p, b, a)
            except (ValueError, SyntaxError):
                continue
            used.add((what_a, what_b))
            first, second = sorted(
                ((a, lines_a, what_a, number_a), (b, lines_b, what_b, number_b)),
                key=lambda t: STAGES.index(t[0].stage))
            yield {"key": f"{name}:{first[2]}:{first[3]}+{second[2]}:{second[3]}",
                   "from": name, "kind": "pair", "verdict": "wrong",
                   "labels": [label(first[0], first[1]), label(second[0], second[1])],
                   "source": text, "entry": entry,
                   "halves": [flow.p.apply(first[0].edits)[0], flow.p.apply(second[0].edits)[0]]}
            made += 1
            break
        if made == count:
            return


def pair_lines(program, m, other):
    """The lines of one mistake in the text that holds both."""
    both = sorted(m.edits + other.edits, key=lambda e: (e.start, e.end))
    _, own = program.apply(m.edits, m.marks)
    source, _ = program.apply(both)
    alone, _ = program.apply(m.edits)
    # Lines move by what the other's edits add above them.
    shifts = []
    for e in other.edits:
        removed = program.bytes[e.start:e.end].count(b"\n")
        added = e.text.count("\n")
        if added != removed:
            at = e.start
            move = sum(len(x.text.encode()) - (x.end - x.start)
                       for x in m.edits if x.end <= at)
            line = alone.encode()[:at + move].count(b"\n") + 1
            shifts.append((line, added - removed))
    return sorted({n + sum(s for line, s in shifts if line < n or
                           (line == n and s > 0)) for n in own})


def verify(job):
    """Runs one program's candidates beside their original; adds `shows`."""
    from . import oracle
    source, entry, candidates = job
    originals = {}
    out = []
    for c in candidates:
        key = json.dumps(c["entry"], sort_keys=True)
        if key not in originals:
            originals[key] = oracle.Runner(source, entry).results
        right = originals[key]
        try:
            runner = oracle.Runner(c["source"], c["entry"])
            seen = runner.results
        except SyntaxError:
            continue
        c["stops"] = runner.stops
        c["shows"] = oracle.differences(right, seen)
        c["numbers"] = oracle.signature(seen)
        if c["kind"] == "pair":
            # Both must show: neither half alone gives the same numbers.
            halves = [oracle.Runner(h, c["entry"]).results for h in c.pop("halves")]
            c["both_show"] = all(oracle.differences(h, seen) and
                                 set(oracle.differences(right, h)) - {"large"}
                                 for h in halves)
        errors = [v for k, v in seen.items() if k in c["shows"] and isinstance(v, str)
                  and (k == "import" or "Error" in v)]
        c["error"] = errors[0] if errors else None
        out.append(c)
    return out


# What is worth a word, and makes no right program wrong.
REMARKS = {"heads-alike", "assert-tuple"}


def keep(c):
    """What a candidate is after it was run, or None."""
    shows = c["shows"]
    if c["verdict"] == "right":
        if c.pop("renamed", False):
            return c          # right under other names: numbers may differ
        # Scores too large for "mask, then renormalise" are too large for a
        # right program as well.
        return c if not set(shows) - {"parameters", "fresh", "large"} else None
    if not shows or c.pop("silent", False) and c["error"]:
        return None
    if c["kind"] == "pair" and not c["both_show"]:
        return None
    if c["kind"] == "pair" and shows == ["large"]:
        return None
    if c.pop("agreed", False) and not c["error"]:
        c["verdict"] = "either"
    if c["verdict"] == "wrong" and shows == ["large"]:
        c["verdict"] = "either"
        # Only scores that are too large for it show that it is not the same.
        c["labels"][0]["ids"].append("naive-exponentials")
    if c["kind"] != "pair" and all(set(l["ids"]) <= REMARKS for l in c["labels"]):
        c["verdict"] = "right"
    return c


def unparted(programs):
    """Pairs of programs with equal numbers on every probe whose labels share no
    name: labels that a checker could not tell apart."""
    by = {}
    for c in programs:
        if c["kind"] == "single" and c["verdict"] == "wrong":
            by.setdefault((c["from"], c["numbers"]), []).append(c)
    for (name, _), same in sorted(by.items(), key=str):
        for i, a in enumerate(same):
            for b in same[:i]:
                ids = [set(x["labels"][0]["ids"]) for x in (a, b)]
                if not ids[0] & ids[1]:
                    yield name, b, a


def candidates(seed, pair_count, only=None):
    for name, (source, entry) in read_right().items():
        if only and only not in name:
            continue
        found = list(singles(name, source, entry))
        generator = random.Random(zlib.crc32(f"{seed} {name}".encode()))
        found += pairs(name, source, entry, generator, pair_count)
        yield name, source, entry, found


def build(seed, pair_count, jobs, only=None):
    """All that was kept, in an order that does not depend on the jobs."""
    work = [(source, entry, found) for _, source, entry, found
            in candidates(seed, pair_count, only)]
    if not only:
        work += [(mended, c["entry"], [c]) for mended, c in wrong.read()]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        done = list(pool.map(verify, work))
    kept, dropped = [], []
    for found in done:
        for c in found:
            (kept if keep(c) else dropped).append(c)
    return kept, dropped
