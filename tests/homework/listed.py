"""What the tests over lists of programs share: their command line, a part of a list, and one check."""

import argparse
import json
import subprocess


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("exe")
    parser.add_argument("--every", type=int, default=1, help="every so many of each list")
    return parser.parse_args()


def part(named, every):
    """Every so many of the entries of a dict, the first among them."""
    return dict(list(named.items())[::every])


def check(exe, path, *name):
    """The report of a check, and the homework that was chosen or named."""
    ran = subprocess.run([exe, "check", path, *name, "--json"], capture_output=True,
                         text=True, timeout=300, stdin=subprocess.DEVNULL)
    report = json.loads(ran.stdout)
    return report, (report.get("assignment") or {}).get("id")


def mistake_at(path, findings):
    """The names of the findings, each with the text of its line."""
    with open(path, encoding="utf-8") as f:
        lines = [""] + [text.strip() for text in f]
    return [(m["id"], lines[m["line"] or 0]) for m in findings]


def failures(expected, folder, given, is_right):
    """What is not as `expected` says of the right and wrong programs of a folder, named and not
    named. `is_right(path, homework)` asks PyTorch; None without it."""
    failed = []
    for name, homework in part(expected["right"], given.every).items():
        path = f"{folder}/{name}"
        if is_right and not is_right(path, homework):
            failed.append(f"{name}: PyTorch calls it wrong")
        report, _ = check(given.exe, path, homework)
        if report["verdict"] != "right" or report["remarks"]:
            failed.append(f"{name}: {report['verdict']} as {homework}, remarks {report['remarks']}")
        report, found = check(given.exe, path)
        if (report["verdict"], found) != ("right", homework) and name not in expected["unfound"]:
            failed.append(f"{name}: {report['verdict']} as {found}, where nobody names it")
    for name, (homework, mistake, line) in part(expected["wrong"], given.every).items():
        path = f"{folder}/{name}"
        if is_right and is_right(path, homework):
            failed.append(f"{name}: PyTorch calls it right")
        report, _ = check(given.exe, path, homework)
        found = mistake_at(path, report["misconceptions"])
        if report["verdict"] != "wrong" or (mistake, line) not in found[:1]:
            failed.append(f"{name}: {report['verdict']}, {found}")
        if check(given.exe, path)[0]["verdict"] != "unjudged" and name not in expected.get("judged", []):
            failed.append(f"{name}: judged, though nobody named the homework")
    return failed
