"""Mistakes about the softmax (census 11 to 17)."""

import ast

from .flow import name_of, self_attr
from .program import Mutant
from .registry import mutation


def dim_node(flow, call):
    """The node that says the axis of a softmax, and the rest of its text."""
    made = call
    if isinstance(call.func, ast.Call):
        made = call.func
    elif self_attr(call.func):
        made = flow.attribute(call.func)
    method = made is call and made.func is not None and name_of(call) == "softmax" \
        and flow.softmax_argument(call) is getattr(call.func, "value", None)
    for k in made.keywords:
        if k.arg in ("dim", "axis"):
            return k.value
    place = 0 if method or made is not call else 1
    return made.args[place] if len(made.args) > place else None


def by_hand(flow, call):
    """The learner's own softmax function, if that is what is called."""
    if isinstance(call.func, ast.Name):
        for f in flow.functions.get(call.func.id, []):
            if any(name_of(n) == "exp" for n in ast.walk(f)):
                return f
    return None


def axis_nodes(flow, a):
    """Every node that says an axis of a softmax: one, or those by hand."""
    f = by_hand(flow, a.softmax)
    if f is None:
        node = dim_node(flow, a.softmax)
        return [node] if node is not None else []
    return [k.value for n in ast.walk(f) if isinstance(n, ast.Call)
            for k in n.keywords if k.arg in ("dim", "axis")]


def context_of(flow, a):
    return [a.softmax]


@mutation
def over_queries(flow):
    p = flow.p
    for a in flow.attentions:
        nodes = axis_nodes(flow, a)
        if not nodes:
            continue
        for text in ("-2", str(flow.rank - 2)):
            yield Mutant(["softmax-over-queries"], "weights",
                         [p.replace(n, text) for n in nodes], [a.softmax])


@mutation
def over_heads(flow):
    p = flow.p
    for a in flow.attentions:
        nodes = axis_nodes(flow, a)
        if not nodes:
            continue
        if flow.rank == 4:
            for text in ("1", "-3"):
                yield Mutant(["softmax-over-heads"], "weights",
                             [p.replace(n, text) for n in nodes], [a.softmax])
            yield Mutant(["softmax-over-batch"], "weights",
                         [p.replace(n, "0") for n in nodes], [a.softmax])
        elif flow.rank == 3 and "bmm" not in p.source:
            yield Mutant(["softmax-over-batch"], "weights",
                         [p.replace(n, "0") for n in nodes], [a.softmax])
        # No axis at all: PyTorch guesses one.
        if len(nodes) == 1 and name_of(a.softmax) == "softmax" and flow.rank != 2:
            x = p.text(flow.softmax_argument(a.softmax))
            spelled = p.text(a.softmax.func)
            if spelled in ("F.softmax", "nn.functional.softmax"):
                which = "heads" if flow.rank == 4 else "batch"
                yield Mutant([f"softmax-over-{which}"], "weights",
                             [p.replace(a.softmax, f"{spelled}({x})")])


def argument(flow, a):
    node = flow.softmax_argument(a.softmax)
    text = flow.p.text(node)
    return text if isinstance(node, (ast.Name, ast.Call)) else f"({text})"


@mutation
def over_everything(flow):
    p = flow.p
    for a in flow.attentions:
        x = argument(flow, a)
        ids = ["softmax-over-everything"]
        yield Mutant(ids, "weights", [p.replace(
            a.softmax, f"(torch.exp({x}) / torch.exp({x}).sum())")])
        yield Mutant(ids, "weights", [p.replace(
            a.softmax, f"torch.softmax({x}.flatten(), dim=0).view_as({x})")])
        f = by_hand(flow, a.softmax)
        if f:
            edits = []
            for n in ast.walk(f):
                if name_of(n) == "sum":
                    edits.append(p.replace(n, p.text(n.func) + "()"))
            yield Mutant(ids, "weights", edits, [a.softmax])


