"""training_test.py MHA_TUTOR [--every N]: homework that is given a model, right and wrong, from
training.json, which gives the verdict, the mistake and the line of each: `remarked` are
right ones with a remark, `judged` wrong ones that are called wrong although nobody names
their homework; `unfollowed` right ones that draw in a way which cannot be followed.

If PyTorch is installed, both kinds are run under it and compared with what the task
says; the wrong ones must differ or fail. The model is that of the homework's own file.
"""

import copy
import importlib.util
import inspect
import json
import os
import re
import sys

import listed

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
LESSONS = f"{HERE}/../../lessons"
STEPS, RATE = 5, 0.4


def model_of(homework, drops):
    """A model as the homework hands it over."""
    import torch

    with open(f"{LESSONS}/homework/{homework}.md", encoding="utf-8") as f:
        code = re.search(r"```torch objects\n(.*?)```", f.read(), re.DOTALL).group(1)
    names = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "copy": copy}
    exec(code, names)
    torch.manual_seed(3)
    return names["Model"](11, 5, 8, 1.0 if drops else 0.0)


def entry(path):
    """The last function or class of a file."""
    spec = importlib.util.spec_from_file_location("homework", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    own = [v for v in vars(module).values() if getattr(v, "__module__", "") == "homework"]
    return own[-1]


def losses_of(given):
    """The losses among what a program returned, as numbers."""
    import torch

    if isinstance(given, dict):
        given = tuple(given.values())
    if isinstance(given, tuple):
        given = [v for v in given if isinstance(v, list) or torch.is_tensor(v)][0]
    if torch.is_tensor(given):
        given = given.detach()
    if hasattr(given, "tolist"):
        return given.flatten().tolist()
    return [float(v) for v in given] if isinstance(given, list) else [float(given)]


def trains_rightly(path):
    import torch
    import torch.nn.functional as F

    for drops in (False, True):
        torch.manual_seed(1)
        ids = torch.randint(11, (3, 7))
        model = model_of("train-it", drops)
        expected, ours = [], copy.deepcopy(model)
        for _ in range(STEPS):
            loss = F.cross_entropy(ours(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
            weights = list(ours.parameters())
            gradients = torch.autograd.grad(loss, weights)
            with torch.no_grad():
                for p, g in zip(weights, gradients):
                    p -= RATE * g
            expected.append(loss.item())
        program = entry(path)
        try:
            if inspect.isclass(program):
                given = program(model, RATE).train(ids, STEPS)
            else:
                given = program(model, ids, RATE, STEPS)
        except (RuntimeError, ValueError):
            return False
        losses = losses_of(given)
        if len(losses) != STEPS or max(abs(a - b) for a, b in zip(losses, expected)) > 1e-4:
            return False
    return True


def shares_expected(model, ids, context, temperature, top_k):
    """With which probability each token comes next."""
    import torch

    logits = model(ids[:, -context:])[:, -1]
    for row in logits if top_k else []:
        row[row < sorted(row.tolist())[-top_k]] = -torch.inf
    if temperature == 0:
        return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).float()
    return torch.softmax(logits / temperature, -1)


def generates_rightly(path):
    """Whether the tokens come as often as they should. At temperature 0 that is always; else a
    hundred first and second tokens of each kind of text tell."""
    import torch

    program = entry(path)
    torch.manual_seed(1)
    prompts = torch.randint(11, (3, 4))
    for temperature, top_k, new in ((0.0, None, 6), (0.0, 3, 6), (0.7, 3, 2), (2.5, None, 2)):
        model, context = model_of("generate", drops=False).eval(), 8 if new == 2 else 7
        copies = 1 if temperature == 0 else 2000
        ids = prompts.repeat(copies, 1)
        try:
            if inspect.isclass(program):
                out = program(model, context).generate(ids, new, temperature, top_k)
            else:
                out = program(model, ids, new, context, temperature, top_k)
        except (IndexError, RuntimeError):
            return False
        if out.shape != (len(ids), 4 + new) or not torch.equal(out[:, :4], ids):
            return False
        with torch.no_grad():
            for at in range(4, 4 + new):
                shares = shares_expected(model, out[:, :at], context, temperature, top_k)
                chosen = shares.gather(1, out[:, at:at + 1])
                seen = torch.nn.functional.one_hot(out[:, at], 11).float()
                for text in range(3):
                    gap = (seen[text::3].mean(0) - shares[text::3].mean(0)).abs().max()
                    if (chosen[text::3] <= 0).any() or gap > 0.05:
                        return False
    return True


IS_RIGHT = {"train-it": trains_rightly, "generate": generates_rightly}


def main():
    given = listed.options()
    exe, check = given.exe, listed.check
    real = importlib.util.find_spec("torch") is not None
    if not real:
        print("no PyTorch here: the programs are not run under it")
    with open(f"{HERE}/training.json", encoding="utf-8") as f:
        expected = json.load(f)
    failed = listed.failures(expected, f"{HERE}/training", given, (lambda path, homework: IS_RIGHT[homework](path)) if real else None)
    for name, homework in expected["unfollowed"].items():
        path = f"{HERE}/training/{name}"
        if real and not IS_RIGHT[homework](path):
            failed.append(f"{name}: PyTorch calls it wrong")
        report, _ = check(exe, path, homework)
        if report["verdict"] != "unjudged":
            failed.append(f"{name}: {report['verdict']}, though it cannot be followed")
    for name, (homework, remark, line) in expected["remarked"].items():
        path = f"{HERE}/training/{name}"
        report, _ = check(exe, path, homework)
        found = listed.mistake_at(path, report["remarks"])
        if report["verdict"] != "right" or found != [(remark, line)]:
            failed.append(f"{name}: {report['verdict']}, remarks {found}")
    print(*failed, sep="\n")
    print(f"{len(expected['right'])} right and {len(expected['wrong'])} wrong programs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
