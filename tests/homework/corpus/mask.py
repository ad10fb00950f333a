"""Mistakes about the mask (census 18 to 37)."""

import ast
import dataclasses

from .flow import is_module, name_of, self_attr
from .program import Mutant
from .registry import mutation

INF = 'float("-inf")'


@dataclasses.dataclass
class Mask:
    """Where scores are masked: a fill, a torch.where, a sum with -inf, or a
    product with weights. `tensor` is what is masked, `condition` the mask as it
    is used, `fill` the number (None for sums and products)."""
    kind: str
    node: ast.AST
    tensor: ast.AST
    condition: ast.AST
    fill: ast.AST
    attention: object

    @property
    def in_place(self):
        return self.kind == "fill" and name_of(self.node).endswith("_")


def masks(flow):
    for a in flow.attentions:
        for node in list(a.chain):
            if name_of(node) in ("masked_fill", "masked_fill_"):
                yield Mask("fill", node, node.func.value, node.args[0], node.args[1], a)
            elif name_of(node) == "where" and len(node.args) == 3:
                yield Mask("where", node, node.args[1], node.args[0], node.args[2], a)
            elif (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)
                  and not flow.is_scalar(node.right)):
                yield Mask("sum", node, node.left, node.right, None, a)
        chain = []
        if a.context is not None:
            flow.back(flow.operands(a.context)[0], chain)
        for node in chain:
            if node is a.softmax:
                break
            if (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
                    and not flow.is_scalar(node.right) and not flow.is_scalar(node.left)):
                yield Mask("product", node, node.left, node.right, None, a)


def fills(flow):
    return (m for m in masks(flow) if m.fill is not None)


def operand(p, node):
    text = p.text(node)
    if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare)):
        return f"({text})"
    return text


def neighbours(m):
    """The steps before and after the mask: where a missing one is missed."""
    return [n for n in (m.attention.scores, m.node, m.attention.softmax) if n is not None]


def triangles(flow):
    """(call, "triu" or "tril", node of the diagonal or None, what it is cut from)"""
    for node in ast.walk(flow.p.tree):
        name = name_of(node)
        if name not in ("triu", "tril") or not isinstance(node.func, ast.Attribute):
            continue
        args = list(node.args)
        function = is_module(node.func.value)
        source = args.pop(0) if function else node.func.value
        diagonal = next((k.value for k in node.keywords if k.arg in ("diagonal", "k")), None)
        if args:
            diagonal = args[0]
        yield node, name, diagonal, source, function


def triangle_text(flow, t, name, diagonal):
    node, _, _, source, function = t
    p = flow.p
    if function:
        tail = f", diagonal={diagonal}" if diagonal else ""
        return f"{p.text(node.func.value)}.{name}({p.text(source)}{tail})"
    return f"{p.text(source)}.{name}({diagonal if diagonal else ''})"


def uses(flow):
    return [m.node for m in masks(flow)]


def without(flow, m):
    """The edits that take the mask away, leaving the tensor."""
    p = flow.p
    if m.in_place and isinstance(p.parent[m.node], ast.Expr):
        return [p.remove(p.parent[m.node])]
    statement = p.statement(m.node)
    if (isinstance(statement, ast.Assign) and statement.value is m.node
            and isinstance(m.tensor, ast.Name) and isinstance(statement.targets[0], ast.Name)
            and statement.targets[0].id == m.tensor.id):
        return [p.remove(statement)]
    bare = isinstance(p.parent[m.node], (ast.Assign, ast.Return))
    return [p.replace(m.node, p.text(m.tensor) if bare else operand(p, m.tensor))]


@mutation
def missing(flow):
    p = flow.p
    for m in masks(flow):
        ids = ["mask-missing", "argument-unused"] if asked(flow, m) else ["mask-missing"]
        yield Mutant(ids, "masked", without(flow, m), neighbours(m))
        statement = p.statement(m.node)
        parent = p.parent[statement]
        if isinstance(parent, ast.If) and len(parent.body) == 1:
            yield Mutant(ids, "masked", [p.remove(parent)], neighbours(m))


def asked(flow, m):
    """Is the mask an argument of forward()?"""
    for n in ast.walk(m.condition):
        if isinstance(n, ast.Name):
            d = flow.definition(n)
            if d and d.kind == "param" and n.id != "self":
                return True
    return False


