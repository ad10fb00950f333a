"""Rewrites that change nothing: names, order, spelling, layout."""

import ast

from .flow import is_module, name_of, self_attr
from .heads import VIEWS, groups, merges, method
from .mask import fills, masks, triangles
from .program import Mutant
from .registry import neutral
from .scale import bare, scales

WORDS = ["alpha", "beta", "gamma", "delta", "sigma", "omega", "rho", "tau", "phi", "psi",
         "eta", "zeta", "kappa", "lamb", "mu", "nu", "xi", "pi_", "theta", "chi", "ups",
         "aleph", "beth", "gimel", "daleth", "he_", "waw"]


def same(edits):
    return Mutant([], "neutral", edits, verdict="right")


@neutral
def local_names(flow):
    """Every variable of every function gets another name."""
    p = flow.p
    edits, words = [], iter(WORDS * 4)
    for f in ast.walk(p.tree):
        if not isinstance(f, ast.FunctionDef) or any(
                isinstance(n, (ast.FunctionDef, ast.Lambda)) for n in ast.walk(f) if n is not f):
            continue
        inner = {n.id for c in ast.walk(f) if isinstance(c, (ast.ListComp, ast.GeneratorExp))
                 for n in ast.walk(c) if isinstance(n, ast.Name)}
        stored = dict.fromkeys(n.id for n in ast.walk(f) if isinstance(n, ast.Name)
                               and isinstance(n.ctx, ast.Store))
        names = {n: next(words) for n in stored if n not in inner and n != "_"}
        arguments = {a.arg for a in f.args.args}
        for n in ast.walk(f):
            if isinstance(n, ast.Name) and n.id in names and n.id not in arguments:
                edits.append(p.replace(n, names[n.id]))
    if edits:
        yield same(edits)


@neutral
def matmul_spelled(flow):
    p = flow.p
    nodes = [n for n in ast.walk(p.tree) if isinstance(n, ast.BinOp)
             and isinstance(n.op, ast.MatMult)]
    inner = [n for n in nodes if not any(m is not n and n in ast.walk(m) for m in nodes)]
    if inner:
        yield same([p.replace(n, f"torch.matmul({p.text(n.left)}, {p.text(n.right)})")
                    for n in inner])
        yield same([p.replace(n, f"({p.text(n.left)}).matmul({p.text(n.right)})")
                    for n in inner[:1]])


@neutral
def reshape_for_view(flow):
    p = flow.p
    edits = []
    for n in ast.walk(p.tree):
        if method(n, {"view"}):
            raw = p.bytes[p.end(n.func.value):p.end(n.func)].decode()
            edits.append(type(p.replace(n, ""))(
                p.end(n.func.value), p.end(n.func), raw.replace("view", "reshape")))
    if edits:
        yield same(edits)


@neutral
def softmax_spelled(flow):
    p = flow.p
    for a in flow.attentions:
        x = p.text(flow.softmax_argument(a.softmax))
        text = p.text(a.softmax)
        for new in (f"torch.softmax({x}, -1)", f"({x}).softmax(dim=-1)",
                    f"torch.nn.Softmax(dim=-1)({x})", f"torch.nn.functional.softmax({x}, dim={flow.rank - 1})"):
            if new != text:
                yield same([p.replace(a.softmax, new)])
        y = x if isinstance(flow.softmax_argument(a.softmax), ast.Name) else f"({x})"
        yield same([p.replace(a.softmax, f"torch.softmax({y} - {y}.amax(dim=-1, keepdim=True), dim=-1)")])


@neutral
def key_turned(flow):
    p = flow.p
    for a in flow.attentions:
        k = a.k
        if method(k, {"transpose"}):
            base = p.text(k.func.value)
            last = {4: "permute(0, 1, 3, 2)", 3: "permute(0, 2, 1)"}.get(flow.rank)
            yield same([p.replace(k, f"{base}.swapaxes(-1, -2)")])
            yield same([p.replace(k, f"{base}.transpose({flow.rank - 1}, {flow.rank - 2})")])
            if last:
                yield same([p.replace(k, f"{base}.{last}")])
                yield same([p.replace(k, f"torch.transpose({base}, -2, -1)")])


@neutral
def scaled_elsewhere(flow):
    p = flow.p
    for s in scales(flow):
        if isinstance(s.node, ast.AugAssign) or s.before:
            continue
        a = s.attention
        op = "/" if s.divides else "*"
        number = bare(p, s.number)
        taken = p.become(s.node, p.text(s.tensor))
        root = f"({p.text(s.root)})"
        inverse = "/" if s.divides else "*"
        if isinstance(a.q, ast.Name) and p.scope(a.q) is p.scope(s.number) \
                and not (p.start(s.node) <= p.start(a.q) < p.end(s.node)):
            from .scale import _visible
            if _visible(flow, s.number, a.q):
                yield same([taken, p.replace(a.q, f"({p.text(a.q)} {op} {number})")])
                k = a.k
                statement = p.statement(a.scores)
                if isinstance(statement, ast.Assign) and statement.value is a.scores:
                    name = p.text(statement.targets[0])
                    yield same([taken, p.after(statement, f"{name} {op}= {p.text(s.number)}")
                                if not isinstance(s.number, ast.BinOp) or isinstance(s.number.op, ast.Pow)
                                else p.after(statement, f"{name} {op}= ({p.text(s.number)})")])
        if isinstance(s.root, ast.BinOp) and not s.inverse and s.divides:
            size = bare(p, s.size)
            yield same([p.replace(s.root, f"torch.sqrt(torch.tensor(float({size})))")])
            yield same([p.replace(s.root, f"(float({size}) ** 0.5)")])
        if s.root is s.number and s.divides:
            yield same([p.replace(s.node, f"{bare(p, s.tensor)} * (1.0 / {bare(p, s.root)})")])


