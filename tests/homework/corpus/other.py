"""The rest: asserts that cannot fail, and what is only worth a remark."""

import ast

from .flow import name_of, self_attr
from .program import Mutant
from .registry import mutation


@mutation
def assert_tuple(flow):
    p = flow.p
    for node in ast.walk(p.tree):
        if isinstance(node, ast.Assert):
            message = p.text(node.msg) if node.msg else '"sizes do not fit"'
            yield Mutant(["assert-tuple"], None, [p.replace(
                node, f"assert ({p.text(node.test)}, {message})")])


@mutation
def bias(flow):
    """A bias that was not asked for: worth a remark."""
    p = flow.p
    for node in ast.walk(p.tree):
        if name_of(node) != "Linear":
            continue
        for k in node.keywords:
            if k.arg == "bias" and isinstance(k.value, ast.Name):
                edits = [p.replace(n.value, f'"{k.value.id}"') for m in ast.walk(p.class_of(node))
                         if name_of(m) == "Linear" for n in m.keywords
                         if n.arg == "bias" and p.text(n.value) == k.value.id]
                yield Mutant(["bias-by-accident"], "renamed", edits, verdict="right")
                return


@mutation
def no_buffer(flow):
    """The mask is a plain attribute: right on the CPU."""
    p = flow.p
    for node in ast.walk(p.tree):
        if name_of(node) == "register_buffer" and isinstance(p.parent[node], ast.Expr):
            name = node.args[0].value
            yield Mutant(["mask-not-buffer"], "masked", [p.replace(
                p.parent[node], f"self.{name} = {p.text(node.args[1])}")], verdict="right")


@mutation
def cut_differently(flow):
    """Fused q, k and v in another order of axes: other names for the weights."""
    p = flow.p
    for node in ast.walk(p.tree):
        if name_of(node) in ("view", "reshape") and len(node.args) == 5:
            args = [p.text(a) for a in node.args]
            target = p.parent[p.statement(node)]
            for turn in ast.walk(p.tree):
                if name_of(turn) == "permute" and [p.text(a) for a in turn.args] == list("20314"):
                    new = ", ".join([args[0], args[1], args[3], args[2], args[4]])
                    head = p.text(node.func)
                    yield Mutant(["qkv-cut-differently"], "renamed", [
                        p.replace(node, f"{head}({new})"),
                        p.replace(turn, f"{p.text(turn.func)}(3, 0, 2, 1, 4)")], verdict="right")
