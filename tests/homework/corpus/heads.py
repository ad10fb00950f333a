"""Mistakes about splitting into heads and putting them together (census 38 to
46, 48, 56 to 63)."""

import ast
import dataclasses

from .flow import TURNS, is_module, name_of, self_attr
from .program import Mutant
from .registry import mutation
from .sizes import Sizes

VIEWS = {"view", "reshape"}


@dataclasses.dataclass
class Split:
    """t.view(B, T, H, D) and the transpose or permute that follows it."""
    view: ast.Call
    turn: ast.Call
    scope: ast.AST

    @property
    def nested(self):
        return self.turn.func.value is self.view


def method(node, names):
    """Is this a method call on a tensor with one of the names?"""
    return (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            and node.func.attr in names and not is_module(node.func.value)
            and not self_attr(node.func))


def arguments(view):
    args = view.args
    if len(args) == 1 and isinstance(args[0], (ast.Tuple, ast.List)):
        args = args[0].elts
    return args


def splits(flow):
    """All splits, in order."""
    p = flow.p
    found = []
    for node in ast.walk(p.tree):
        if not method(node, TURNS - {"t"}) or len(node.args) < 2:
            continue
        receiver = node.func.value
        if isinstance(receiver, ast.Name):
            d = flow.definition(receiver)
            receiver = d.value if d and d.kind == "assign" else None
        if method(receiver, VIEWS) and len(arguments(receiver)) in (4, 5):
            # Not the merge of a (B * heads, ...) tensor.
            first = arguments(receiver)[0]
            if isinstance(first, ast.UnaryOp):
                continue
            found.append(Split(receiver, node, p.scope(node)))
    return sorted(found, key=lambda s: p.start(s.turn))


def groups(flow):
    """The splits of one function together: q, k and v."""
    out = {}
    for s in splits(flow):
        out.setdefault(s.scope, []).append(s)
    return list(out.values())


def merges(flow):
    """(turn, view or None) behind the product with the values."""
    found = []
    split = {s.turn for s in splits(flow)}
    contexts = {a.context for a in flow.attentions} | {
        n for n in ast.walk(flow.p.tree) if name_of(n) == "scaled_dot_product_attention"}
    turns = [n for n in ast.walk(flow.p.tree) if method(n, TURNS - {"t"}) and n not in split]
    for turn in turns:
        chain = []
        flow.back(turn.func.value, chain)
        reached = any(c in chain for c in contexts if c is not None)
        # A helper, or the result of another module.
        if not reached:
            receiver = turn.func.value
            d = flow.definition(receiver) if isinstance(receiver, ast.Name) else None
            if d and (d.kind == "unpack" and isinstance(d.value, ast.Call)
                      and isinstance(d.value.func, ast.Name)
                      and any(a.context is not None and a.context.lineno for a in flow.attentions
                              if a.context and flow.p.scope(a.context).name == d.value.func.id)):
                reached = True
            if d and d.kind == "assign" and method(d.value, VIEWS) \
                    and isinstance(arguments(d.value)[0], ast.UnaryOp):
                reached = True
        if not reached:
            continue
        view = None
        for node in ast.walk(flow.p.scope(turn)):
            if method(node, VIEWS | {"flatten"}):
                chain = []
                flow.back(node.func.value, chain)
                if turn in chain or node.func.value is turn:
                    view = node
                    break
        found.append((turn, view))
    return found


def receiver_text(p, call):
    """What a method is called on, in brackets where it needs them."""
    text = p.text(call.func.value)
    return f"({text})" if isinstance(call.func.value, ast.BinOp) else text


def drop_turn(p, s, view_text=None):
    """Edits that take the transpose away and write the view anew."""
    tail = ""
    if [p.text(a) for a in s.turn.args] == ["0", "2", "3", "1"]:
        tail = ".transpose(2, 3)"      # the keys' own turn stays
    if s.nested:
        return [p.replace(s.turn, (view_text or p.text(s.view)) + tail)]
    edits = []
    statement = p.statement(s.turn)
    if (isinstance(statement, ast.Assign) and statement.value is s.turn
            and p.text(statement.targets[0]) == receiver_text(p, s.turn)):
        edits.append(p.remove(statement))
    else:
        edits.append(p.replace(s.turn, receiver_text(p, s.turn)))
    if view_text:
        edits.append(p.replace(s.view, view_text))
    return edits


