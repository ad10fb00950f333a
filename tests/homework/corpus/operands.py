"""Mistakes about what goes into the products (census 49 to 55, 65, 72 to 78)."""

import ast

from .flow import TURNS, name_of, self_attr
from .heads import method
from .program import Mutant
from .registry import mutation


def core(flow, node):
    """The name under a turned or used operand: keys in keys.transpose(1, 2)."""
    turned = False
    while True:
        if method(node, TURNS):
            node, turned = node.func.value, True
        elif isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
            node, turned = node.value, True
        else:
            break
    return (node if isinstance(node, ast.Name) else None), turned


def is_einsum(a):
    return name_of(a.scores) == "einsum"


def trio(flow, a):
    """The names of q, k and v, each with the shape that the others have."""
    q, _ = core(flow, a.q)
    k, turned = core(flow, a.k)
    v, _ = core(flow, a.v) if a.v is not None else (None, False)
    if k is not None and not turned and not is_einsum(a):
        k = None
    return q, k, v


def set_before(flow, name, place):
    """May a name be read at a place, with the value that it has at its use?"""
    if name is None or flow.p.scope(name) is not flow.p.scope(place):
        return False
    d = flow.definition(name)
    at = flow.p.start(flow.p.statement(place))
    return d is not None and (d.kind == "param" or flow.p.end(d.statement) <= at)


# What PyTorch cannot part, section 8 of the census: the layer or the operand.
SAME = {
    "keys-through-query-layer": ["queries-times-queries"],
    "values-through-key-layer": ["keys-as-values"],
    "values-through-query-layer": ["queries-as-values"],
    "queries-times-queries": ["keys-through-query-layer"],
    "keys-as-values": ["values-through-key-layer"],
    "queries-as-values": ["values-through-query-layer"],
    "keys-times-keys": ["queries-through-key-layer"],
    "query-value-product": ["keys-through-value-layer"],
    "queries-through-value-layer": ["query-value-product"],
}


def ids_of(name):
    return [name] + SAME.get(name, [])


@mutation
def layers(flow):
    """One layer stands where another belongs."""
    p = flow.p
    for a in flow.attentions:
        pr = a.projections
        if set(pr) != {"q", "k", "v"}:
            continue
        texts = {r: p.text(x.weight) for r, x in pr.items()}
        marks = [a.scores]
        cases = (("keys-through-query-layer", {"k": "q"}),
                 ("values-through-key-layer", {"v": "k"}),
                 ("values-through-query-layer", {"v": "q"}),
                 ("queries-through-value-layer", {"q": "v"}))
        if len(set(texts.values())) == 3:
            for name, change in cases:
                yield Mutant(ids_of(name), "projections", [
                    p.replace(pr[r].weight, texts[o]) for r, o in change.items()])
            yield Mutant(["one-layer-for-qkv"], "projections", [
                p.replace(pr["k"].weight, texts["q"]), p.replace(pr["v"].weight, texts["q"])])
            yield Mutant(["one-layer-for-qkv"], "projections", [
                p.replace(pr["q"].weight, texts["k"]), p.replace(pr["v"].weight, texts["k"])])
            # Weights that are handed over by name cannot change places.
            if any(isinstance(x.weight, ast.Name) for x in pr.values()):
                return
            yield Mutant(["layers-exchanged"], "renamed", [
                p.replace(pr["q"].weight, texts["k"]), p.replace(pr["k"].weight, texts["q"])],
                verdict="right")
            yield Mutant(["layers-exchanged"], "renamed", [
                p.replace(pr["k"].weight, texts["v"]), p.replace(pr["v"].weight, texts["k"])],
                verdict="right")
        elif all(x.part for x in pr.values()):
            statements = {r: x.part[0] for r, x in pr.items()}
            if len({id(s) for s in statements.values()}) == 1 and isinstance(
                    statements["q"], ast.Assign):
                statement = statements["q"]
                names = [p.text(t) for t in statement.targets[0].elts] if isinstance(
                    statement.targets[0], ast.Tuple) else None
                if names and len(names) == 3:
                    by = {r: names[pr[r].part[1]] for r in pr}
                    forms = [(ids_of(n), [f"{by[r]} = {by[o]}" for r, o in c.items()])
                             for n, c in cases]
                    forms.append((["one-layer-for-qkv"],
                                  [f"{by['k']} = {by['q']}", f"{by['v']} = {by['q']}"]))
                    for ids, lines in forms:
                        yield Mutant(ids, "projections", [p.after(statement, *lines)], [statement])
                    order = ", ".join([names[1], names[0], names[2]])
                    yield Mutant(["layers-exchanged"], "renamed",
                                 [p.replace(statement.targets[0], order)], verdict="right")
                if isinstance(statement.value, ast.Tuple) and all(
                        isinstance(e, ast.Subscript) for e in statement.value.elts):
                    parts = [e.slice for e in statement.value.elts]
                    for name, places in (("keys-through-query-layer", (0, 0, 2)),
                                         ("values-through-key-layer", (0, 1, 1)),
                                         ("values-through-query-layer", (0, 1, 0)),
                                         ("one-layer-for-qkv", (0, 0, 0))):
                        yield Mutant(ids_of(name), "projections", [
                            p.replace(s, str(n)) for s, n in zip(parts, places)
                            if p.text(s) != str(n)])