@mutation
def after_softmax(flow):
    """The mask in front is taken away; what it hides is set to 0, or to -inf,
    in the weights."""
    p = flow.p
    for m in fills(flow):
        sm = m.attention.softmax
        if p.scope(sm) is not p.scope(m.node) or p.start(m.node) > p.start(sm):
            continue
        if isinstance(p.parent[p.statement(m.node)], ast.If):
            continue
        condition = p.text(m.condition)
        masked = m.kind == "fill"
        text = p.text(sm)
        statement = p.statement(sm)
        zero, infinite = (f".masked_fill({condition}, {v})" for v in ("0.0", INF))
        if not masked:
            zero, infinite = (f".masked_fill(~({condition}), {v})" for v in ("0.0", INF))
        for ids, tail in ((["mask-after-softmax"], zero), (["infinity-after-softmax"], infinite)):
            yield Mutant(ids, "masked",
                         without(flow, m) + [p.replace(sm, text + tail)], [m.node, sm])
        if isinstance(statement, ast.Assign) and statement.value is sm \
                and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            keep = f"(~({condition})).float()" if masked else f"({condition}).float()"
            if "==" in condition:
                keep = f"(({condition}) == 0)" if masked else f"({condition})"
            yield Mutant(["mask-after-softmax"], "masked",
                         without(flow, m) + [p.after(statement, f"{name} = {name} * {keep}")],
                         [m.node, sm])
            yield Mutant(["renormalised-over-queries"], "masked",
                         without(flow, m) + [p.after(
                             statement, f"{name} = {name} * {keep}",
                             f"{name} = {name} / {name}.sum(dim=-2, keepdim=True)")],
                         [m.node, sm])
            yield Mutant([], "masked", without(flow, m) + [p.after(
                statement, f"{name} = {name} * {keep}",
                f"{name} = {name} / {name}.sum(dim=-1, keepdim=True)")], [], verdict="right")


@mutation
def renormalised(flow):
    """Row sums over another axis, or no new sums at all."""
    p = flow.p
    for m in masks(flow):
        if m.kind != "product":
            continue
        scope = p.scope(m.node)
        for n in ast.walk(scope):
            if name_of(n) != "sum" or p.start(n) < p.start(m.node):
                continue
            statement = p.statement(n)
            body = scope.body
            later = body[body.index(statement) + 1:body.index(statement) + 2]
            for k in n.keywords:
                if k.arg in ("dim", "axis"):
                    for axis in ("-2", str(flow.rank - 2)):
                        yield Mutant(["renormalised-over-queries"], "masked",
                                     [p.replace(k.value, axis)], later + [m.node])
        for n in ast.walk(scope):
            if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div) and p.start(n) > p.start(m.node):
                yield Mutant(["mask-after-softmax"], "masked",
                             [p.replace(n, p.text(n.left))], [m.node, m.attention.softmax])


@mutation
def diagonal(flow):
    p = flow.p
    for t in triangles(flow):
        node, name, d, source, _ = t
        own, late = (("0", "2") if name == "triu" else ("-1", "1"))
        yield Mutant(["mask-hides-itself"], "masked",
                     [p.replace(node, triangle_text(flow, t, name, own))], uses(flow))
        if name == "triu":
            yield Mutant(["mask-hides-itself"], "masked",
                         [p.replace(node, triangle_text(flow, t, name, ""))], uses(flow))
        yield Mutant(["mask-one-late"], "masked",
                     [p.replace(node, triangle_text(flow, t, name, late))], uses(flow))
    for m in masks(flow):
        for n in compared(flow, m.condition):
            if isinstance(n.ops[0], ast.Gt):
                yield Mutant(["mask-hides-itself"], "masked", [p.replace(
                    n, f"{p.text(n.left)} >= {p.text(n.comparators[0])}")], [m.node])
                yield Mutant(["mask-one-late"], "masked", [p.replace(
                    n, f"{p.text(n.left)} > {p.text(n.comparators[0])} + 1")], [m.node])
                yield Mutant(["mask-inverted"], "masked", [p.replace(
                    n, f"{p.text(n.left)} < {p.text(n.comparators[0])}")], [m.node])


