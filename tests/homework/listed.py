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
