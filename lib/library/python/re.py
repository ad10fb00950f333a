"""Regular expressions, as Python's re has them; PCRE2 finds the matches."""

from _native import regex as _regex

A = ASCII = 256
I = IGNORECASE = 2
M = MULTILINE = 8
S = DOTALL = 16
U = UNICODE = 32
X = VERBOSE = 64


class error(Exception):
    """A pattern that is none."""

    def __init__(self, msg, pattern=None, pos=None):
        Exception.__init__(self, msg if pos is None else f"{msg} at position {pos}")
        self.msg, self.pattern, self.pos = msg, pattern, pos


class Match:
    """One match: spans of the whole and of each group, as (start, end), (-1, -1) where it took no part."""

    def __init__(self, pattern, string, spans):
        self.re, self.string, self._spans = pattern, string, spans

    def _number(self, group):
        number = self.re.groupindex.get(group, -1) if isinstance(group, str) else group
        if not 0 <= number <= self.re.groups:
            raise IndexError("no such group")
        return number

    def span(self, group=0):
        return self._spans[self._number(group)]

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    def __getitem__(self, group):
        start, end = self.span(group)
        return None if start < 0 else self.string[start:end]

    def group(self, *groups):
        if len(groups) > 1:
            return tuple(self[g] for g in groups)
        return self[groups[0] if groups else 0]

    def groups(self, default=None):
        found = [self[g] for g in range(1, self.re.groups + 1)]
        return tuple(default if g is None else g for g in found)

    def __repr__(self):
        return f"<re.Match object; span={self.span()}, match={self[0]!r}>"


class Pattern:
    def __init__(self, pattern, flags):
        self.pattern, self.flags = pattern, flags | (0 if flags & ASCII else UNICODE)
        self._find, self.groups, self.groupindex = _regex(_for_pcre(pattern), flags, error, pattern)

    def _found(self, string, how, pos=0):
        if not isinstance(string, str):
            raise TypeError(f"expected string or bytes-like object, got '{type(string).__name__}'")
        return [Match(self, string, spans) for spans in self._find(string, how, max(pos, 0))]

    def search(self, string, pos=0):
        return next(iter(self._found(string, "search", pos)), None)

    def match(self, string, pos=0):
        return next(iter(self._found(string, "match", pos)), None)

    def fullmatch(self, string, pos=0):
        return next(iter(self._found(string, "fullmatch", pos)), None)

    def finditer(self, string):
        return iter(self._found(string, "all"))

    def findall(self, string):
        found = self._found(string, "all")
        if self.groups == 0:
            return [m[0] for m in found]
        if self.groups == 1:
            return [m[1] or "" for m in found]
        return [m.groups("") for m in found]

    def split(self, string, maxsplit=0):
        parts, at = [], 0
        for m in self._found(string, "all")[:maxsplit or None]:
            parts.append(string[at:m.start()])
            parts.extend(m.groups())
            at = m.end()
        return parts + [string[at:]]

    def subn(self, repl, string, count=0):
        parts, at = [], 0
        found = self._found(string, "all")[:count or None]
        for m in found:
            parts.append(string[at:m.start()])
            parts.append(repl(m) if callable(repl) else _filled(repl, m))
            at = m.end()
        return "".join(parts) + string[at:], len(found)

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]


def _for_pcre(pattern):
    """What PCRE2 writes otherwise: the end of a text is \\z there."""
    if not isinstance(pattern, str):
        raise TypeError("first argument must be string or compiled pattern")
    parts = pattern.split("\\\\")     # behind two backslashes a Z is a letter
    return "\\\\".join([part.replace("\\Z", "\\z") for part in parts])


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_IN_TEMPLATE = r"\\(?:g<([^>]*)>|([1-9][0-9]?)|([\s\S]?))"


def _filled(template, match):
    """A template with the groups that it names: \\1, \\g<1>, \\g<name>."""
    def piece(m):
        name, number, sign = m.groups()
        group = name if number is None else number
        if group is None:
            return _ESCAPES.get(sign, "\\" + sign)
        if group.isdigit() and int(group) > match.re.groups:
            raise error(f"invalid group reference {group}", template, m.start() + 1)
        return match[int(group) if group.isdigit() else group] or ""
    return compile(_IN_TEMPLATE).sub(piece, template) if "\\" in template else template


_compiled = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    key = (pattern, flags)
    if key not in _compiled:
        _compiled[key] = Pattern(pattern, flags)
    return _compiled[key]


def _of_pattern(name):
    def function(pattern, string, flags=0):
        return getattr(compile(pattern, flags), name)(string)
    function.__name__ = name
    return function


search, match, fullmatch = _of_pattern("search"), _of_pattern("match"), _of_pattern("fullmatch")
findall, finditer = _of_pattern("findall"), _of_pattern("finditer")


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    """The text with a backslash before each sign that has a meaning in patterns."""
    return "".join("\\" + c if c in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f" else c for c in pattern)