@mutation
def products(flow):
    p = flow.p
    for a in flow.attentions:
        q, k, v = trio(flow, a)
        made = bool(a.projections)
        if not made:
            continue
        near = [a.scores]
        if k is not None and v is not None and set_before(flow, v, a.scores):
            yield Mutant(ids_of("query-value-product"), "scores", [p.replace(k, v.id)], near)
        if k is not None and v is not None and set_before(flow, k, a.context):
            yield Mutant(ids_of("keys-as-values"), "context", [p.replace(v, k.id)], [a.context])
        if q is not None and v is not None and set_before(flow, q, a.context):
            yield Mutant(ids_of("queries-as-values"), "context", [p.replace(v, q.id)], [a.context])
        if q is not None and k is not None:
            if p.scope(q) is p.scope(k):
                yield Mutant(ids_of("keys-times-keys"), "scores", [p.replace(q, k.id)], near)
                yield Mutant(ids_of("queries-times-queries"), "scores", [p.replace(k, q.id)], near)
                yield Mutant(["keys-times-queries", "layers-exchanged"], "scores",
                             [p.replace(q, k.id), p.replace(k, q.id)], near, verdict="either")


@mutation
def weights_turned(flow):
    """The weights are transposed in front of the values."""
    p = flow.p
    for a in flow.attentions:
        if a.context is None or name_of(a.context) == "einsum":
            continue
        w = flow.operands(a.context)[0]
        if isinstance(w, ast.Name):
            for turn in (".transpose(-2, -1)", ".T" if flow.rank == 2 else ".swapaxes(-1, -2)"):
                yield Mutant(["weights-transposed"], "context", [p.replace(w, w.id + turn)],
                             [a.context])


@mutation
def input_changed(flow):
    """The input itself is written to."""
    p = flow.p
    for a in flow.attentions:
        scope, x = forward_of(flow, a)
        if scope is None or scope.name != "forward":
            continue
        first = scope.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            first = scope.body[1]
        for line in (f"{x} += torch.arange({x}.shape[-1]) / 100", f"{x}[..., 0] = 1.0"):
            yield Mutant(["input-changed"], None, [p.before(first, line)])


def inputs_of(flow, a):
    return [x.input for x in a.projections.values()]


