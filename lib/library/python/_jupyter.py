"""How a notebook shows the last value of a cell."""

from collections import Counter, OrderedDict, defaultdict, deque

_WIDTH = 79
_MOST = 1000       # items of one list


class _Group:
    """What stands between two brackets: on one line, or broken after each comma."""

    def __init__(self, depth):
        self.depth, self.broken, self.waiting = depth, False, 0


class _Layout:
    """Lines of at most 79 columns. What might still be broken waits; if it gets too long, the
    outermost group that waits is broken."""

    def __init__(self):
        self.out, self.column, self.indent = [], 0, 0
        self.waiting, self.width = [], 0                # (text, the group of a blank, its indent)
        self.open = [_Group(0)]
        self.by_depth = [[self.open[0]]]
        self.around = []

    def text(self, text):
        if self.waiting:
            self.wait(text, None)
        else:
            self.write(text)

    def write(self, text):
        self.out.append(text)
        self.column += len(text)

    def wait(self, text, group):
        self.waiting.append((text, group, self.indent))
        self.width += len(text)
        while self.column + self.width > _WIDTH:
            group = self.next_to_break()
            if group is None:
                return
            self.break_up(group)

    def newline(self, indent):
        self.out.append("\n" + " " * indent)
        self.column = indent

    def blank(self):
        group = self.open[-1]
        if group.broken:
            self.release()
            self.newline(self.indent)
        else:
            group.waiting += 1
            self.wait(" ", group)

    def release_one(self):
        text, group, indent = self.waiting.pop(0)
        self.width -= len(text)
        if group is not None:
            group.waiting -= 1
        if group is not None and group.broken:
            self.newline(indent)
        else:
            self.write(text)

    def release(self):
        while self.waiting:
            self.release_one()

    def next_to_break(self):
        for groups in self.by_depth:
            for group in reversed(groups):
                if group.waiting:
                    groups.remove(group)
                    group.broken = True
                    return group
            for group in groups:
                group.broken = True
            groups.clear()
        return None

    def break_up(self, group):
        while group.waiting:
            self.release_one()
        while self.waiting and self.waiting[0][1] is None:
            self.release_one()

    def must_break(self):
        """A new line in the text of a value, such as a tensor."""
        group = self.next_to_break()
        if group is not None:
            self.break_up(group)
        self.release()
        self.newline(self.indent)

    def group(self, begin, end, write):
        self.text(begin)
        group = _Group(self.open[-1].depth + 1)
        self.open.append(group)
        while len(self.by_depth) <= group.depth:
            self.by_depth.append([])
        self.by_depth[group.depth].append(group)
        self.indent += len(begin)
        write()
        self.indent -= len(begin)
        self.open.pop()
        if not group.waiting and group in self.by_depth[group.depth]:
            self.by_depth[group.depth].remove(group)
        self.text(end)

    def items(self, begin, end, items, show):
        def write():
            for i, item in enumerate(items):
                if i > 0:
                    self.text(",")
                    self.blank()
                if i == _MOST:
                    self.text("...")
                    return
                show(item)
            if begin == "(" and len(items) == 1:
                self.text(",")
        self.group(begin, end, write)

    def pair(self, item):
        self.value(item[0])
        self.text(": ")
        self.value(item[1])

    def call(self, name, *arguments):
        self.items(name + "(", ")", arguments, self.value)

    def value(self, value):
        show = _SHOWN.get(type(value))
        if show is None and isinstance(value, type):
            self.text(_class_name(value))
        elif show is None:
            text = repr(value)
            plain = f"<{_class_name(type(value))} object at "
            self.plain(text.replace(" object at ", " at ", 1) if text.startswith(plain) else text)
        elif any(value is other for other in self.around):
            self.text({list: "[...]", tuple: "(...)", dict: "{...}"}.get(type(value), "..."))
        else:
            self.around.append(value)
            show(self, value)
            self.around.pop()

    def plain(self, text):
        def write():
            for i, line in enumerate(text.split("\n")):
                if i > 0:
                    self.must_break()
                self.text(line)
        self.group("", "", write)


def _class_name(cls):
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def _show_set(layout, value):
    begin, end = ("{", "}") if type(value) is set else ("frozenset({", "})")
    if not value:
        layout.text(repr(value))
        return
    items = list(value)
    try:
        items = sorted(items) if len(items) <= _MOST else items
    except TypeError:
        pass
    layout.items(begin, end, items, layout.value)


_SHOWN = {
    list: lambda layout, v: layout.items("[", "]", v, layout.value),
    tuple: lambda layout, v: layout.items("(", ")", v, layout.value),
    dict: lambda layout, v: layout.items("{", "}", v.items(), layout.pair),
    set: _show_set,
    frozenset: _show_set,
    OrderedDict: lambda layout, v: layout.call("OrderedDict", *[list(v.items())] * bool(v)),
    defaultdict: lambda layout, v: layout.call("defaultdict", v.default_factory, dict(v)),
    Counter: lambda layout, v: layout.call("Counter", *[dict(v.most_common())] * bool(v)),
    deque: lambda layout, v: layout.call("deque", list(v)),
}


def shown(value):
    layout = _Layout()
    layout.value(value)
    layout.release()
    return "".join(layout.out)
