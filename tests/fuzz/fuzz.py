"""fuzz.py MHA_TUTOR programs|calls [--count N] [--seconds N] [--seed N]
[--keep FOLDER]

Runs programs that nobody would write. `programs` are those of tests/torch with
bytes, words and lines changed; `calls` hand odd arguments to every name that
torch, nn, F, tensors and the built-in types have here. Each must end with exit code 0 or 1 within
its time: a signal, another code or a sanitizer's report is a failure. The same
seed tries the same programs; each failure is kept as a file.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../runner"))
import suite

SECONDS = 60
LIMITS = ["--max-seconds", "4", "--max-memory", "1GB", "--max-steps", "20000000",
          "--max-output", "1000000"]

# ------------------------------------------------------------------- programs

WORD = re.compile(r"\s+|\w+|\*\*|//|[-+*/<>=!:]=|.", re.S)
ODD_WORDS = """( ) [ ] { } : , . ; = == -= @ ** * / // % ~ ^ | & << >> -> := ...
    and or not in is if else elif for while def class return lambda try except
    finally with as raise from import global nonlocal del pass break continue
    yield await async None True False self super print len torch nn F x 0 1 -1
    2 0.5 1e308 1e999 2**63 10**20 9223372036854775807 -9223372036854775808
    'a' '' '{' f'{x}' f'{x!r:>{9}}' b'x' [] {} () [[]] (1,) [::-1] [None] [...]
    .T .shape .view(-1) .item() .sum() __init__ __call__ __getattr__ __eq__
    \n \n\n \t \\ # \x00 \u00e9 \u200b \ufeff""".split(" ")
ODD_WORDS = [w.strip("\n ") or "\n" for w in ODD_WORDS] + ["\n", "\n    ", "\t"]


def mutated(rng, text, others):
    words = WORD.findall(text)
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        if not words:
            break
        at = rng.randrange(len(words))
        kind = rng.randrange(9)
        if kind == 0:
            del words[at]
        elif kind == 1:
            words.insert(at, rng.choice(ODD_WORDS))
        elif kind == 2:
            words[at] = rng.choice(ODD_WORDS)
        elif kind == 3:
            other = rng.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        elif kind == 4:  # another number
            numbers = [i for i, w in enumerate(words) if w.isdigit()]
            if numbers:
                words[rng.choice(numbers)] = rng.choice(
                    ["0", "-1", "1", "3", "7", "2**31", "2**62", "-2**63", "1.5",
                     "True", "None", "'a'", "[]", "float('nan')"])
        elif kind == 5:  # another name
            names = [i for i, w in enumerate(words) if w.isidentifier()]
            if names:
                words[rng.choice(names)] = words[rng.choice(names)]
        elif kind == 6:  # lines twice, gone, or from elsewhere
            lines = "".join(words).splitlines(keepends=True)
            i = rng.randrange(len(lines))
            lines[i:i + rng.randrange(3)] = rng.choice(
                [[], lines[i:i + 1] * 2,
                 rng.choice(others).splitlines(keepends=True)[:9]])
            words = WORD.findall("".join(lines))
        elif kind == 7:
            words = words[:at]
        else:
            words[at] *= rng.choice([2, 3, 50, 3000])
    data = bytearray("".join(words).encode(errors="surrogatepass"))
    if data and rng.random() < 0.1:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def programs(rng, _):
    folder = os.path.join(os.path.dirname(__file__), "../torch")
    texts = []
    for path in suite.programs_under(folder):
        with open(path, encoding="utf-8", errors="replace") as f:
            texts.append(f.read())
    while True:
        yield mutated(rng, rng.choice(texts), texts)


# ---------------------------------------------------------------------- calls

