"""Which expression is the model's width, the number of heads, of tokens, the
head size, at a given place of a program."""

import ast

from .flow import name_of, self_attr


class Sizes:
    def __init__(self, flow):
        self.f = flow
        self.p = flow.p

    def _divisions(self):
        """(target, A, B) of every A // B with sizes of the model."""
        for node in ast.walk(self.p.tree):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
                yield self.p.parent[node], node.left, node.right, node

    def _own(self, place):
        """{attribute: value} of the class around a place."""
        owner = self.p.class_of(place)
        return {n: v for (c, n), v in self.f.attributes.items() if c is owner}

    def _in_init(self, place):
        scope = self.p.scope(place)
        return getattr(scope, "name", "") == "__init__"

    def _spelled(self, place, wanted):
        """Ways to write, at a place, the number that __init__ writes `wanted`:
        the name itself in __init__, self.x in methods."""
        out = []
        if self._in_init(place):
            out.append(wanted)
        for name, value in self._own(place).items():
            if (not isinstance(value, ast.Call) and self.p.text(value) == wanted
                    and not self._in_init(place)):
                out.append("self." + name)
        return out

    def heads(self, place):
        out = []
        for parent, a, b, node in self._divisions():
            text = self.p.text(b)
            same_scope = self.p.scope(node) is self.p.scope(place)
            if same_scope:
                out.append(text)
            elif self_attr(b) and self.p.class_of(node) is self.p.class_of(place):
                out.append(text)
            elif self.p.class_of(node) is self.p.class_of(place):
                out += self._spelled(place, text)
        return list(dict.fromkeys(out))

    def model(self, place):
        """The width of all heads, or of the input."""
        out = []
        for parent, a, b, node in self._divisions():
            text = self.p.text(a)
            if self.p.scope(node) is self.p.scope(place):
                out.append(text)
            elif self.p.class_of(node) is self.p.class_of(place):
                out += self._spelled(place, text)
        scope = self.p.scope(place)
        out += [n for n in self.unpacked(scope, place, -1) if n != "_"]
        head = self.head(place)
        heads = self.heads(place)
        if head and heads and not out:
            out.append(f"({heads[0]} * {head[0]})")
        return list(dict.fromkeys(out))

    def head(self, place):
        out = []
        for parent, a, b, node in self._divisions():
            if isinstance(parent, ast.Assign) and parent.value is node:
                t = parent.targets[0]
                if self_attr(t) and self.p.class_of(node) is self.p.class_of(place):
                    out.append(self.p.text(t))
        return out

    def unpacked(self, scope, place, index):
        """Names that x.shape was unpacked into, by place."""
        out = []
        for node in ast.walk(scope):
            if (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
                    and self.p.start(node) < self.p.start(place)
                    and self.p.scope(node) is scope
                    and (isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
                         or name_of(node.value) == "size")):
                names = node.targets[0].elts
                if len(names) == 3:
                    out.append(self.p.text(names[index]))
        return out

    def tokens(self, place):
        return [n for n in self.unpacked(self.p.scope(place), place, 1) if n != "_"]

    def d_in(self, place):
        """The width of the input, where single heads are made."""
        out = [n for n in self.unpacked(self.p.scope(place), place, -1) if n != "_"]
        return out
