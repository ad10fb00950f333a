"""layers_test.py MHA_TUTOR [--every N]: layer normalisation and feed-forward blocks, right and
wrong, from layers.json, which gives the verdict, the mistake and the line of each.

If PyTorch is installed, both kinds are run under it and compared with what the task
says; the wrong ones must differ or fail.
"""

import importlib.util
import json
import os
import re
import sys

import listed

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
WIDTH, HIDDEN, EPS = 6, 24, {"eps": 0.02, "epsilon": 0.02}


class Config(dict):
    """Any word is the width, but for those that say otherwise."""

    OTHER = {"dropout": 0.0, "bias": True, "layer_norm_eps": 0.02}

    def __missing__(self, word):
        return self.OTHER.get(word, WIDTH)

    __getattr__ = __missing__


def built(path):
    """An object of the last class of a file, and what eps it was told."""
    import inspect

    import torch

    spec = importlib.util.spec_from_file_location("homework", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["homework"] = module
    spec.loader.exec_module(module)
    classes = [c for c in vars(module).values() if isinstance(c, type)
               and issubclass(c, torch.nn.Module) and c.__module__ == "homework"]
    given, eps = {}, None
    for i, p in enumerate(inspect.signature(classes[-1]).parameters.values()):
        if p.name in ("config", "cfg"):
            given[p.name] = Config()
            eps = 0.02
        elif p.name in EPS:
            given[p.name] = eps = EPS[p.name]
        elif re.search("drop", p.name):
            given[p.name] = 0.0
        elif p.default is inspect.Parameter.empty:
            given[p.name] = WIDTH if i == 0 else HIDDEN
    return classes[-1](**given), eps


def is_right(path, homework):
    """Whether PyTorch says that a file does what the task asks for."""
    import torch
    import torch.nn.functional as F

    made, eps = built(path)
    torch.manual_seed(1)
    parameters = list(made.parameters())
    for p in parameters:
        torch.nn.init.normal_(p)
    x = torch.randn(2, 5, WIDTH)
    if homework == "layer-norm":
        x = x * 0.02
        if len(parameters) != 2:
            return False
        expected = [F.layer_norm(x, (WIDTH,), a.flatten(), b.flatten(), e)
                    for a, b in (parameters, parameters[::-1])
                    for e in ([eps] if eps else [1e-5, 1e-6])]
    else:
        if [p.numel() for p in parameters] != [WIDTH * HIDDEN, HIDDEN, WIDTH * HIDDEN, WIDTH]:
            return False
        w1, b1, w2, b2 = parameters
        expected = [F.linear(F.gelu(F.linear(x, w1, b1), approximate=a), w2, b2)
                    for a in ("none", "tanh")]
    try:
        out = made.eval()(x)
    except RuntimeError:
        return False
    alike = any(out.shape == e.shape and torch.allclose(out, e, rtol=1e-3, atol=1e-5) for e in expected)
    # In training, dropout on the output makes every number 0 or scales it.
    for m in made.modules():
        if isinstance(m, torch.nn.Dropout):
            m.p = 0.5
    kept = made.train()(x)
    return alike and bool(torch.isclose(kept, out).logical_or(kept == 0).logical_or(
        torch.isclose(kept, 2 * out)).all())


def main():
    given = listed.options()
    real = importlib.util.find_spec("torch") is not None
    if not real:
        print("no PyTorch here: the programs are not run under it")
    with open(f"{HERE}/layers.json", encoding="utf-8") as f:
        expected = json.load(f)
    failed = listed.failures(expected, f"{HERE}/layers", given, is_right if real else None)
    print(*failed, sep="\n")
    print(f"{len(expected['right'])} right and {len(expected['wrong'])} wrong programs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
