"""by_hand_test.py MHA_TUTOR [--sealed] [--every N] [--list]: programs that people
wrote without having seen the checker, and what PyTorch says of them.

by_hand/right_*.json are right, in two hundred styles, or not homework at all: none may
be called wrong, whether or not its homework is named. by_hand/wrong_*.json contain one
or two mistakes, with the lines to change. Measure the sealed ones only at the end of a
piece of work: once you have tuned with them, they no longer measure anything.
"""

import argparse
import concurrent.futures
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import score

# The names that people use for a task, and the homework it is.
HOMEWORK = {"mha-no-mask": "multi-head-plain", "single-head-qkv": "single-head", "sdpa": "scaled-dot-product",
            "split-merge": "split-and-merge", "steps-script": "attention-steps", "none": None}
# In per cent, for all open programs, and for every fifth or tenth: raise these as the checker improves.
FLOORS = {"caught": 93, "line": 87}
FLOORS_OF_A_TENTH = {"caught": 94, "line": 89}


def judged(options, programs, folder, named):
    def one(item):
        number, p = item
        path = os.path.join(folder, f"{number:03}.py")
        with open(path, "w", encoding="utf-8") as f:
            f.write(p["source"])
        homework = HOMEWORK.get(p["homework"], p["homework"]) if named else None
        report, problem, _ = score.check(options.exe, path, homework)
        return p, report, problem

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, enumerate(programs)))


def read(kind, options):
    half = "sealed" if options.sealed else "open"
    with open(f"{HERE}/by_hand/{kind}_{half}.json", encoding="utf-8") as f:
        return json.load(f)[::options.every]


def check_right(options, folder):
    failed = 0
    for named in (False, True):
        programs = [p for p in read("right", options) if not named or p["homework"] != "none"]
        verdicts = {}
        for p, report, problem in judged(options, programs, folder, named):
            verdict = report["verdict"] if report else "none"
            verdicts[verdict] = verdicts.get(verdict, 0) + 1
            accused = verdict == "wrong"
            if options.list and verdict != "right" and p["homework"] != "none":
                print(f"right: {p['name']} ({p['homework']}{', named' if named else ''}): {verdict}")
            if problem or accused:
                failed += 1
                print(f"{p['name']} ({p['homework']}{', named' if named else ''}): {problem or 'ACCUSED'}")
        print(f"right programs, homework {'named' if named else 'not named'}: {verdicts}")
    return failed


def check_wrong(options, folder):
    caught = line = 0
    programs = read("wrong", options)
    for p, report, problem in judged(options, programs, folder, True):
        if problem:
            print(f"{p['name']}: {problem}")
            return 1
        wanted = set(p["lines"]) | set(p.get("second", []))
        first, stage = score.first_line(report)
        # A weight that is never trained costs no point: a remark tells it, with its line.
        remarked = any(remark["line"] in wanted for remark in report.get("remarks", []))
        caught += report["verdict"] == "wrong" or remarked
        line += first in wanted or stage in wanted or remarked
        if options.list and not remarked and first not in wanted and stage not in wanted:
            print(f"{p['name']} ({p['homework']}): {report['verdict']}, line {first}, not in {sorted(wanted)}: {p['what']}")
    shares = {"caught": 100 * caught / len(programs), "line": 100 * line / len(programs)}
    print(f"wrong programs, homework named: {len(programs)}, "
          + ", ".join(f"{name} {share:.1f} %" for name, share in shares.items()))
    if options.every > 10 or options.sealed:
        return 0
    floors = FLOORS if options.every <= 5 else FLOORS_OF_A_TENTH
    return sum(shares[name] < floor for name, floor in floors.items())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("exe")
    parser.add_argument("--sealed", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        failed = check_right(options, folder) + check_wrong(options, folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
