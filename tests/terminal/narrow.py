"""narrow.py MHA_TUTOR LESSONS: everything there is to read fits the terminal
from 40 columns up, and has no escape sequence where none is wanted.

The display width of a line is counted by the same rules as a terminal's: wide
characters take two columns.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

COLUMNS = [int(c) for c in os.environ.get("MHA_COLUMNS", "40 60 80 120").split()]


def width(line):
    return sum(0 if unicodedata.combining(c) or unicodedata.category(c) == "Cf"
               else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in line)


def commands(lessons):
    for path in sorted(glob.glob(os.path.join(lessons, "[0-9]*.md"))):
        if not re.search(os.environ.get("MHA_LESSON", ""), path):
            continue
        name = re.search(r"\d+-([^/]*)\.md$", path)[1]
        yield ["learn", name, "--plain"]
    for words in ("list", "card", "card --steps 6", "explain", "explain head_dim",
                  "quiz --plain", "shapes", "shapes --model gpt3",
                  "demo transpose", "demo transpose --shape 2,3,4 --dims 0,1"):
        yield words.split()


def main():
    tutor, lessons = sys.argv[1:]
    troubles = []
    with tempfile.TemporaryDirectory() as folder:
        for command in commands(lessons):
            for columns in COLUMNS:
                env = dict(os.environ, COLUMNS=str(columns), LC_ALL="C.UTF-8",
                           XDG_STATE_HOME=folder, TERM="xterm-256color")
                ran = subprocess.run([tutor, *command], env=env, text=True,
                                     stdin=subprocess.DEVNULL, capture_output=True,
                                     timeout=120)
                where = f"mha-tutor {' '.join(command)} at {columns} columns"
                if ran.returncode != 0 or not ran.stdout:
                    troubles.append(f"{where}: exit code {ran.returncode}\n{ran.stderr}")
                if "\033" in ran.stdout:
                    troubles.append(f"{where}: an escape sequence")
                troubles += [f"{where}: {width(line)} columns: {line}"
                             for line in ran.stdout.split("\n") if width(line) > columns]
    print("\n".join(troubles[:40]))
    print(f"{len(troubles)} lines or commands do not fit")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
