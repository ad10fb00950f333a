"""programs_test.py MHA_TUTOR: right programs whose homework is not named: those
of parts.json and, if it exists, a folder of real programs beside the project. None may
be called wrong.
"""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
REAL = os.path.join(HERE, "..", "..", "..", "shared", "programs")
LEAST = 32


def check(exe, path, *name):
    ran = subprocess.run([exe, "check", path, *name, "--json"], capture_output=True,
                         text=True, timeout=300, stdin=subprocess.DEVNULL)
    report = json.loads(ran.stdout)
    return report["verdict"], (report.get("assignment") or {}).get("id")


def main():
    exe = sys.argv[1]
    failed = False
    with open(f"{HERE}/parts.json", encoding="utf-8") as f:
        expected = json.load(f)
    for group, verdict in (("right", "right"), ("wrong", "wrong"), ("neither", "unjudged")):
        for name, assignment in expected[group].items():
            found = check(exe, f"{HERE}/parts/{name}")
            if found != (verdict, assignment or None):
                print(f"{name}: expected {verdict} {assignment}, came {found}")
                failed = True
            if group == "right" and check(exe, f"{HERE}/parts/{name}", assignment)[0] != "right":
                print(f"{name}: not right as {assignment}, which is named")
                failed = True
    if os.path.isdir(REAL):
        verdicts = {}
        for name in sorted(os.listdir(REAL)):
            if name.endswith(".py"):
                verdicts[name] = check(exe, os.path.join(REAL, name))[0]
        wrong = [name for name, verdict in verdicts.items() if verdict == "wrong"]
        right = sum(verdict == "right" for verdict in verdicts.values())
        print(f"{right} of {len(verdicts)} right; called wrong: {wrong}")
        failed |= bool(wrong) or right < min(LEAST, len(verdicts))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