@mutation
def without_keepdim(flow):
    p = flow.p
    for a in flow.attentions:
        x = argument(flow, a)
        ids = ["row-sum-without-keepdim"]
        if not a.projections:
            ids.append("softmax-over-queries")    # the scores are symmetric
        yield Mutant(ids, "weights", [p.replace(
            a.softmax, f"(torch.exp({x}) / torch.exp({x}).sum(dim=-1))")])
        f = by_hand(flow, a.softmax)
        if f:
            for n in ast.walk(f):
                if name_of(n) == "sum":
                    kept = ", ".join(p.text(k.value) if k.arg is None else f"{k.arg}={p.text(k.value)}"
                                     for k in n.keywords if k.arg != "keepdim")
                    yield Mutant(["row-sum-without-keepdim"], "weights",
                                 [p.replace(n, f"{p.text(n.func)}({kept})")], [a.softmax])
    # The row sums of masked weights, where they are made again.
    for n in ast.walk(p.tree):
        if name_of(n) == "sum" and n.keywords and flow.p.class_of(n):
            kept = ", ".join(f"{k.arg}={p.text(k.value)}" for k in n.keywords
                             if k.arg != "keepdim")
            if len(n.keywords) == 2:
                statement = p.statement(n)
                body = p.parent[statement].body
                after = body[body.index(statement) + 1:body.index(statement) + 2]
                yield Mutant(["row-sum-without-keepdim"], "weights",
                             [p.replace(n, f"{p.text(n.func)}({kept})")], after)


@mutation
def naive(flow):
    p = flow.p
    for a in flow.attentions:
        x = argument(flow, a)
        yield Mutant(["naive-exponentials"], "weights", [p.replace(
            a.softmax, f"(torch.exp({x}) / torch.exp({x}).sum(dim=-1, keepdim=True))")],
            verdict="either")
        f = by_hand(flow, a.softmax)
        if f:
            for n in f.body:
                if isinstance(n, ast.Assign) and any(name_of(c) == "max" for c in ast.walk(n)):
                    yield Mutant(["naive-exponentials"], "weights", [p.remove(n)],
                                 [f.body[-1], a.softmax], verdict="either")


@mutation
def no_softmax(flow):
    p = flow.p
    for a in flow.attentions:
        node = flow.softmax_argument(a.softmax)
        x = argument(flow, a)
        near = [a.softmax, a.context] if a.context is not None else [a.softmax]
        statement = p.statement(a.softmax)
        # Where rows are divided by their sums later, they still are.
        divided = any(name_of(n) == "sum" for n in ast.walk(p.scope(a.softmax)))
        ids = ["no-softmax", "divided-by-sum"] if divided else ["no-softmax"]
        yield Mutant(ids, "weights", [p.replace(a.softmax, p.text(node))], near)
        yield Mutant(["exponentials-not-divided"], "weights",
                     [p.replace(a.softmax, f"torch.exp({p.text(node)})")], near)
        yield Mutant(["divided-by-sum"], "weights", [p.replace(
            a.softmax, f"({x} / {x}.sum(dim=-1, keepdim=True))")], near)


@mutation
def other_functions(flow):
    p = flow.p
    for a in flow.attentions:
        sm, x = a.softmax, argument(flow, a)
        text = p.text(sm)
        yield Mutant(["softmax-twice"], "weights",
                     [p.replace(sm, f"torch.softmax({text}, dim=-1)")])
        statement = p.statement(sm)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) \
                and statement.value is sm:
            name = statement.targets[0].id
            yield Mutant(["softmax-twice"], "weights",
                         [p.after(statement, f"{name} = torch.softmax({name}, dim=-1)")], [sm])
        yield Mutant(["sigmoid-weights"], "weights", [p.replace(sm, f"torch.sigmoid({x})")])
        if name_of(sm) == "softmax":
            new = text.replace(".softmax(", ".log_softmax(", 1)
            if new != text and not self_attr(sm.func):
                yield Mutant(["log-softmax"], "weights", [p.replace(sm, new)])
        value = flow.attribute(sm.func) if self_attr(sm.func) else None
        if value is not None:
            yield Mutant(["log-softmax"], "weights", [p.replace(
                value.func, p.text(value.func).replace("Softmax", "LogSoftmax"))], [sm])
            yield Mutant(["sigmoid-weights"], "weights",
                         [p.replace(value, "nn.Sigmoid()")], [sm])
