"""Settings from the command line. A program here is started without any: defaults hold, unless
it calls parse_args() with a list of its own."""

import math
import sys

from _tutor import refuse


class Namespace:
    def __init__(self, **values):
        self.__dict__.update(values)

    def __repr__(self):
        return f"Namespace({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, name):
        return name in self.__dict__


class HelpFormatter:
    pass


ArgumentDefaultsHelpFormatter = RawTextHelpFormatter = RawDescriptionHelpFormatter = HelpFormatter


_SWITCHES = {"store_true": True, "store_false": False}
_COUNTS = {None: (1, 1), "?": (0, 1), "*": (0, math.inf), "+": (1, math.inf)}


class _Argument:
    def __init__(self, *names, action="store", nargs=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None, dest=None):
        if action != "store" and action not in _SWITCHES:
            refuse(f"add_argument(action={action!r})", "store, store_true and store_false are here")
        self.is_option = names[0].startswith("-")
        long = next((name for name in names if name.startswith("--")), names[0])
        self.dest = dest or (long.lstrip("-").replace("-", "_") if self.is_option else names[0])
        self.names, self.nargs, self.type, self.choices, self.help = names, nargs, type, choices, help
        self.switch, self.default = _SWITCHES.get(action), default
        if default is None and self.switch is not None:
            self.default = not self.switch
        elif default is None and nargs == "*" and not self.is_option:
            self.default = []
        self.required = required if self.is_option else nargs not in ("?", "*")
        # How few and how many words it takes.
        self.least, self.most = (0, 0) if self.switch is not None else _COUNTS.get(nargs, (nargs, nargs))

    def shown(self):
        return "/".join(self.names)

    def convert(self, word, parser):
        try:
            return self.type(word) if self.type else word
        except (TypeError, ValueError):
            parser.error(f"argument {self.shown()}: invalid {self.type.__name__} value: {word!r}")

    def value(self, words, parser):
        if len(words) < self.least:
            count = "one argument" if self.least == 1 else f"{self.least} arguments"
            parser.error(f"argument {self.shown()}: expected {count}")
        values = [self.convert(word, parser) for word in words]
        for value in values:
            if self.choices is not None and value not in self.choices:
                known = ", ".join(map(repr, self.choices))
                parser.error(f"argument {self.shown()}: invalid choice: {value!r} (choose from {known})")
        if self.switch is not None:
            return self.switch
        if self.nargs in (None, "?"):
            return values[0] if values else self.default
        return values


def _is_option(word):
    return word.startswith("-") and not word[1:2].isdigit()


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None,
                 formatter_class=HelpFormatter, **settings):
        self.prog, self.description = prog or sys.argv[0], description
        self.arguments, self.defaults = [], {}

    def add_argument(self, *names, **settings):
        made = _Argument(*names or (settings["dest"],), **settings)
        self.arguments.append(made)
        return made

    def add_argument_group(self, title=None, description=None):
        return self

    def add_mutually_exclusive_group(self, required=False):
        return self

    def add_subparsers(self, **settings):
        refuse("add_subparsers()", "an argument with choices does for a few commands")

    def set_defaults(self, **values):
        self.defaults.update(values)

    def error(self, message):
        print(f"{self.prog}: error: {message}", file=sys.stderr)
        raise SystemExit(2)

    def print_help(self):
        print(f"usage: {self.prog} [options]\n")
        for a in self.arguments:
            print(f"  {', '.join(a.names):<24}{a.help or ''}".rstrip())

    def parse_args(self, args=None, namespace=None):
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: " + " ".join(rest))
        return found

    def parse_known_args(self, args=None, namespace=None):
        """What was found, and the words that no argument takes."""
        words, rest, seen = list(sys.argv[1:] if args is None else args), [], []
        namespace = Namespace() if namespace is None else namespace
        for a in self.arguments:
            text = isinstance(a.default, str)
            setattr(namespace, a.dest, a.convert(a.default, self) if text else a.default)
        for name, value in self.defaults.items():
            setattr(namespace, name, value)

        def take(argument, words):
            """Gives the argument as many of the words as it takes."""
            count = 0
            while count < min(argument.most, len(words)) and not _is_option(words[count]):
                count += 1
            setattr(namespace, argument.dest, argument.value(words[:count], self))
            seen.append(argument)
            return words[count:]

        options = {name: a for a in self.arguments if a.is_option for name in a.names}
        while words:
            name, equals, value = words[0].partition("=")
            if name not in options:
                rest.append(words.pop(0))
            elif equals:
                take(options[name], [value])
                words = words[1:]
            else:
                words = take(options[name], words[1:])
        for argument in self.arguments:
            if not argument.is_option and rest:
                rest = take(argument, rest)
        missing = [a.shown() for a in self.arguments if a.required and a not in seen]
        if missing:
            self.error("the following arguments are required: " + ", ".join(missing))
        return namespace, rest