def viewed(p, s, order):
    """The view with its sizes in another order."""
    args = [p.text(a) for a in arguments(s.view)]
    how = s.view.func.attr
    if any(f".{cut}(" in p.source for cut in ("chunk", "split")):
        how = "reshape"      # a part of a fused result is not contiguous
    return f"{receiver_text(p, s.view)}.{how}({', '.join(args[i] for i in order)})"


def product_marks(flow):
    return [a.scores for a in flow.attentions]


@mutation
def heads_first(flow):
    p = flow.p
    for group in groups(flow):
        orders = [(0, 2, 1, 3) if len(arguments(s.view)) == 4 else (2, 0, 3, 1, 4) for s in group]
        whole = [e for s, o in zip(group, orders) for e in drop_turn(p, s, viewed(p, s, o))]
        yield Mutant(["heads-first-view"], "heads", whole)
        # The same the other way round at the end: the context is viewed back.
        for turn, view in merges(flow):
            if view is not None and p.scope(turn) is group[0].scope:
                yield Mutant(["heads-first-view"], "heads",
                             whole + [p.become(turn, receiver_text(p, turn))])
        if len(group) > 1:
            for s, o in zip(group, orders):
                yield Mutant(["heads-first-view"], "heads", drop_turn(p, s, viewed(p, s, o)))


@mutation
def over_heads(flow):
    """The transposes are left out: tokens are batched, heads attend."""
    p = flow.p
    for group in groups(flow):
        if any(len(arguments(s.view)) == 5 for s in group):
            continue
        edits = [e for s in group for e in drop_turn(p, s)]
        near = product_marks(flow) + [s.view for s in group]
        yield Mutant(["attention-over-heads"], "heads", edits, near)
        merge = [(t, v) for t, v in merges(flow) if v is not None]
        if merge:
            more = [p.become(t, receiver_text(p, t)) for t, v in merge]
            yield Mutant(["attention-over-heads"], "heads", edits + more, near)


@mutation
def split_discarded(flow):
    p = flow.p
    for group in groups(flow):
        def thrown(s):
            statement = p.statement(s.turn)
            if isinstance(statement, ast.Assign) and statement.value is s.turn \
                    and p.text(statement.targets[0]) == receiver_text(p, s.turn):
                return [p.replace(statement, p.text(s.turn))]
            return None
        edits = [thrown(s) for s in group]
        if all(edits) and len(edits) > 1:
            yield Mutant(["transpose-discarded", "split-transpose-discarded", "attention-over-heads"], "heads",
                         [e for es in edits for e in es],
                         product_marks(flow) + [s.view for s in group])
            for e in edits:
                yield Mutant(["transpose-discarded", "split-transpose-discarded"], "heads", e, product_marks(flow))


@mutation
def head_axis_last(flow):
    p = flow.p
    for group in groups(flow):
        edits = []
        for s in group:
            if len(arguments(s.view)) == 5:
                break
            new = viewed(p, s, (0, 1, 3, 2))
            if s.nested:
                edits.append(p.replace(s.turn, f"{new}.transpose(1, 3)"))
            else:
                edits += [p.replace(s.view, new),
                          p.replace(s.turn, f"{receiver_text(p, s.turn)}.transpose(1, 3)")]
        else:
            yield Mutant(["head-axis-last"], "heads", edits, product_marks(flow))


