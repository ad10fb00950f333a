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
    """{program: [(old ending, new ending)]}"""
    names = {}
    with open(os.path.join(HERE, "newer_names.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                program, change = line.rstrip("\n").split(": ", 1)
                names.setdefault(program, []).append(change.split(" => "))
    return names


NEWER_NAMES = read_newer_names()


def expected_of(program):
    with open(f"{program}.expected.txt", encoding="utf-8") as f:
        lines = f.read().split("\n")
    for old, new in NEWER_NAMES.get(os.path.basename(program), []):
        lines = [l[:-len(old)] + new if l.endswith(old) else l for l in lines]
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
sys.exit(suite.check_all(programs, check))
