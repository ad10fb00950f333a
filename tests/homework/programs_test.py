"""programs_test.py MHA_TUTOR [--every N]: right programs whose homework is not named: those
of parts.json and, if it exists, a folder of real programs beside the project. None may
be called wrong.
"""

import json
import os
import sys

import listed

HERE = os.path.dirname(os.path.abspath(__file__))
REAL = os.path.join(HERE, "..", "..", "..", "shared", "programs")
LEAST = 32


def check(exe, path, *name):
    report, homework = listed.check(exe, path, *name)
    return report["verdict"], homework


def main():
    given = listed.options()
    exe = given.exe
    failed = False
    with open(f"{HERE}/parts.json", encoding="utf-8") as f:
        expected = json.load(f)
    for group, verdict in (("right", "right"), ("wrong", "wrong"), ("neither", "unjudged")):
        for name, assignment in listed.part(expected[group], given.every).items():
            found = check(exe, f"{HERE}/parts/{name}")
            if found != (verdict, assignment or None):
                print(f"{name}: expected {verdict} {assignment}, came {found}")
                failed = True
            if group == "right" and check(exe, f"{HERE}/parts/{name}", assignment)[0] != "right":
                print(f"{name}: not right as {assignment}, which is named")
                failed = True
    if os.path.isdir(REAL):
        verdicts = {}
        for name in sorted(name for name in os.listdir(REAL) if name.endswith(".py"))[::given.every]:
            verdicts[name] = check(exe, os.path.join(REAL, name))[0]
        wrong = [name for name, verdict in verdicts.items() if verdict == "wrong"]
        right = sum(verdict == "right" for verdict in verdicts.values())
        print(f"{right} of {len(verdicts)} right; called wrong: {wrong}")
        failed |= bool(wrong) or right < min(LEAST // given.every, len(verdicts))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