@mutation
def never_split(flow):
    p = flow.p
    for group in groups(flow):
        if any(len(arguments(s.view)) == 5 for s in group):
            continue
        edits = []
        for s in group:
            bare = receiver_text(p, s.view)
            if s.nested:
                edits.append(p.become(s.turn, bare))
            else:
                statement = p.statement(s.view)
                if p.text(statement.targets[0]) == bare:
                    edits += [p.remove(statement), p.remove(p.statement(s.turn))]
                else:
                    edits += [p.replace(s.view, bare)] + drop_turn(p, s)
        for t, v in merges(flow):
            edits.append(p.become(t, receiver_text(p, t)))
        last_axes = p.source.count("transpose(2, 3)") + p.source.count("permute(0, 1, 3, 2)")
        if not last_axes:
            yield Mutant(["heads-never-split"], "heads", edits, product_marks(flow), silent=True)


@mutation
def merge_forgotten(flow):
    p = flow.p
    for turn, view in merges(flow):
        marks = [view] if view is not None else []
        statement = p.statement(turn)
        body = getattr(p.parent[statement], "body", [])
        marks += [statement] + body[:body.index(statement)][-1:]
        yield Mutant(["merge-without-transpose"], "merged",
                     [p.become(turn, receiver_text(p, turn))], marks)
        statement = p.statement(turn)
        discarded = ["transpose-discarded", "merge-without-transpose"]
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            inner = statement.value
            while method(inner, {"contiguous"}):
                inner = inner.func.value
            if inner is turn:
                if receiver_text(p, turn) == name:
                    yield Mutant(discarded, "merged",
                                 [p.replace(statement, p.text(statement.value))], marks)
                else:
                    tail = p.text(turn)[len(receiver_text(p, turn)):]
                    plain = receiver_text(p, turn)
                    if isinstance(turn.func.value, ast.BinOp):
                        plain = p.text(turn.func.value)
                    yield Mutant(discarded, "merged", [
                        p.replace(statement.value, plain),
                        p.after(statement, f"{name}{tail}")], marks)
    # einsum writes the context with the heads first.
    for a in flow.attentions:
        node = a.context
        if name_of(node) == "einsum" and isinstance(node.args[0], ast.Constant):
            text = node.args[0].value
            left, right = text.split("->")
            letters = right.split() if " " in right.strip() else list(right.strip())
            if len(letters) == 4 and "h" in letters and letters.index("h") == 2:
                letters[1], letters[2] = letters[2], letters[1]
                new = f"{left}->" + "".join(letters)
                yield Mutant(["merge-without-transpose"], "merged",
                             [p.replace(node.args[0], f'"{new}"')])


@mutation
def merge_layouts(flow):
    p = flow.p
    for turn, view in merges(flow):
        marks = [view] if view is not None else []
        base = receiver_text(p, turn)
        needs = "" if "reshape" in p.source or "contiguous" in p.text(p.statement(turn)) else ""
        if flow.rank == 4 or name_of(view) == "reshape":
            yield Mutant(["merge-interleaved"], "merged",
                         [p.replace(turn, f"{base}.permute(0, 2, 3, 1)")], marks)
            yield Mutant(["merge-head-order"], "merged",
                         [p.replace(turn, f"{base}.permute(1, 2, 0, 3)")], marks)
    for node in ast.walk(p.tree):
        if name_of(node) == "rearrange" and len(node.args) > 1:
            pattern = node.args[1].value
            if pattern.endswith("(h d)"):
                yield Mutant(["merge-interleaved"], "merged", [p.replace(
                    node.args[1], repr(pattern.replace("(h d)", "(d h)")))])
                x = p.text(node.args[0])
                yield Mutant(["merge-without-transpose"], "merged", [p.replace(
                    node, f"{x}.reshape({x}.shape[0], {x}.shape[2], -1)")])
                yield Mutant(["heads-averaged"], "merged", [p.replace(
                    node, f"{x}.mean(dim=1)")])
            elif pattern.startswith("b n (h d)"):
                pass
    splits_by_pattern = [n for n in ast.walk(p.tree) if name_of(n) == "rearrange"
                         and n.args[1].value.startswith("b n (h d)")]
    if splits_by_pattern:
        yield Mutant(["heads-first-view"], "heads", [p.replace(
            n, f"{p.text(n.args[0])}.reshape({p.text(n.args[0])}.shape[0], self.heads, "
               f"{p.text(n.args[0])}.shape[1], -1)") for n in splits_by_pattern])
        yield Mutant(["attention-over-heads"], "heads", [p.replace(
            n.args[1], repr("b n (h d) -> b n h d")) for n in splits_by_pattern],
            product_marks(flow))
        yield Mutant(["head-axis-last"], "heads", [p.replace(
            n.args[1], repr("b n (d h) -> b h d n")) for n in splits_by_pattern],
            product_marks(flow))


