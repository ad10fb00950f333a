"""Values as JSON texts, and back."""

import re


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


class JSONEncoder:
    """Makes the texts. A subclass may define default(), for values that JSON does not have."""

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.allow_nan = skipkeys, ensure_ascii, allow_nan
        self.check_circular, self.sort_keys = check_circular, sort_keys
        self.indent = " " * indent if isinstance(indent, int) else indent
        self.item_separator, self.key_separator = "," if indent is not None else ", ", ": "
        if separators is not None:
            self.item_separator, self.key_separator = separators
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f"Object of type {type(o).__name__} is not JSON serializable")

    def encode(self, o):
        return "".join(self.iterencode(o))

    def iterencode(self, o):
        parts = []
        self._write(o, parts, "\n", [])
        return iter(parts)

    def _string(self, text):
        return f'"{(_NOT_ASCII if self.ensure_ascii else _TO_ESCAPE).sub(_escaped, text)}"'

    def _simple(self, o):
        """The text of a value without parts; None for others."""
        if o is None or o is True or o is False:
            return {None: "null", True: "true", False: "false"}[o]
        if isinstance(o, str):
            return self._string(o)
        if isinstance(o, int):
            return int.__repr__(o)
        if not isinstance(o, float):
            return None
        if o - o == 0:
            return float.__repr__(o)
        if not self.allow_nan:
            raise ValueError("Out of range float values are not JSON compliant")
        return "NaN" if o != o else "Infinity" if o > 0 else "-Infinity"

    def _write(self, o, parts, line, around):
        text = self._simple(o)
        if text is not None:
            parts.append(text)
            return
        if self.check_circular and any(o is other for other in around):
            raise ValueError("Circular reference detected")
        around.append(o)
        if isinstance(o, dict):
            self._write_items("{}", self._pairs(o), parts, line, around)
        elif isinstance(o, (list, tuple)):
            self._write_items("[]", [("", item) for item in o], parts, line, around)
        else:
            self._write(self.default(o), parts, line, around)
        around.pop()

    def _write_items(self, brackets, items, parts, line, around):
        if not items:
            parts.append(brackets)
            return
        inner = line if self.indent is None else line + self.indent
        parts.append(brackets[0])
        for i, (head, item) in enumerate(items):
            if i > 0:
                parts.append(self.item_separator)
            parts.append(head if self.indent is None else inner + head)
            self._write(item, parts, inner, around)
        parts.append(brackets[1] if self.indent is None else line + brackets[1])

    def _pairs(self, o):
        """Each key as a text with what follows it, and the value."""
        pairs = []
        for key, value in sorted(o.items()) if self.sort_keys else o.items():
            if key is None or isinstance(key, (str, int, float)):
                text = key if isinstance(key, str) else self._simple(key)
                pairs.append((self._string(text) + self.key_separator, value))
            elif not self.skipkeys:
                raise TypeError("keys must be str, int, float, bool or None, not "
                                f"{type(key).__name__}")
        return pairs


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
          cls=None, indent=None, separators=None, default=None, sort_keys=False, **kw):
    """The JSON text of a value: of dicts, lists, texts, numbers, True, False and None."""
    return (cls or JSONEncoder)(
        skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular,
        allow_nan=allow_nan, indent=indent, separators=separators, default=default,
        sort_keys=sort_keys, **kw).encode(obj)


def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))


# -------------------------------------------------------------------------- from a text

_STRING = r'"(?:[^"\\CONTROL]|\\[\s\S])*"'
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
_TOKENS = {strict: re.compile(r"[ \t\n\r]*("
                              + _STRING.replace("CONTROL", r"\x00-\x1f" if strict else "") + "|"
                              + _NUMBER + r"|true|false|null|NaN|-?Infinity|[^ \t\n\r])")
           for strict in (True, False)}
_ESCAPE = re.compile(r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
                     r"|u([0-9a-fA-F]{4})|([\s\S]))")
_CHARS = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "r": "\r", "t": "\t", "f": "\f", "b": "\b"}
_WORDS = {"true": True, "false": False, "null": None}