@neutral
def mask_spelled(flow):
    p = flow.p
    for m in fills(flow):
        wrap = (lambda s: f"torch.tensor({s})") if m.kind == "where" else (lambda s: s)
        for text in ('float("-inf")', "-1e9", "-torch.inf", "torch.finfo(torch.float32).min"):
            if wrap(text) != p.text(m.fill):
                yield same([p.replace(m.fill, wrap(text))])
        if m.in_place and isinstance(p.parent[m.node], ast.Expr):
            text = p.text(m.node).replace(".masked_fill_(", ".masked_fill(", 1)
            yield same([p.replace(p.parent[m.node], f"{p.text(m.tensor)} = {text}")])
        elif m.kind == "fill" and isinstance(m.tensor, ast.Name):
            c = p.text(m.condition)
            yield same([p.replace(m.node, f"torch.where({c}, torch.tensor({p.text(m.fill)}), {m.tensor.id})")])
            statement = p.statement(m.node)
            if isinstance(statement, ast.Assign) and statement.value is m.node \
                    and p.text(statement.targets[0]) == m.tensor.id and "None" not in p.source:
                text = p.text(m.node).replace(".masked_fill(", ".masked_fill_(", 1)
                yield same([p.replace(statement, text)])
    for t in triangles(flow):
        node, name, d, source, function = t
        # One triangle for the other, where it is compared or made bool.
        for m in masks(flow):
            if m.kind == "fill" and name == "tril" and p.text(m.condition).endswith("== 0"):
                new = p.text(node).replace("tril", "triu", 1)
                new = new[:-1] + ", diagonal=1)" if function else new.replace("triu()", "triu(1)")
                yield same([p.replace(node, new),
                            p.replace(m.condition, p.text(m.condition)[:-1] + "1")])
                yield same([p.replace(m.condition, f"~({p.text(m.condition)[:-5].rstrip()}).bool()")])


@neutral
def said_aloud(flow):
    """Prints, comments and a text at the head."""
    p = flow.p
    for a in flow.attentions:
        statement = p.statement(a.softmax)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            yield same([p.after(statement, f"print(\"weights:\", {name}.shape)",
                                f"# each row of {name} adds up to 1")])
        if isinstance(statement.__class__, type) and p.scope(statement) is not p.tree:
            first = p.scope(statement).body[0]
            yield same([p.before(first, '"""Forward pass; see notes.txt. → ✓"""')])


@neutral
def returned_pair(flow):
    """The result gets a name of its own before it is returned."""
    p = flow.p
    edits = []
    for n in ast.walk(p.tree):
        if isinstance(n, ast.Return) and n.value is not None and not isinstance(
                n.value, (ast.Name, ast.Tuple)):
            edits += [p.before(n, f"outcome = {p.text(n.value)}"), p.replace(n.value, "outcome")]
    if edits:
        yield same(edits)


@neutral
def keywords(flow):
    p = flow.p
    edits = []
    for n in ast.walk(p.tree):
        if name_of(n) == "Linear" and len(n.args) == 2:
            edits += [p.replace(n.args[0], f"in_features={p.text(n.args[0])}"),
                      p.replace(n.args[1], f"out_features={p.text(n.args[1])}")]
    if edits:
        yield same(edits)


@neutral
def reordered(flow):
    """Two statements that do not need each other change places."""
    p = flow.p
    count = 0
    for f in ast.walk(p.tree):
        if not isinstance(f, ast.FunctionDef):
            continue
        for a, b in zip(f.body, f.body[1:]):
            if not (isinstance(a, ast.Assign) and isinstance(b, ast.Assign)):
                continue
            if not all(isinstance(t, (ast.Name, ast.Attribute)) for t in a.targets + b.targets):
                continue
            names = lambda s, kind: {p.text(n) for n in ast.walk(s)
                                     if isinstance(n, (ast.Name, ast.Attribute))
                                     and isinstance(n.ctx, kind)}
            if names(a, ast.Store) & (names(b, ast.Load) | names(b, ast.Store)) or \
                    names(b, ast.Store) & names(a, ast.Load):
                continue
            count += 1
            if count > 4:
                return
            yield same([p.replace(a, p.text(b)), p.replace(b, p.text(a))])


@neutral
def attributes_named(flow):
    """The layers have other names: numbers differ, as they go by name."""
    p = flow.p
    names = [n for (c, n), v in flow.attributes.items() if name_of(v) == "Linear"]
    if not names:
        return
    new = dict(zip(names, ["first", "second", "third", "fourth", "fifth"]))
    edits = []
    for n in ast.walk(p.tree):
        if self_attr(n) in new:
            edits.append(p.replace(n, "self." + new[self_attr(n)]))
    yield Mutant([], "renamed", edits, verdict="right")


@neutral
def extra_copies(flow):
    p = flow.p
    for a in flow.attentions:
        if isinstance(a.v, ast.Name):
            yield same([p.replace(a.v, f"{a.v.id}.contiguous()")])
        if a.context is not None and isinstance(p.statement(a.context), ast.Assign):
            yield same([p.replace(a.context, f"({p.text(a.context)}).clone()")])
