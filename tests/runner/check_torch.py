"""check_torch.py MHA_TUTOR FOLDER: runs every program of the folder under
`mha-tutor run` and compares what it prints with its `# expect` comments."""

import sys

import suite
from expectations import Expectations, without_trailing_blanks

tutor, folder = sys.argv[1:]


def check(path):
    expected = Expectations(path)
    ran = suite.run([tutor, "run", "--max-seconds", "300", path], capture_output=True)
    wrong = suite.difference(expected.output, without_trailing_blanks(ran.stdout))
    if ran.returncode != (1 if expected.error else 0):
        wrong += f"exit code {ran.returncode}\n"
    if expected.error and not any(
            f": {line}".rstrip(": ").endswith(f": {expected.error}")
            for line in ran.stderr.split("\n")):
        wrong += f"expected error: {expected.error}\n"
    return wrong and wrong + ran.stderr


sys.exit(suite.check_all(suite.programs_under(folder), check))