class JSONDecoder:
    """Reads the texts."""

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None,
                 parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook, self.object_pairs_hook = object_hook, object_pairs_hook
        self.parse_float, self.parse_int = parse_float or float, parse_int or int
        self.parse_constant, self.strict = parse_constant or float, strict

    def decode(self, s):
        return _Reading(self, s).whole()


class _Reading:
    """One text, read token by token. Only an error needs to know where a token stands."""

    def __init__(self, rules, text):
        self.rules, self.text = rules, text
        self.tokens = _TOKENS[bool(rules.strict)].findall(text) + [""]
        self.at = 0

    def place(self, at):
        places = [m.start(1) for m in _TOKENS[bool(self.rules.strict)].finditer(self.text)]
        return places[at] if at < len(places) else len(self.text)

    def fail(self, msg, at, offset=0):
        raise JSONDecodeError(msg, self.text, self.place(at) + offset)

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def whole(self):
        value = self.value()
        if self.tokens[self.at]:
            self.fail("Extra data", self.at)
        return value

    def value(self):
        token = self.next()
        if token[:1] == '"':
            return self.string(token)
        if token == "{":
            return self.object()
        if token == "[":
            return self.array()
        if token in _WORDS:
            return _WORDS[token]
        if token in ("NaN", "Infinity", "-Infinity"):
            return self.rules.parse_constant(token)
        if token[-1:].isdigit():
            whole = token.isdigit() or token[1:].isdigit()
            return (self.rules.parse_int if whole else self.rules.parse_float)(token)
        self.fail("Expecting value", self.at - 1)

    def object(self):
        pairs = []
        if self.tokens[self.at] == "}":
            self.at += 1
        else:
            comma = ","
            while comma == ",":
                key = self.next()
                if key[:1] != '"':
                    self.fail("Expecting property name enclosed in double quotes", self.at - 1)
                key = self.string(key)
                if self.next() != ":":
                    self.fail("Expecting ':' delimiter", self.at - 1)
                pairs.append((key, self.value()))
                comma = self.after_item("}")
        if self.rules.object_pairs_hook:
            return self.rules.object_pairs_hook(pairs)
        made = dict(pairs)
        return self.rules.object_hook(made) if self.rules.object_hook else made

    def array(self):
        items = []
        if self.tokens[self.at] == "]":
            self.at += 1
            return items
        comma = ","
        while comma == ",":
            items.append(self.value())
            comma = self.after_item("]")
        return items

    def after_item(self, end):
        token = self.next()
        if token not in (",", end):
            self.fail("Expecting ',' delimiter", self.at - 1)
        return token

    def string(self, token):
        if token == '"':
            self.fail_in_string()
        return _ESCAPE.sub(self.char, token[1:-1]) if "\\" in token else token[1:-1]

    def char(self, match):
        if match[1]:
            high, low = int(match[1], 16), int(match[2], 16)
            return chr(0x10000 + ((high & 0x3ff) << 10 | low & 0x3ff))
        if match[3]:
            return chr(int(match[3], 16))
        if match[4] in _CHARS:
            return _CHARS[match[4]]
        if match[4] == "u":
            self.fail("Invalid \\uXXXX escape", self.at - 1, match.start() + 2)
        self.fail("Invalid \\escape", self.at - 1, match.start() + 1)

    def fail_in_string(self):
        """A quote that begins no whole string."""
        text, start = self.text, self.place(self.at - 1)
        end = start + 1
        while end < len(text) and (text[end] >= " " or not self.rules.strict):
            end += 2 if text[end] == "\\" else 1
        if end >= len(text):
            self.fail("Unterminated string starting at", self.at - 1)
        self.fail("Invalid control character at", self.at - 1, end - start)


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None,
          parse_constant=None, object_pairs_hook=None, **kw):
    """The value that a JSON text stands for."""
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type(s).__name__}")
    if s.startswith("\ufeff"):
        raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    return (cls or JSONDecoder)(
        object_hook=object_hook, parse_float=parse_float, parse_int=parse_int,
        parse_constant=parse_constant, object_pairs_hook=object_pairs_hook, **kw).decode(s)


def load(fp, **kw):
    return loads(fp.read(), **kw)
