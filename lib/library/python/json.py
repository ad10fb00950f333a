"""Values as JSON texts, and back."""

import re
from _tutor import refuse


class JSONDecodeError(ValueError):
    """A text that is no JSON: what was expected, and where."""

    def __init__(self, msg, doc, pos):
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno = doc.count("\n", 0, pos) + 1
        self.colno = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {self.lineno} column {self.colno} (char {pos})")


# ---------------------------------------------------------------------------- to a text

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f",
            "\b": "\\b"}
_TO_ESCAPE = re.compile(r'["\\\x00-\x1f]')
_NOT_ASCII = re.compile(r'["\\]|[^ -~]')


def _escaped(match):
    char = match[0]
    if char in _ESCAPES:
        return _ESCAPES[char]
    code = ord(char)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000       # in UTF-16 it is two
    return f"\\u{0xd800 | code >> 10:04x}\\u{0xdc00 | code & 0x3ff:04x}"


def _number(o):
    """The text of a number, of True, False or None; None for other values."""
    if o is None or o is True or o is False:
        return {None: "null", True: "true", False: "false"}[o]
    if isinstance(o, int):
        return int.__repr__(o)
    if not isinstance(o, float):
        return None
    return float.__repr__(o) if o - o == 0 else "NaN" if o != o else "Infinity" if o > 0 else "-Infinity"


def dumps(obj, *, ensure_ascii=True, indent=None, separators=None, default=None, sort_keys=False, **others):
    """The JSON text of a value: of dicts, lists, texts, numbers, True, False and None."""
    if others:
        refuse(f"json.dumps() with {', '.join(others)}", "change the values before it")
    indent = " " * indent if isinstance(indent, int) else indent
    comma, colon = separators or ("," if indent is not None else ", ", ": ")
    to_escape = _NOT_ASCII if ensure_ascii else _TO_ESCAPE

    def string(text):
        return f'"{to_escape.sub(_escaped, text)}"'

    def pair(key, value, line):
        text = key if isinstance(key, str) else _number(key)
        if text is None:
            raise TypeError(f"keys must be str, int, float, bool or None, not {type(key).__name__}")
        return string(text) + colon + written(value, line)

    def written(o, line):
        """`line` goes to a new line, as far in as the value stands."""
        if isinstance(o, str):
            return string(o)
        text = _number(o)
        if text is not None:
            return text
        inner = "" if indent is None else line + indent
        if isinstance(o, dict):
            items = [pair(*item, inner) for item in (sorted(o.items()) if sort_keys else o.items())]
        elif isinstance(o, (list, tuple)):
            items = [written(item, inner) for item in o]
        elif default is None:
            raise TypeError(f"Object of type {type(o).__name__} is not JSON serializable")
        else:
            return written(default(o), line)
        begin, end = "{}" if isinstance(o, dict) else "[]"
        if not items:
            return begin + end
        return begin + inner + (comma + inner).join(items) + ("" if indent is None else line) + end

    return written(obj, "\n")


def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))


# -------------------------------------------------------------------------- from a text

_TOKEN = re.compile(r'[ \t\n\r]*("(?:[^"\\\x00-\x1f]|\\[\s\S])*"'
                    r"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
                    r"|true|false|null|NaN|-?Infinity|[^ \t\n\r])")
_ESCAPE = re.compile(r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
                     r"|u([0-9a-fA-F]{4})|([\s\S]))")
_CHARS = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "r": "\r", "t": "\t", "f": "\f", "b": "\b"}
_WORDS = {"true": True, "false": False, "null": None}


class _Reading:
    """One text, read token by token. Only an error needs to know where a token stands."""

    def __init__(self, text):
        self.text, self.tokens, self.at = text, _TOKEN.findall(text) + [""], 0

    def fail(self, msg, offset=0):
        """The last token is wrong."""
        places = [m.start(1) for m in _TOKEN.finditer(self.text)] + [len(self.text)]
        raise JSONDecodeError(msg, self.text, places[self.at - 1] + offset)

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def whole(self):
        value = self.value()
        if self.next():
            self.fail("Extra data")
        return value

    def value(self):
        token = self.next()
        if token[:1] == '"':
            return self.string(token)
        if token == "{":
            return dict(self.items("}", self.pair))
        if token == "[":
            return self.items("]", self.value)
        if token in _WORDS:
            return _WORDS[token]
        if token[-1:].isdigit():
            return int(token) if token.lstrip("-").isdigit() else float(token)
        if token in ("NaN", "Infinity", "-Infinity"):
            return float(token)
        self.fail("Expecting value")

    def items(self, end, read):
        items = []
        if self.tokens[self.at] == end:
            self.at += 1
            return items
        while True:
            items.append(read())
            token = self.next()
            if token == end:
                return items
            if token != ",":
                self.fail("Expecting ',' delimiter")

    def pair(self):
        key = self.next()
        if key[:1] != '"':
            self.fail("Expecting property name enclosed in double quotes")
        key = self.string(key)
        if self.next() != ":":
            self.fail("Expecting ':' delimiter")
        return key, self.value()

    def string(self, token):
        if token == '"':
            self.fail("Unterminated string starting at")
        return _ESCAPE.sub(self.char, token[1:-1]) if "\\" in token else token[1:-1]

    def char(self, match):
        if match[1]:
            high, low = int(match[1], 16), int(match[2], 16)
            return chr(0x10000 + ((high & 0x3ff) << 10 | low & 0x3ff))
        if match[3]:
            return chr(int(match[3], 16))
        if match[4] not in _CHARS:
            self.fail("Invalid \\escape", match.start() + 1)
        return _CHARS[match[4]]


def loads(s, **others):
    """The value that a JSON text stands for."""
    if others:
        refuse(f"json.loads() with {', '.join(others)}", "change the values after it")
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type(s).__name__}")
    return _Reading(s).whole()


def load(fp, **others):
    return loads(fp.read(), **others)