def compared(flow, condition):
    """Comparisons inside a condition, through names."""
    out = [n for n in ast.walk(condition) if isinstance(n, ast.Compare)]
    for n in ast.walk(condition):
        if isinstance(n, ast.Name):
            d = flow.definition(n)
            if d and d.kind == "assign":
                out += [c for c in ast.walk(d.value) if isinstance(c, ast.Compare)]
    return out


def is_given(flow, condition):
    """Whether a mask is an argument of the function that uses it."""
    names = [n for n in ast.walk(condition) if isinstance(n, ast.Name)]
    kinds = [flow.definition(n) for n in names if n.id != "torch"]
    return bool(kinds) and all(d is not None and d.kind == "param" for d in kinds)


@mutation
def inverted(flow):
    p = flow.p
    ids = ["mask-inverted", "mask-convention"]
    for m in masks(flow):
        # What 1 means in a mask that is handed in is the caller's to say.
        agreed = is_given(flow, m.condition)
        for n in compared(flow, m.condition):
            if isinstance(n.ops[0], ast.Eq) and isinstance(n.comparators[0], ast.Constant):
                value = n.comparators[0]
                other = "1" if value.value == 0 else "0"
                yield Mutant(ids, "masked", [p.replace(value, other)], [m.node], agreed=agreed)
                yield Mutant(ids, "masked", [p.replace(
                    n, f"{p.text(n.left)} != {p.text(value)}")], [m.node], agreed=agreed)
                if value.value == 0:
                    yield Mutant(ids, "masked", [p.replace(
                        n, f"{p.text(n.left)}.bool()")], [m.node], agreed=agreed)
        if m.kind == "fill" and not any(isinstance(n, ast.Compare) for n in ast.walk(m.condition)):
            yield Mutant(ids, "masked", [p.replace(
                m.condition, f"~{operand(p, m.condition)}")], [m.node], agreed=agreed)
        if m.kind == "fill" and not isinstance(m.condition, ast.Compare):
            yield Mutant(ids, "masked", [p.replace(
                m.condition, f"{operand(p, m.condition)} == 0")], [m.node], agreed=agreed)
        if m.kind == "where":
            yield Mutant(ids, "masked", [
                p.replace(m.tensor, p.text(m.fill)), p.replace(m.fill, p.text(m.tensor))],
                [m.node], agreed=agreed)
        if m.kind == "product":
            yield Mutant(ids, "masked", [p.replace(
                m.condition, f"(1 - {p.text(m.condition)})")], [m.node], agreed=agreed)
    for t in triangles(flow):
        node, name, d, _, _ = t
        new = "tril" if name == "triu" else "triu"
        yield Mutant(ids, "masked", [p.replace(node, triangle_text(flow, t, new, ""))], uses(flow))
        if name == "tril":
            yield Mutant(ids, "masked",
                         [p.replace(node, triangle_text(flow, t, new, "1"))], uses(flow))


@mutation
def discarded(flow):
    """The filled copy is not kept."""
    p = flow.p
    for m in fills(flow):
        ids = ["masked-fill-discarded", "mask-missing"]
        if m.in_place and isinstance(p.parent[m.node], ast.Expr):
            text = p.text(m.node).replace(".masked_fill_(", ".masked_fill(", 1)
            yield Mutant(ids, "masked", [p.replace(m.node, text)], neighbours(m))
        statement = p.statement(m.node)
        if (isinstance(statement, ast.Assign) and statement.value is m.node
                and isinstance(m.tensor, ast.Name)
                and p.text(statement.targets[0]) == m.tensor.id):
            yield Mutant(ids, "masked", [p.replace(statement, p.text(m.node))], neighbours(m))
    for m in masks(flow):
        statement = p.statement(m.node)
        if (m.kind == "sum" and isinstance(statement, ast.Assign) and statement.value is m.node
                and p.text(statement.targets[0]) == p.text(m.tensor)):
            yield Mutant(["mask-missing", "masked-fill-discarded"], "masked",
                         [p.replace(statement, p.text(m.node))], neighbours(m))


