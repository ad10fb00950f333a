"""A learner's program as text with its syntax tree; edits keep the layout."""

import ast
import dataclasses


@dataclasses.dataclass
class Edit:
    """`text` in place of the bytes from `start` to `end`."""
    start: int
    end: int
    text: str


@dataclasses.dataclass
class Mutant:
    """A program with one mistake. `ids` are the names that are right for it,
    the truest first; `marks` are statements of the original that may be named
    as its place beside the edited ones. `verdict` is "wrong", "right", or
    "either": a checker may pass it, with or without a remark."""
    ids: list
    stage: str
    edits: list
    marks: list = dataclasses.field(default_factory=list)
    verdict: str = "wrong"
    silent: bool = False    # dropped where it stops with an error
    agreed: bool = False    # right if the caller means it so: "either" if it runs


class Program:
    def __init__(self, source):
        self.source = source
        self.bytes = source.encode()
        self.tree = ast.parse(source)
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.parent = {}
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                self.parent[child] = node

    def start(self, node):
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node):
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node):
        return self.bytes[self.start(node):self.end(node)].decode()

    def up(self, node, kinds):
        """The nearest node around `node` (itself first) of one of the kinds."""
        while node is not None and not isinstance(node, kinds):
            node = self.parent.get(node)
        return node

    def statement(self, node):
        return self.up(node, ast.stmt)

    def scope(self, node):
        """The function around a node, or the module."""
        node = self.parent.get(node)
        return self.up(node, (ast.FunctionDef, ast.Module))

    def class_of(self, node):
        return self.up(node, ast.ClassDef)

    def indent(self, statement):
        line = self.bytes[self.starts[statement.lineno - 1]:self.start(statement)]
        return line.decode()

    # Edits ----------------------------------------------------------------

    def replace(self, node, text):
        """An operand keeps its binding: brackets come from the caller."""
        return Edit(self.start(node), self.end(node), text)

    def remove(self, statement):
        """Takes a statement's lines away; a block left empty gets `pass`."""
        parent = self.parent[statement]
        blocks = [b for b in (getattr(parent, n, None)
                              for n in ("body", "orelse", "finalbody"))
                  if isinstance(b, list) and statement in b]
        if blocks and len(blocks[0]) == 1:
            return self.replace(statement, "pass")
        start = self.starts[statement.lineno - 1]
        end = self.starts[statement.end_lineno]
        return Edit(start, end, "")

    def become(self, node, text):
        """Puts text in a node's place; no `x = x` is left."""
        statement = self.parent[node]
        if (isinstance(statement, ast.Assign) and statement.value is node
                and [self.text(t) for t in statement.targets] == [text]):
            return self.remove(statement)
        return self.replace(node, text)

    def before(self, statement, line):
        """A new line in front of a statement, indented alike."""
        at = self.starts[statement.lineno - 1]
        return Edit(at, at, self.indent(statement) + line + "\n")

    def after(self, statement, *lines):
        at = self.starts[statement.end_lineno]
        pad = "" if self.bytes[at - 1:at] == b"\n" else "\n"
        return Edit(at, at, pad + "".join(
            self.indent(statement) + line + "\n" for line in lines))

    def apply(self, edits, marks=()):
        """The new source and the lines that the edits and marks stand in."""
        edits = sorted(edits, key=lambda e: (e.start, e.end))
        for a, b in zip(edits, edits[1:]):
            if a.end > b.start:
                raise ValueError("edits overlap")
        out, at = [], 0
        for edit in edits:
            out += [self.bytes[at:edit.start], edit.text.encode()]
            at = edit.end
        out.append(self.bytes[at:])
        source = b"".join(out)

        def moved(byte):
            shift = 0
            for edit in edits:
                if edit.end <= byte:
                    shift += len(edit.text.encode()) - (edit.end - edit.start)
            return byte + shift

        spans = []
        shift = 0
        for edit in edits:
            size = len(edit.text.encode())
            line_gone = not edit.text and self.bytes[edit.start:edit.end].endswith(b"\n")
            spans.append((edit.start + shift, edit.start + shift + size, line_gone))
            shift += size - (edit.end - edit.start)
        lines = set()
        tree = ast.parse(source.decode())
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        line_of = lambda byte: max(i for i, s in enumerate(starts) if s <= byte) + 1
        whole = [n for n in ast.walk(tree) if isinstance(n, ast.stmt)
                 and not hasattr(n, "body")]
        for start, end, line_gone in spans:
            touched = range(line_of(start), line_of(max(start, end - 1)) + 1)
            if line_gone:
                # What is left out has no line: the steps around the gap.
                ends = [n for n in whole if n.end_lineno < touched[0]]
                begins = [n for n in whole if n.lineno >= touched[0]]
                near = ([max(ends, key=lambda n: n.end_lineno)] if ends else []) + (
                    [min(begins, key=lambda n: n.lineno)] if begins else [])
                for n in near:
                    lines.update(range(n.lineno, n.end_lineno + 1))
            for n in whole:
                if n.lineno <= touched[-1] and n.end_lineno >= touched[0]:
                    lines.update(range(n.lineno, n.end_lineno + 1))
            lines.update(touched)
        for mark in marks:
            byte = self.start(mark)
            if not any(e.start <= byte < e.end for e in edits):
                line = line_of(moved(byte))
                lines.add(line)
                for n in whole:
                    if n.lineno <= line <= n.end_lineno:
                        lines.update(range(n.lineno, n.end_lineno + 1))
        return source.decode(), sorted(lines)
