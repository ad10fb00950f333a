"""Mistakes about the scale (census 1 to 10)."""

import ast
import dataclasses

from .flow import is_module, name_of, self_attr
from .program import Mutant
from .registry import mutation
from .sizes import Sizes


@dataclasses.dataclass
class Scale:
    """`tensor / number` or `tensor * number` (or the same with /= and *=).
    `root` is the node that takes the root, `size` what is under it, `inverse`
    whether the root's power is negative."""
    node: ast.AST
    tensor: ast.AST
    number: ast.AST
    divides: bool
    root: ast.AST
    size: ast.AST
    inverse: bool
    before: bool      # on q, in front of the product
    attention: object


def find_root(flow, node, depth=0):
    """The root inside a number, through names: (root, size, inverse)."""
    if depth > 6 or node is None:
        return None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return node, node.left, isinstance(node.right, ast.UnaryOp)
    if name_of(node) == "sqrt":
        return node, node.args[0], False
    if name_of(node) in ("tensor", "float") and node.args:
        return find_root(flow, node.args[0], depth + 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return find_root(flow, node.right, depth + 1)
    if isinstance(node, ast.Attribute) and self_attr(node):
        return find_root(flow, flow.attribute(node), depth + 1)
    if isinstance(node, ast.Name):
        d = flow.definition(node)
        if d and d.kind == "assign":
            return find_root(flow, d.value, depth + 1)
    return None


def scales(flow):
    """Every place where the scores, or q before them, are scaled."""
    for a in flow.attentions:
        seen = set()
        for before, chain in ((False, a.chain), (True, a.chains.get("q", []))):
            for node in chain:
                if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Mult)):
                    pair = ((node.left, node.right), (node.right, node.left))
                    sides = pair[0] if flow.is_scalar(node.right) else pair[1]
                elif isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Div, ast.Mult)):
                    sides = (node.target, node.value)
                else:
                    continue
                tensor, number = sides
                root = find_root(flow, number)
                if not root or not flow.is_scalar(number) or node in seen:
                    continue
                seen.add(node)
                yield Scale(node, tensor, number, isinstance(node.op, ast.Div),
                            *root, before, a)


def bare(p, node):
    """An expression's text, in brackets where it must hold together."""
    text = p.text(node)
    if isinstance(node, (ast.BinOp, ast.UnaryOp)):
        return f"({text})"
    return text


def size_of(p, s):
    """The text under the root, as a number of Python."""
    size = s.size
    if name_of(size) == "tensor":
        size = size.args[0]
    return bare(p, size), size


def marks(s):
    return [s.node]


def swap_size(p, s, text):
    """The same root over another size."""
    _, size = size_of(p, s)
    if not text.replace("_", "a").replace(".", "a").isalnum() and not (
            text.endswith(")") or text.endswith("]")):
        text = f"({text})"
    return [p.replace(size, text)]


def known(flow, a, place, role):
    """Is the product's operand a plain name that is known at a place?"""
    node = getattr(a, role)
    return (isinstance(node, ast.Name) and p_scope(flow, node) is p_scope(flow, place)
            and flow.p.start(node) < flow.p.start(place))


def p_scope(flow, node):
    return flow.p.scope(node)


@mutation
def by_model_size(flow):
    p, sizes = flow.p, Sizes(flow)
    for s in scales(flow):
        old, size = size_of(p, s)
        for text in sizes.model(size) + sizes.d_in(size):
            if text != old.strip("()"):
                yield Mutant(["scale-by-model-size"], "scaled", swap_size(p, s, text), marks(s))
        projection = s.attention.projections.get("q")
        if projection and p.scope(projection.input) is p.scope(size):
            x = p.text(projection.input)
            if isinstance(projection.input, ast.Name) and p.start(projection.input) < p.start(size):
                yield Mutant(["scale-by-model-size"], "scaled",
                             swap_size(p, s, f"{x}.shape[-1]"), marks(s))


@mutation
def missing(flow):
    p = flow.p
    for s in scales(flow):
        places = [s.attention.scores, s.attention.softmax, s.node]
        if isinstance(s.node, ast.AugAssign):
            yield Mutant(["scale-missing"], "scaled", [p.remove(s.node)], places)
        else:
            yield Mutant(["scale-missing"], "scaled",
                         [p.become(s.node, p.text(s.tensor))], places)
        value = flow.attribute(s.number) if self_attr(s.number) else None
        if value is not None:
            yield Mutant(["scale-missing"], "scaled", [p.replace(value, "1.0")], places)