@mutation
def values(flow):
    p = flow.p
    for a in flow.attentions:
        v = a.projections.get("v")
        if v is None:
            continue
        if v.part is None:
            yield Mutant(["values-not-projected"], "projections",
                         [p.replace(v.node, p.text(v.input))], [a.context])
        elif isinstance(v.part[0], ast.Assign) and isinstance(v.part[0].targets[0], ast.Tuple):
            name = p.text(v.part[0].targets[0].elts[v.part[1]])
            yield Mutant(["values-not-projected"], "projections",
                         [p.after(v.part[0], f"{name} = {p.text(v.input)}")], [a.context])
        if isinstance(a.v, ast.Name) and isinstance(v.input, ast.Name) \
                and p.scope(v.input) is p.scope(a.v):
            yield Mutant(["values-not-projected"], "projections",
                         [p.replace(a.v, v.input.id)], [a.context])


@mutation
def random_matrices(flow):
    p = flow.p
    for a in flow.attentions:
        nodes = {id(x.node): x.node for x in a.projections.values()}.values()
        if not nodes:
            continue
        for form in ("torch.randn_like({})", "torch.rand({}.shape)"):
            edits = [p.replace(n, form.format(
                p.text(n) if isinstance(n, ast.Call) else f"({p.text(n)})")) for n in nodes]
            yield Mutant(["input-unused"], "projections", edits)
        # The values are no more the input's than the others.
        sizes = [(n, flow.attribute(n.func)) for n in nodes
                 if isinstance(n, ast.Call) and self_attr(n.func)]
        if sizes and len(sizes) == len(nodes):
            edits = []
            for n, value in sizes:
                x = p.text(n.args[0])
                edits.append(p.replace(
                    n, f"torch.randn({x}.shape[0], {x}.shape[1], {p.text(n.func)}.weight.shape[0])"))
            if flow.rank > 2:
                yield Mutant(["input-unused"], "projections", edits)


@mutation
def twice(flow):
    p = flow.p
    if not flow.entry.get("square"):
        return
    for a in flow.attentions:
        pr = {id(x.node): x for x in a.projections.values()}.values()
        edits = []
        for x in pr:
            if isinstance(x.node, ast.Call) and x.part is None and flow.rank == 4:
                edits.append(p.replace(x.node, f"{p.text(x.weight)}({p.text(x.node)})"))
        if edits:
            yield Mutant(["projected-twice"], "projections", edits, silent=True)
            yield Mutant(["projected-twice"], "projections", edits[:1], silent=True)


@mutation
def transposed(flow):
    p = flow.p
    for a in flow.attentions:
        pr = a.projections
        if set(pr) != {"q", "k", "v"} or any(x.part for x in pr.values()):
            continue
        if all(flow.is_product(x.node) for x in pr.values()):
            tail = ".T" if "MHA" not in flow.entry.get("build", "") else ".transpose(-2, -1)"
            yield Mutant(["weight-not-transposed"], "projections", [
                p.replace(x.weight, p.text(x.weight) + tail) for x in pr.values()])
            yield Mutant(["weight-not-transposed"], "projections", [
                p.replace(pr["v"].weight, p.text(pr["v"].weight) + tail)])
        elif all(self_attr(x.weight) for x in pr.values()):
            yield Mutant(["weight-not-transposed"], "projections", [
                p.replace(x.node, f"({p.text(x.input)} @ {p.text(x.weight)}.weight)")
                for x in pr.values()])


def forward_of(flow, a):
    """The method that gets the input, and that argument's name."""
    pr = list(a.projections.values())
    if not pr:
        return None, None
    scope = flow.p.scope(pr[0].input)
    if not isinstance(scope, ast.FunctionDef) or not isinstance(pr[0].input, ast.Name):
        return None, None
    return scope, pr[0].input.id