@mutation
def fill_values(flow):
    p = flow.p
    zero = ["mask-filled-with-zero", "mask-filled-with-tiny"]
    for m in fills(flow):
        wrap = (lambda s: f"torch.tensor({s})") if m.kind == "where" else (lambda s: s)
        for text in ("0", "0.0", 'float("0")'):
            yield Mutant(zero, "masked", [p.replace(m.fill, wrap(text))], [m.node])
        for text in ("1e-9", "1e-10"):
            yield Mutant(zero[::-1], "masked", [p.replace(m.fill, wrap(text))], [m.node])
        for text in ('float("inf")', "torch.inf", '-float("-inf")', "1e9"):
            yield Mutant(["mask-plus-infinity"], "masked", [p.replace(m.fill, wrap(text))], [m.node])
        yield Mutant(["mask-filled-with-nan"], "masked",
                     [p.replace(m.fill, wrap('float("nan")'))], [m.node])
    for t in triangles(flow):
        node, name, d, source, _ = t
        if name_of(source) == "full" and isinstance(source.args[1], ast.Call):
            # An additive mask.
            fill = source.args[1]
            yield Mutant(["mask-plus-infinity"], "masked",
                         [p.replace(fill, 'float("inf")')], uses(flow))
            yield Mutant(["mask-added-as-flags"], "masked",
                         [p.replace(fill, "1.0")], uses(flow))
            size = p.text(source.args[0])
            module = p.text(source.func.value)
            ones = f"{module}.ones({size})"
            yield Mutant(["zero-times-infinity"], "masked", [p.replace(
                node, f"{module}.triu({ones}, diagonal=1) * {INF}")], uses(flow))


@mutation
def arithmetic(flow):
    """A 0/1 mask added to or multiplied with the scores, -inf times a mask."""
    p = flow.p
    for m in fills(flow):
        condition, tensor = operand(p, m.condition), operand(p, m.tensor)
        flags = f"({condition}).float()"
        if m.kind == "where":
            blocked, keep = f"(1 - {flags})", flags
        else:
            blocked, keep = flags, f"(1 - {flags})"
        if not isinstance(p.parent[p.statement(m.node)], ast.FunctionDef) and \
                not isinstance(p.parent[p.statement(m.node)], ast.If):
            continue
        forms = ((["mask-added-as-flags"], f"{tensor} + {blocked}"),
                 (["mask-added-as-flags"], f"{tensor} + {keep}"),
                 (["mask-filled-with-zero", "mask-filled-with-tiny"], f"{tensor} * {keep}"),
                 (["zero-times-infinity"], f"{tensor} + {blocked} * {INF}"))
        for ids, text in forms:
            if m.in_place:
                yield Mutant(ids, "masked", [p.replace(
                    p.parent[m.node], f"{p.text(m.tensor)} = {text}")], [m.node])
            else:
                yield Mutant(ids, "masked", [p.replace(m.node, text)], [m.node])
        # A mask of 0 and -inf, read as one of 0 and 1.
        if m.kind == "fill" and isinstance(m.tensor, ast.Name) and not asked(flow, m):
            name = m.tensor.id
            made = f"torch.triu(torch.full(({name}.shape[-2], {name}.shape[-1]), {INF}), diagonal=1)"
            ids = ["additive-mask-as-flags", "mask-inverted", "mask-convention"]
            yield Mutant(ids, "masked", [p.replace(m.condition, f"{made} == 0")], [m.node])
            statement = p.parent[m.node] if m.in_place else m.node
            text = f"{name} + (1 - {made}) * -1e9"
            if m.in_place:
                text = f"{name} = {text}"
            yield Mutant(ids[:1], "masked", [p.replace(statement, text)], [m.node])
    for m in masks(flow):
        if m.kind == "sum":
            tensor, additive = p.text(m.tensor), p.text(m.condition)
            yield Mutant(["additive-mask-as-flags"], "masked", [p.replace(
                m.node, f"{tensor} + (1 - {additive}) * -1e9")])
            yield Mutant(["additive-mask-as-flags", "mask-inverted", "mask-convention"], "masked", [p.replace(
                m.node, f"{tensor}.masked_fill({additive} == 0, {INF})")])
            yield Mutant(["zero-times-infinity"], "masked", [p.replace(
                m.node, f"{tensor} * ({additive} == 0) + ({additive} != 0) * {INF}")])


@mutation
def not_cut(flow):
    """The whole context_length mask."""
    p = flow.p
    for node in ast.walk(p.tree):
        if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Tuple):
            continue
        if not all(isinstance(e, ast.Slice) for e in node.slice.elts):
            continue
        if not any(self_attr(n) for n in ast.walk(node.value)):
            continue
        yield Mutant(["mask-not-cut"], "masked", [p.replace(node, p.text(node.value))], uses(flow))