@mutation
def multiplied(flow):
    p = flow.p
    for s in scales(flow):
        op = "*" if s.divides else "/"
        if isinstance(s.node, ast.AugAssign):
            text = f"{p.text(s.tensor)} {op}= {p.text(s.number)}"
        else:
            left = p.text(s.tensor) if s.divides or s.node.left is s.tensor else bare(p, s.tensor)
            number = p.text(s.number)
            if isinstance(s.number, ast.BinOp) and not isinstance(s.number.op, ast.Pow):
                number = f"({number})"
            elif isinstance(s.tensor, ast.BinOp) and isinstance(s.tensor.op, ast.MatMult):
                left = f"({left})"
            text = f"{left} {op} {number}"
        yield Mutant(["scale-multiplied"], "scaled", [p.replace(s.node, text)], marks(s))
        # The other sign of the power, where it is written out.
        if isinstance(s.root, ast.BinOp):
            power = p.text(s.root.right)
            new = power[1:] if s.inverse else f"-{power}"
            yield Mutant(["scale-multiplied"], "scaled",
                         [p.replace(s.root.right, new)], marks(s))


@mutation
def by_tokens(flow):
    p, sizes = flow.p, Sizes(flow)
    for s in scales(flow):
        _, size = size_of(p, s)
        texts = list(sizes.tokens(size))[:1]
        if not s.before and p.scope(size) is p.scope(s.node):
            if isinstance(s.tensor, ast.Name) and p.statement(size) is p.statement(s.node):
                texts.append(f"{p.text(s.tensor)}.shape[-1]")
                texts.append(f"{p.text(s.tensor)}.size(-2)")
        if isinstance(size, ast.Subscript) or name_of(size) == "size":
            owner = size.value.value if isinstance(size, ast.Subscript) else size.func.value
            texts.append(f"{p.text(owner)}.shape[-2]")
        for text in dict.fromkeys(texts):
            yield Mutant(["scale-by-tokens"], "scaled", swap_size(p, s, text), marks(s))


@mutation
def by_batch(flow):
    p, sizes = flow.p, Sizes(flow)
    for s in scales(flow):
        _, size = size_of(p, s)
        texts = [n for n in sizes.unpacked(p.scope(size), size, 0) if n != "_"]
        if isinstance(size, ast.Subscript) and flow.rank > 2 and "bmm" not in p.source:
            texts.append(f"{p.text(size.value)}[0]")
        for text in dict.fromkeys(texts):
            yield Mutant(["scale-by-batch"], "scaled", swap_size(p, s, text), marks(s))


@mutation
def unasked(flow):
    """Plain dot products were asked for."""
    p = flow.p
    for a in flow.attentions:
        if a.projections or flow.entry["assignment"] != "context-vectors":
            continue
        x = p.text(a.q)
        text = p.text(a.scores)
        for form in (f"{text} / {x}.shape[-1] ** 0.5", f"({text}) / {x}.size(-1) ** 0.5"):
            yield Mutant(["scale-unasked"], "scores", [p.replace(a.scores, form)], [a.softmax])


@mutation
def by_heads(flow):
    p, sizes = flow.p, Sizes(flow)
    for s in scales(flow):
        old, size = size_of(p, s)
        for text in sizes.heads(size)[:2]:
            yield Mutant(["scale-by-heads"], "scaled", swap_size(p, s, text), marks(s))


@mutation
def without_root(flow):
    p = flow.p
    for s in scales(flow):
        size, _ = size_of(p, s)
        text = f"(1 / {size})" if s.inverse else size
        yield Mutant(["scale-without-root", "scale-twice"], "scaled",
                     [p.replace(s.root, text)], marks(s))
        if isinstance(s.root, ast.BinOp) and not s.inverse:
            yield Mutant(["scale-without-root", "scale-twice"], "scaled",
                         [p.replace(s.root.right, "1")], marks(s))


@mutation
def twice(flow):
    p = flow.p
    for s in scales(flow):
        if isinstance(s.node, ast.AugAssign):
            continue
        op = "/" if s.divides else "*"
        number = bare(p, s.number) if not isinstance(s.number, ast.Call) else p.text(s.number)
        ids = ["scale-twice", "scale-without-root"]
        yield Mutant(ids, "scaled",
                     [p.replace(s.node, f"({p.text(s.node)}) {op} {number}"
                                if isinstance(p.parent[s.node], (ast.Assign, ast.Return))
                                else f"(({p.text(s.node)}) {op} {number})")],
                     marks(s))
        a = s.attention
        # q is scaled as well, in the product itself.
        if (not s.before and isinstance(a.q, ast.Name) and p.scope(a.q) is p.scope(s.number)
                and _visible(flow, s.number, a.q)):
            yield Mutant(ids, "scaled",
                         [p.replace(a.q, f"({p.text(a.q)} {op} {number})")],
                         marks(s) + [a.scores])
        # And in a statement of its own after the product.
        statement = p.statement(s.node)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) \
                and not s.before and statement.value is s.node:
            name = statement.targets[0].id
            yield Mutant(ids, "scaled",
                         [p.after(statement, f"{name} = {name} {op} {number}")], marks(s))