@mutation
def view_after_transpose(flow):
    p = flow.p
    for turn, view in merges(flow):
        if view is None:
            continue
        if name_of(view) == "view":
            for node in ast.walk(p.scope(turn)):
                if method(node, {"contiguous"}) and p.start(node) >= p.start(turn) - 400:
                    chain = []
                    flow.back(node, chain)
                    if turn in chain:
                        yield Mutant(["view-after-transpose"], "merged",
                                     [p.replace(node, p.text(node.func.value))], [view])
                        break
        elif name_of(view) == "reshape":
            text = p.text(view)
            at = len(receiver_text(p, view))
            yield Mutant(["view-after-transpose"], "merged",
                         [p.replace(view, text[:at] + text[at:].replace(".reshape(", ".view(", 1))])


@mutation
def key_transpose(flow):
    p = flow.p
    for a in flow.attentions:
        k = a.k
        marks = [a.scores]
        if method(k, TURNS) or isinstance(k, ast.Attribute) and k.attr in ("T", "mT"):
            base = p.text(k.func.value if isinstance(k, ast.Call) else k.value)
            forms = {4: [".transpose(1, 2)", ".T", "", ".transpose(1, 3)", ".transpose(0, 1)"],
                     3: [".T", "", ".transpose(0, 1)", ".transpose(0, 2)"],
                     2: [""]}[flow.rank]
            for form in forms:
                yield Mutant(["wrong-key-transpose"], "scores", [p.replace(k, base + form)], marks)
        elif isinstance(k, ast.Name):
            # Turned where it was split: permute(0, 2, 3, 1).
            for c in a.chains["k"]:
                if method(c, {"permute"}) and [p.text(x) for x in c.args] == ["0", "2", "3", "1"]:
                    for order in ("0, 2, 1, 3", "0, 3, 2, 1"):
                        yield Mutant(["wrong-key-transpose"], "scores", [p.replace(
                            c, f"{receiver_text(p, c)}.permute({order})")], marks)


def known_before(flow, text, place):
    """Is an attribute set before a place in __init__?"""
    owner = flow.p.class_of(place)
    value = flow.attributes.get((owner, text[len("self."):])) if text.startswith("self.") else place
    return value is not None and flow.p.start(value) <= flow.p.start(place)


def final_layers(flow):
    """Layer calls (or products with a parameter) whose input is the context."""
    p = flow.p
    made = {pr.node for a in flow.attentions for pr in a.projections.values()}
    for node in ast.walk(p.tree):
        layer = isinstance(node, ast.Call) and flow.is_layer(node.func) and node.args
        product = flow.is_product(node) and len(flow.operands(node)) == 2 \
            and flow.is_parameter(flow.operands(node)[1])
        if node in made or not (layer or product):
            continue
        given, weight = (node.args[0], node.func) if layer else flow.operands(node)
        chain = []
        end = flow.back(given, chain)
        joined = {"cat", "concat", "scaled_dot_product_attention"}
        made_of = {name_of(c) for c in chain if isinstance(c, ast.Call)}
        if made_of & joined or end is not None and (
                flow.is_product(end) or isinstance(end, ast.Call) and flow.is_layer(end.func)):
            yield node, given, weight


