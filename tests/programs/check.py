"""check.py MHA_TUTOR SHARED: runs the programs of SHARED/programs and
SHARED/torch-facts and compares each byte they print with NAME.expected.txt.

MHA_SHARED in the environment names another folder; without any, the test is
skipped. `newer_names.txt` lists what current PyTorch says in other words.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../runner"))
import suite

tutor, shared = sys.argv[1:]
shared = os.environ.get("MHA_SHARED", shared)


def is_program(path):
    # The models are numpy programs, and b09 prints how PyTorch was built.
    name = os.path.basename(path)
    return not name.startswith(("model_", "b09_build"))


def read_newer_names():
    """{program: [(line or None, old ending, new ending)]}, {program: why not}"""
    names, skipped = {}, {}
    with open(os.path.join(HERE, "newer_names.txt"), encoding="utf-8") as f:
        for line in f:
            if not line.strip() or line.startswith("#"):
                continue
            place, change = line.rstrip("\n").split(": ", 1)
            program, _, number = place.partition(":")
            if change.startswith("not compared: "):
                skipped[program] = change
                continue
            old, new = change.split(" => ")
            names.setdefault(program, []).append(
                (int(number) if number else None, old, new))
    return names, skipped


NEWER_NAMES, SKIPPED = read_newer_names()


def name_of(path):
    return os.path.basename(path)[:-len(".py")]


def expected_of(program):
    with open(f"{program}.expected.txt", encoding="utf-8") as f:
        lines = f.read().split("\n")
    for number, old, new in NEWER_NAMES.get(os.path.basename(program), []):
        for i, line in enumerate(lines):
            if line.endswith(old) and number in (None, i + 1):
                lines[i] = line[:-len(old)] + new
    return "\n".join(lines)


def check(path):
    ran = suite.run([tutor, "run", path], capture_output=True)
    wrong = suite.difference(expected_of(path[:-len(".py")]), ran.stdout)
    if ran.returncode != 0:
        wrong += f"exit code {ran.returncode}\n"
    return wrong and wrong + ran.stderr


folders = [os.path.join(shared, f) for f in ("programs", "torch-facts")]
if not all(map(os.path.isdir, folders)):
    suite.skip(f"no programs in {shared}")
programs = [p for f in folders for p in suite.programs_under(f) if is_program(p)]
for path in [p for p in programs if name_of(p) in SKIPPED]:
    print(f"{name_of(path)}: {SKIPPED[name_of(path)]}")
    programs.remove(path)
sys.exit(suite.check_all(programs, check))