def _visible(flow, number, place):
    """Are all names of an expression set before a place?"""
    for node in ast.walk(number):
        if isinstance(node, ast.Name) and node.id not in ("self", "math", "np", "torch"):
            d = flow.definition(node)
            if d is None or (d.kind != "param" and flow.p.start(d.statement)
                             > flow.p.start(flow.p.statement(place)) - 1):
                return False
    return True


@mutation
def root_of_root(flow):
    p = flow.p
    for s in scales(flow):
        text = p.text(s.root)
        call = text[:text.index("(")] if isinstance(s.root, ast.Call) else None
        if call and name_of(s.size) != "tensor":
            yield Mutant(["scale-root-of-root"], "scaled",
                         [p.replace(s.size, f"{call}({p.text(s.size)})")], marks(s))
        elif call:
            yield Mutant(["scale-root-of-root"], "scaled",
                         [p.replace(s.root, f"{call}({text})")], marks(s))
        else:
            size, node = size_of(p, s)
            yield Mutant(["scale-root-of-root"], "scaled",
                         [p.replace(node, f"({size} ** 0.5)")], marks(s))
            if not s.inverse:
                yield Mutant(["scale-root-of-root"], "scaled",
                             [p.replace(s.root.right, "0.25")], marks(s))


@mutation
def after_softmax(flow):
    p = flow.p
    for s in scales(flow):
        if isinstance(s.node, ast.AugAssign):
            continue
        op = "/" if s.divides else "*"
        number = bare(p, s.number)
        a = s.attention
        sm = a.softmax
        inside = p.start(sm) <= p.start(s.node) < p.end(sm)
        if p.scope(sm) is p.scope(s.number) and _visible(flow, s.number, sm):
            wrapped = [p.become(s.node, p.text(s.tensor))]
            if inside:
                text = p.text(sm)
                left = p.start(s.node) - p.start(sm)
                right = left + len(p.text(s.node).encode())
                raw = text.encode()
                text = (raw[:left] + p.text(s.tensor).encode() + raw[right:]).decode()
                wrapped = []
            else:
                text = p.text(sm)
            parent = p.parent[sm]
            new = f"{text} {op} {number}"
            if not isinstance(parent, (ast.Assign, ast.Return)):
                new = f"({new})"
            ids = ["scale-after-softmax"]
            if any(name_of(n) == "sum" for n in ast.walk(p.scope(sm))):
                ids.append("scale-missing")    # rows are made to sum to 1 again
            yield Mutant(ids, "scaled",
                         wrapped + [p.replace(sm, new)], [s.node, sm])
        # The values are scaled: the same numbers from another place.
        if isinstance(a.v, ast.Name) and p.scope(a.v) is p.scope(s.number) \
                and _visible(flow, s.number, a.v) and not inside:
            yield Mutant(["scale-after-softmax"], "scaled",
                         [p.become(s.node, p.text(s.tensor)),
                          p.replace(a.v, f"({p.text(a.v)} {op} {number})")], [s.node, a.context])


@mutation
def integer_division(flow):
    p = flow.p
    for s in scales(flow):
        root = p.text(s.root)
        ids = ["scale-integer-division"]
        if isinstance(s.node, ast.BinOp) and s.divides and s.root is s.number:
            yield Mutant(ids, "scaled",
                         [p.replace(s.node, f"{bare(p, s.tensor)} * (1 // {root})")], marks(s))
            yield Mutant(ids, "scaled",
                         [p.replace(s.node, f"{bare(p, s.tensor)} // {root}")], marks(s))
        parent = p.parent[s.root]
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Div) \
                and parent.right is s.root and isinstance(parent.left, ast.Constant):
            yield Mutant(ids, "scaled",
                         [p.replace(parent, f"{p.text(parent.left)} // {root}")], marks(s))
        if isinstance(s.root, ast.BinOp) and not s.inverse:
            yield Mutant(ids + ["scale-missing"], "scaled",
                         [p.replace(s.root.right, "(1//2)")], marks(s))
        if s.inverse:
            yield Mutant(ids, "scaled",
                         [p.replace(s.root, f"(1 // {bare(p, s.size)} ** 0.5)")], marks(s))