@mutation
def out_projection(flow):
    p = flow.p
    for node, given, weight in final_layers(flow):
        ids = ["out-projection-missing"]
        statement = p.statement(node)
        marks = [node]
        body = p.parent[statement].body
        at = body.index(statement)
        marks += body[at + 1:at + 2] + body[max(0, at - 1):at]
        yield Mutant(ids, "output", [p.replace(node, p.text(given))], marks)
        if isinstance(statement, ast.Return) and statement.value is node \
                and isinstance(given, ast.Name):
            yield Mutant(ids + ["layer-discarded"], "output", [p.replace(
                statement, p.text(node)), p.after(statement, f"return {given.id}")], marks)
        elif isinstance(statement, ast.Assign) and p.text(statement.targets[0]) == p.text(given):
            yield Mutant(ids + ["layer-discarded"], "output",
                         [p.replace(statement, p.text(node))], marks)
            yield Mutant(ids, "output", [p.remove(statement)], marks)
        # Applied twice.
        text = p.text(node)
        if isinstance(node, ast.Call) and flow.is_layer(node.func) and not isinstance(
                node.func, ast.Subscript):
            yield Mutant(["output-projected-twice", "projected-twice"], "output",
                         [p.replace(node, f"{p.text(node.func)}({text})")], silent=True)
            value = flow.attribute(node.func)
            sizes = Sizes(flow)
            heads = sizes.heads(value)
            if value is not None and len(value.args) >= 2 and heads \
                    and known_before(flow, heads[0], value):
                yield Mutant(["out-projection-size"], "output", [p.replace(
                    value.args[0], f"{heads[0]} * {p.text(value.args[0])}")], [node, value])
                head = [n for n in sizes.head(value)]
                if head and known_before(flow, head[0], value):
                    yield Mutant(["out-projection-size"], "output",
                                 [p.replace(value.args[0], head[0])], [node, value])
        if flow.is_product(node) and not isinstance(weight, ast.Subscript):
            yield Mutant(["output-weight-not-transposed", "weight-not-transposed"], "output",
                         [p.replace(weight, p.text(weight) + ".T")], agreed=True)
            yield Mutant(["output-projected-twice", "projected-twice"], "output",
                         [p.replace(node, f"{text} @ {p.text(weight)}"
                                    if isinstance(node, ast.BinOp) else
                                    f"torch.matmul({text}, {p.text(weight)})")], silent=True)


@mutation
def d_out_per_head(flow):
    """The size of a head is that of all of them."""
    p = flow.p
    for node in ast.walk(p.tree):
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)):
            continue
        statement = p.statement(node)
        if getattr(p.scope(node), "name", "") != "__init__" or not isinstance(statement, ast.Assign):
            continue
        name = p.text(statement.targets[0])
        users = [n for n in ast.walk(p.tree) if isinstance(n, (ast.Name, ast.Attribute))
                 and p.text(n) == name and p.start(n) > p.end(statement)
                 and isinstance(n.ctx, ast.Load)]
        views = [n for n in users if method(p.parent[n], VIEWS)]
        edit = [p.replace(node, p.text(node.left))]
        if statement.value is not node or all(in_scale(p, n) for n in users):
            yield Mutant(["scale-by-model-size"], "scaled", edit, users[:6])
        else:
            yield Mutant(["d-out-per-head"], "heads", edit, (views or users)[:6])


def in_scale(p, node):
    """Whether a size is read for its root."""
    parent = p.parent[node]
    return (isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Pow)
            or name_of(parent) in ("sqrt", "rsqrt", "pow", "tensor"))


def cats(flow):
    for node in ast.walk(flow.p.tree):
        if name_of(node) in ("cat", "concat") and node.args:
            yield node