@mutation
def axes(flow):
    """A mask argument of the wrong rank, or laid on the queries."""
    p = flow.p
    for node in ast.walk(p.tree):
        if name_of(node) != "unsqueeze" or not isinstance(node.func, ast.Attribute):
            continue
        inner = node.func.value
        base = inner.func.value if name_of(inner) == "unsqueeze" else inner
        if not isinstance(base, ast.Name):
            continue
        d = flow.definition(base)
        if not d or d.kind != "param":
            continue
        given = d.value.args.args
        if len(given) < 2 or base.id == given[1].arg:
            continue
        if name_of(inner) == "unsqueeze":
            yield Mutant(["mask-on-query-rows"], "masked",
                         [p.replace(node.args[0], "3")], uses(flow))
            yield Mutant(["mask-on-query-rows"], "masked",
                         [p.replace(node, f"{base.id}[:, None, :, None]")], uses(flow))
            # Right for whoever hands over a mask with one axis more.
            yield Mutant(["mask-without-head-axis"], "masked",
                         [p.replace(node, f"{base.id}.unsqueeze(1)")], uses(flow), verdict="either")
            yield Mutant(["mask-without-head-axis"], "masked",
                         [p.replace(node, f"{base.id}[:, None, :]")], uses(flow), verdict="either")
        elif isinstance(p.parent[node], ast.Assign):
            statement = p.statement(node)
            outer = p.parent[statement]
            yield Mutant(["mask-without-head-axis"], "masked", [p.remove(
                outer if isinstance(outer, ast.If) and len(outer.body) == 1 else statement)],
                uses(flow), verdict="either")


def fused_calls(flow):
    return [n for n in ast.walk(flow.p.tree)
            if name_of(n) == "scaled_dot_product_attention"]


@mutation
def fused(flow):
    """Mistakes in the call that does it all."""
    p = flow.p
    for call in fused_calls(flow):
        causal = next((k for k in call.keywords if k.arg == "is_causal"), None)
        given = next((k for k in call.keywords if k.arg == "attn_mask"), None)
        if causal is None:
            continue
        yield Mutant(["mask-missing"], "masked", [p.replace(causal.value, "False")])
        q = p.text(call.args[0])
        ones = f"torch.ones({q}.size(-2), {q}.size(-2), dtype=torch.bool)"
        forms = ((["mask-convention", "mask-inverted"], f"{ones}.triu(diagonal=1)"),
                 (["mask-hides-itself"], f"{ones}.tril(diagonal=-1)"),
                 (["mask-one-late"], f"{ones}.tril(diagonal=1)"),
                 (["mask-added-as-flags"], f"{ones}.triu(diagonal=1).float()"),
                 (["mask-added-as-flags"], f"{ones}.tril().float()"))
        for ids, text in forms:
            if given is not None:
                yield Mutant(ids, "masked", [p.replace(given.value, text),
                                             p.replace(causal.value, "False")])
        yield Mutant([], "masked", [p.replace(given.value, f"{ones}.tril()"),
                                    p.replace(causal.value, "False")], verdict="right")
        names = [p.text(a) for a in call.args[:3]]
        if len(names) == 3:
            v, k = call.args[2], call.args[1]
            yield Mutant(["keys-as-values", "values-through-key-layer"], "context",
                         [p.replace(v, names[1])])
            yield Mutant(["query-value-product", "keys-through-value-layer"], "scores", [p.replace(k, names[2])])
            yield Mutant(["queries-times-queries", "keys-through-query-layer"], "scores",
                         [p.replace(k, names[0])])
            yield Mutant(["queries-as-values", "values-through-query-layer"], "context",
                         [p.replace(v, names[0])])
        drop = next((k for k in call.keywords if k.arg == "dropout_p"), None)
        if drop is not None and self_attr_dropout(flow):
            yield Mutant(["dropout-in-eval"], "dropout",
                         [p.replace(drop.value, f"self.{self_attr_dropout(flow)}")])
            yield Mutant(["dropout-unused"], "dropout", [p.replace(drop.value, "0.0")],
                         [call])


def self_attr_dropout(flow):
    """The attribute that keeps the dropout's probability as a number."""
    for (_, name), value in flow.attributes.items():
        if isinstance(value, ast.Name) and "drop" in value.id:
            return name
    return None