LISTING = """
import torch, math, builtins, itertools, functools, collections, operator, copy
import einops
import numpy as np
import torch.nn as nn
import torch.nn.functional as F
import torch.nn.init as init
x = torch.zeros(2)
for text in ('torch', 'nn', 'F', 'init', 'math', 'builtins', 'itertools',
             'functools', 'collections', 'operator', 'copy', 'np', 'np.random',
             'np.linalg', 'einops'):
    for name in sorted(set(dir(eval(text)) + TABLES)):
        try:
            known = not name.startswith('__') and hasattr(eval(text), name)
        except Exception:
            known = False
        if known:
            print(text + '.' + name)
for text in ('x', '[1,2]', '"text"', '{1:2}', '{1}', '(1,2)', '(1)', '(1.5)',
             'torch.Size([2])', 'torch.float32', 'torch.Generator()',
             'nn.Linear(3,3)', 'nn.ModuleList([nn.ReLU()])', 'nn.Sequential()',
             'nn.ModuleDict({})', 'nn.ParameterList()', 'range(3)', 'iter([1])',
             'collections.Counter("aab")', 'collections.defaultdict(list)',
             'collections.deque([1])', 'collections.OrderedDict()',
             'np.ones((2,3))', 'np.float64(1.5)', 'np.int64(3)', 'np.dtype(int)',
             'np.random.default_rng(1)',
             'ValueError(1)', 'object()', 'len', '(lambda*a:1)', 'Odd()'):
    try:
        names = set(dir(eval(text)) + (TABLES if text == 'x' else []))
    except Exception:
        continue
    for name in sorted(names):
        try:
            known = hasattr(eval(text), name)
        except Exception:
            known = False
        if known:
            print(text + '.' + name)
"""

HEAD = """import torch, math, builtins, itertools, functools, collections, operator, copy
import einops
import numpy as np
import torch.nn as nn
import torch.nn.functional as F
import torch.nn.init as init
torch.manual_seed(1)
class Odd:
    def __len__(self): return -1
    def __index__(self): return 2 ** 70
    def __getitem__(self, i): return self
    def __repr__(self): return 'odd'
cycle = []
cycle.append(cycle)
nan, inf = float('nan'), float('inf')
"""

TENSORS = """torch.randn(2,3) torch.randn(3) torch.randn(2,2) torch.tensor(1.5)
    torch.tensor(2) torch.empty(0) torch.empty(0,3) torch.empty(2,0,3)
    torch.arange(6) torch.arange(6).view(2,3).t() torch.zeros(1).expand(4,5)
    torch.ones(2,3,dtype=torch.bool) torch.tensor(True) torch.randn(2,3,4)
    torch.randn(2,3).double() torch.arange(3,dtype=torch.int32)
    torch.tensor([nan,inf,-inf]) torch.randn(2,3,requires_grad=True)
    torch.randn(1,2,3,4)[...,::2] torch.tensor([-1,5]) torch.tensor([2**62])
    nn.Parameter(torch.randn(3)) torch.randn(2,3).half() np.ones((2,3))
    np.arange(6).reshape(2,3).T np.zeros((2,0)) np.array(2.5) np.float64(2)
    np.int64(-3) np.array([True,False]) np.ones(3,dtype=np.float16)""".split()
OTHERS = """None True False 0 1 -1 2 3 5 -7 64 10**6 2**31 -2**31 2**62 -2**63 2**63
    10**30 0.5 -0.0 1e308 nan inf -inf '' 'a' 'mean' 'sum' 'ij,jk->ik' 'ii'
    '...i,...j' 'a(bc)->bca' 'a...->...a' '(ab)c->cb' np.float32 [] [0] [1,-1] [2,3] [-1] [0,0] (2,) (1,2,3) () {} {1:2} set() [[]]
    [[1,2],[3]] [None] [1.5] [True] ... slice(None) slice(0,2**62,2) range(3)
    torch.float32 torch.int64 torch.bool float int len Odd() Odd cycle object()
    torch.Size([2,3]) [2**62,8] (lambda*a:a) nn.ReLU() nn.Linear(3,3)
     nn.Module() [torch.randn(2,3),torch.randn(2,3)] (torch.randn(3),) iter([1,2])
    torch.device('cpu') 'cuda' torch.Generator()""".split()