@mutation
def heads_combined(flow):
    p = flow.p
    for node in cats(flow):
        heads = p.text(node.args[0])
        module = p.text(node.func.value) if isinstance(node.func, ast.Attribute) else "torch"
        for ids, text in ((["heads-summed"], f"{module}.stack({heads}).sum(dim=0)"),
                          (["heads-summed"], f"sum({heads})"),
                          (["heads-averaged"], f"{module}.stack({heads}, dim=0).mean(dim=0)"),
                          (["heads-averaged"], f"sum({heads}) / len({heads})"),
                          (["heads-maximum"], f"{module}.stack({heads}).max(dim=0).values")):
            yield Mutant(ids, "merged", [p.replace(node, text)])
        yield Mutant(["merge-interleaved"], "merged", [p.replace(
            node, f"{module}.stack({heads}, dim=-1).flatten(-2)")])
        # Every head reads what the one before it made.
        first = node.args[0]
        statement = p.statement(node)
        if isinstance(first, ast.ListComp) and isinstance(first.elt, ast.Call):
            x = p.text(first.elt.args[0])
            g = first.generators[0]
            lines = ["results = []", f"for {p.text(g.target)} in {p.text(g.iter)}:",
                     f"    {x} = {p.text(first.elt)}", f"    results.append({x})"]
            yield Mutant(["heads-in-a-row", "input-overwritten"], "projections", [
                p.before(statement, ("\n" + p.indent(statement)).join(lines)),
                p.replace(first, "results")])
    for loop in ast.walk(p.tree):
        if not isinstance(loop, ast.For):
            continue
        for n in ast.walk(loop):
            if (name_of(n) == "append" and isinstance(n.args[0], ast.Call)
                    and isinstance(n.args[0].func, ast.Name) and n.args[0].args):
                call = n.args[0]
                x = p.text(call.args[0])
                statement = p.statement(n)
                if isinstance(loop.target, ast.Name) and loop.target.id == call.func.id:
                    yield Mutant(["heads-in-a-row", "input-overwritten"], "projections", [
                        p.before(statement, f"{x} = {p.text(call)}"),
                        p.replace(call, x)], [loop])


@mutation
def plain_list(flow):
    p = flow.p
    for node in ast.walk(p.tree):
        if name_of(node) != "ModuleList":
            continue
        statement = p.statement(node)
        if node.args:
            if isinstance(statement, ast.Return):
                yield Mutant(["heads-in-plain-list"], "projections",
                             [p.replace(node, p.text(node.args[0]))])
                continue
            yield Mutant(["heads-in-plain-list"], "projections",
                         [p.replace(node, p.text(node.args[0]))])
            made = node.args[0]
            if isinstance(made, ast.ListComp):
                count = made.generators[0].iter
                if name_of(count) == "range":
                    yield Mutant(["same-head-repeated", "heads-alike"], "projections", [p.replace(
                        made, f"[{p.text(made.elt)}] * {p.text(count.args[0])}")])
        else:
            yield Mutant(["heads-in-plain-list"], "projections", [p.replace(node, "[]")])


@mutation
def alike(flow):
    """The seed is set inside every head."""
    p = flow.p
    lists = [n for n in ast.walk(p.tree) if name_of(n) == "ModuleList"]
    made = {name_of(n) for l in lists for n in ast.walk(p.scope(l)) if isinstance(n, ast.Call)}
    for node in ast.walk(p.tree):
        if isinstance(node, ast.ClassDef) and node.name in made:
            for f in node.body:
                if isinstance(f, ast.FunctionDef) and f.name == "__init__":
                    for seed in ("0", "123"):
                        yield Mutant(["heads-alike"], "projections",
                                     [p.after(f.body[0], f"torch.manual_seed({seed})")],
                                     [f.body[1]])


@mutation
def after_split(flow):
    """Layers of the head's size, applied after the split."""
    p = flow.p
    sizes = Sizes(flow)
    for group in groups(flow):
        edits, linears = [], []
        for s in group:
            layer = s.view.func.value
            if not (isinstance(layer, ast.Call) and self_attr(layer.func)
                    and flow.is_layer(layer.func)):
                break
            x = p.text(layer.args[0])
            tail = p.text(s.view)[len(p.text(layer)):]
            edits.append(p.replace(s.view, f"{p.text(layer.func)}({x}{tail})"))
            value = flow.attribute(layer.func)
            head = sizes.head(value)
            if not head or len(value.args) < 2:
                break
            edits += [p.replace(value.args[0], head[0]), p.replace(value.args[1], head[0])]
        else:
            if edits:
                yield Mutant(["project-after-split"], "projections", edits)
