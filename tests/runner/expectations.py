"""The `# expect` comments of a program in tests/torch.

    print(x.shape)  # expect: torch.Size([2, 3])
    x.view(7)  # expect RuntimeError: shape '[7]' is invalid for input of size 6

Blanks at the end of a line do not count, as editors do not keep them. Within
its first lines a program may say `# torch: >=2`: older versions print something
else there, and are not asked; and `# needs: einops`: a Python without that
module is not asked either.
"""

import re

_EXPECT = re.compile(r"# expect(?: (?P<kind>\w+))?(?::(?: (?P<text>.*))?)?$")
_VERSION = re.compile(r"# torch: >=(\d+)(?:\.(\d+))?$")
_NEEDS = re.compile(r"# needs: (\w+)$")
_HEAD_LINES = 3


class Expectations:
    """What a program prints, and the error ("Kind: text") that ends it or None.
    `torch` is the oldest version that prints this, such as (2, 0); `needs` the
    modules beside it."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            lines = f.read().split("\n")
        self.output = ""
        self.error = None
        self.torch = (0, 0)
        self.needs = []
        for line in lines[:_HEAD_LINES]:
            if found := _VERSION.match(line):
                self.torch = (int(found[1]), int(found[2] or 0))
            if found := _NEEDS.match(line):
                self.needs.append(found[1])
        for line in lines:
            found = _EXPECT.search(line)
            if found and found["kind"]:
                self.error = error_line(found["kind"], found["text"])
            elif found:
                self.output += (found["text"] or "").rstrip() + "\n"


def error_line(kind, text):
    """The last line of Python's report of an error, if it has one line."""
    return f"{kind}: {text}".rstrip(": ")


def without_trailing_blanks(output):
    return "".join(line.rstrip() + "\n" for line in output.splitlines())