@mutation
def global_input(flow):
    p = flow.p
    tensors = [s.targets[0].id for s in p.tree.body if isinstance(s, ast.Assign)
               and isinstance(s.targets[0], ast.Name) and isinstance(s.value, ast.Call)
               and name_of(s.value) in ("tensor", "stack", "rand", "randn")]
    for a in flow.attentions:
        scope, x = forward_of(flow, a)
        if scope is None:
            continue
        nodes = {id(n): n for n in inputs_of(flow, a)
                 if isinstance(n, ast.Name) and n.id == x}.values()
        for name in tensors:
            yield Mutant(["global-for-argument"], "projections",
                         [p.replace(n, name) for n in nodes])
        owner = p.class_of(scope) or scope
        if not tensors:
            shape = "(6, 3)" if flow.rank == 2 else "(2, 6, 3)"
            first = p.before(owner, f"sentence = torch.rand{shape}\n\n")
            yield Mutant(["global-for-argument"], "projections",
                         [first] + [p.replace(n, "sentence") for n in nodes])


@mutation
def across_batch(flow):
    """Tokens and batch items change places, and back at the end."""
    p = flow.p
    for a in flow.attentions:
        scope, x = forward_of(flow, a)
        if scope is None or flow.rank == 2 or scope.name != "forward":
            continue
        returns = [n for n in ast.walk(scope) if isinstance(n, ast.Return)]
        plain = [q for q in scope.args.args if q.arg != "self"]
        if len(returns) != 1 or len(plain) > 1 or flow.entry["assignment"] == "multi-head-stacked":
            continue
        first = scope.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            first = scope.body[1]
        value = returns[0].value
        text = p.text(value)
        if isinstance(value, ast.BinOp):
            text = f"({text})"
        yield Mutant(["attention-across-batch"], "projections", [
            p.before(first, f"{x} = {x}.transpose(0, 1)"),
            p.replace(value, f"{text}.transpose(0, 1)")], [a.scores, a.softmax])
        yield Mutant(["attention-across-batch"], "projections", [
            p.before(first, f"{x} = {x}.permute(1, 0, 2)"),
            p.replace(value, f"{text}.permute(1, 0, 2)")], [a.scores, a.softmax])


@mutation
def batch_axis(flow):
    p = flow.p
    for node in ast.walk(p.tree):
        if (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
                and len(node.targets[0].elts) == 3
                and (isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
                     or name_of(node.value) == "size")
                and isinstance(p.scope(node), ast.FunctionDef)):
            names = [p.text(e) for e in node.targets[0].elts]
            yield Mutant(["batch-axis-missing"], "projections",
                         [p.replace(node.targets[0], f"{names[1]}, {names[2]}")])


@mutation
def first_item(flow):
    p = flow.p
    for a in flow.attentions:
        scope, x = forward_of(flow, a)
        if scope is None or flow.rank == 2:
            continue
        nodes = {id(n): n for n in inputs_of(flow, a)
                 if isinstance(n, ast.Name) and n.id == x}.values()
        first = scope.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            first = scope.body[1]
        yield Mutant(["first-item-only"], "projections", [p.before(first, f"{x} = {x}[:1]")],
                     [n for n in nodes])
        yield Mutant(["first-item-only", "batch-axis-missing"], "projections", [p.before(first, f"{x} = {x}[0]")],
                     [n for n in nodes])
        if a.context is not None and isinstance(a.v, ast.Name):
            yield Mutant(["first-item-only"], "context", [p.replace(a.v, f"{a.v.id}[:1]")],
                         [a.context])
        yield Mutant(["first-item-only"], "projections",
                     [p.replace(n, f"{x}[0]") for n in nodes])


@mutation
def other_argument(flow):
    """The second sequence is never read."""
    p = flow.p
    for a in flow.attentions:
        pr = a.projections
        if set(pr) != {"q", "k", "v"} or not all(isinstance(x.input, ast.Name) for x in pr.values()):
            continue
        x, y = pr["q"].input.id, pr["k"].input.id
        if x != y and pr["v"].input.id == y and p.scope(pr["q"].input) is p.scope(pr["k"].input):
            yield Mutant(["memory-ignored", "argument-unused"], "projections", [
                p.replace(pr["k"].input, x), p.replace(pr["v"].input, x)])
            yield Mutant(["queries-from-memory", "argument-unused"], "projections",
                         [p.replace(pr["q"].input, y)])
