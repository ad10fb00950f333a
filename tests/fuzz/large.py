"""large.py MHA_TUTOR [WORD...]

Runs each program of large.txt (those that have a WORD in them) with little memory.
The size of a value is asked of the budget before the value is made: so each must end
soon, with exit code 0 or 1, and the process must never have held much more than its
limit.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

LIMIT = 30  # MiB; more only takes longer to fill
# What the process takes besides, and what small objects may take until the next look.
BESIDES = 60
SECONDS = {"refused": 20, "bounded": 0.2}
LATE = 10
HEAD = """import collections, copy, functools, itertools, logging, math, operator, random
import warnings
import einops
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
"""
REFUSED = re.compile(
    r"BudgetError: (?!the program ran)|MemoryError|OverflowError|overflow|too big|"
    r"Maximum allowed|too large")


def programs():
    folder = os.path.dirname(os.path.abspath(__file__))
    kind = None
    with open(os.path.join(folder, "large.txt"), encoding="utf-8") as f:
        for line in f.read().splitlines():
            if line.startswith("== "):
                kind = line[3:].split(":")[0]
            elif line and not line.startswith("#"):
                yield kind, line


def run(tutor, folder, number, kind, line):
    """What went wrong, or ""."""
    path = os.path.join(folder, f"{number}.py")
    with open(path, "w", encoding="utf-8") as f:
        f.write(HEAD + line.replace("\\n", "\n") + "\n")
    begin = time.monotonic()
    process = subprocess.Popen(
        [tutor, "run", "--max-memory", f"{LIMIT}MB", "--max-seconds",
         str(SECONDS[kind]), path],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # A process that is out of hand must not take the machine with it.
    resource.prlimit(process.pid, resource.RLIMIT_AS, (8 << 30, 8 << 30))
    late = threading.Timer(SECONDS[kind] + LATE, process.kill)
    late.start()
    end = b""
    for block in iter(lambda: process.stdout.read(1 << 16), b""):
        end = (end + block)[-20000:]
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    late.cancel()
    os.unlink(path)
    took, held = time.monotonic() - begin, usage.ru_maxrss // 1024
    output = end.decode(errors="replace")
    if process.returncode not in (0, 1):
        return f"exit code {process.returncode} after {took:.1f} s\n{output[-500:]}"
    if held > LIMIT + BESIDES:
        return f"{held} MiB of memory"
    if kind == "refused" and not (process.returncode == 1 and REFUSED.search(output)):
        return f"it was not refused:\n{output[-500:]}"
    return ""


def main():
    tutor, words = sys.argv[1], sys.argv[2:]
    chosen = [p for p in programs() if not words or any(w in p[1] for w in words)]
    with tempfile.TemporaryDirectory() as folder:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda p: run(tutor, folder, p[0], *p[1]),
                                    enumerate(chosen)))
    failures = [(line, wrong) for (_, line), wrong in zip(chosen, results) if wrong]
    for line, wrong in failures:
        print(f"FAILED {line}\n    {wrong}")
    print(f"{len(chosen) - len(failures)} of {len(chosen)} passed")
    return 1 if failures or not chosen else 0


sys.exit(main())