NAMES = """dim keepdim dtype size out input other bias weight p eps alpha beta mask
    value index src dims repeats k n device requires_grad reduction training
    axis keepdims dim0 dim1 start end step diagonal correction unbiased num_heads""".split()


def argument(rng):
    return rng.choice(TENSORS if rng.random() < 0.5 else OTHERS)


def calls(rng, tutor):
    names = known_names(tutor)
    while True:
        text = HEAD
        for _ in range(40):
            name = rng.choice(names)
            if name.startswith("x."):
                name = rng.choice(TENSORS) + name[1:]
            arguments = [argument(rng) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4]))]
            if rng.random() < 0.2:
                arguments.append(f"{rng.choice(NAMES)}={argument(rng)}")
            call = f"{name}({', '.join(arguments)})"
            shown = rng.choice(["repr(r)[:200]", "str(type(r))", "r == r", "r[0]",
                                "r(torch.randn(2, 3))", "len(r)", "r.sum(-1)"])
            text += (f"try:\n    r = {call}\n    {shown}\n"
                     f"except Exception as e:\n    str(e)\n")
        yield text.encode()


def known_names(tutor):
    # A module fills itself as it is used: its names are in the tables' rows.
    lib = os.path.join(os.path.dirname(__file__), "../../lib/torch")
    rows = set()
    for folder, _, files in os.walk(lib):
        for file in (f for f in files if f.endswith(".cpp")):
            with open(os.path.join(folder, file), encoding="utf-8") as f:
                rows.update(re.findall(r'[{(]"\.?([A-Za-z]\w*)"', f.read()))
    with tempfile.NamedTemporaryFile("w", suffix=".py") as f:
        f.write(HEAD + f"TABLES = {sorted(rows)}\n" + LISTING)
        f.flush()
        ran = suite.run([tutor, "run", f.name], stdout=subprocess.PIPE,
                        stderr=subprocess.STDOUT)
    if ran.returncode != 0:
        sys.exit(f"the names cannot be listed:\n{ran.stdout}")
    return ran.stdout.splitlines()


# ----------------------------------------------------------------------- runs

def trouble(tutor, path, command):
    """What went wrong, or ""."""
    env = dict(os.environ, UBSAN_OPTIONS="print_stacktrace=1")
    env.setdefault("ASAN_OPTIONS", "allocator_may_return_null=1")
    try:
        ran = subprocess.run([tutor, command, path, *LIMITS], env=env,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"longer than {SECONDS} seconds"
    output = ran.stdout.decode(errors="replace")
    end = "\n".join(output.splitlines()[-40:])
    with open(path, "rb") as f:
        leaves = b"xit" in f.read()  # A program may choose its own code.
    if ran.returncode not in (range(128) if leaves else (0, 1)):
        return f"exit code {ran.returncode}\n{end}"
    if "Sanitizer" in output or "runtime error:" in output:
        return f"a sanitizer's report\n{end}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tutor")
    parser.add_argument("kind", choices=["programs", "calls"])
    parser.add_argument("--count", type=int, help="how many; without it, as many "
                        "as the seconds allow")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default=tempfile.gettempdir())
    options = parser.parse_args()
    rng = random.Random(options.seed)
    source = {"programs": programs, "calls": calls}[options.kind](rng, options.tutor)
    end = time.monotonic() + options.seconds
    count, failures = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.py")
        while count < options.count if options.count else time.monotonic() < end:
            data = next(source)
            count += 1
            with open(path, "wb") as f:
                f.write(data)
            command = "trace" if rng.random() < 0.1 else "run"
            if wrong := trouble(options.tutor, path, command):
                failures += 1
                kept = os.path.join(options.keep,
                                    f"fuzz-{options.seed}-{count}.py")
                with open(kept, "wb") as f:
                    f.write(data)
                print(f"FAILED {command} {kept}\n{wrong}\n", flush=True)
    print(f"{count - failures} of {count} passed")
    return 1 if failures else 0


sys.exit(main())
