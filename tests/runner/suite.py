"""What the runners of the data folders share: running programs, saying what
differed, and ending with one line and an exit code that ctest understands."""

import concurrent.futures
import difflib
import fcntl
import os
import struct
import subprocess
import sys
import termios

SKIPPED = 77
SECONDS = 120


def run(command, **options):
    """Runs a command that gets no input; output comes back as text."""
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, timeout=SECONDS, encoding="utf-8",
        errors="backslashreplace", **options)


def difference(expected, actual):
    """The lines of two texts that differ, as `diff -u` shows them, or ""."""
    if expected == actual:
        return ""
    lines = difflib.unified_diff(
        expected.splitlines(keepends=True), actual.splitlines(keepends=True),
        "expected", "printed", n=2)
    return "".join(l if l.endswith("\n") else l + "<no newline>\n" for l in lines)


def programs_under(folder):
    """Every .py file in a folder and the folders in it, in order of name."""
    return sorted(os.path.join(where, name)
                  for where, _, names in os.walk(folder)
                  for name in names if name.endswith(".py"))


def set_terminal_size(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def check_all(names, check):
    """Calls check(name) for each, several at once. It returns what is wrong, or
    "". Prints the failures and the count; returns the exit code."""
    if not names:
        print("no tests found")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda n: _guarded(check, n), names))
    return report(zip(names, outcomes))


def report(outcomes):
    """Prints (name, what is wrong) pairs that failed, and the count."""
    outcomes = list(outcomes)
    failed = [(name, wrong) for name, wrong in outcomes if wrong]
    for name, wrong in failed:
        print(f"FAILED {name}\n{wrong.rstrip()}\n")
    print(f"{len(outcomes) - len(failed)} of {len(outcomes)} passed")
    return 1 if failed else 0


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def _guarded(check, name):
    try:
        return check(name)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
