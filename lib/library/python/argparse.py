"""Settings from the command line. A program here is started without any: defaults hold, unless
it calls parse_args() with a list of its own."""

import sys

from _tutor import refuse

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE = "==SUPPRESS==", "?", "*", "+"


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


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(HelpFormatter):
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class ArgumentTypeError(Exception):
    pass


_CONSTANTS = {"store_true": (False, True), "store_false": (True, False)}


class _Argument:
    def __init__(self, *names, action="store", nargs=None, const=None, default=None, type=None,
                 choices=None, required=False, help=None, metavar=None, dest=None):
        if action not in (*_CONSTANTS, "store", "store_const", "append", "count"):
            refuse(f"add_argument(action={action!r})", "store, store_true and append are here")
        self.is_option = names[0].startswith("-")
        long = [name for name in names if name.startswith("--")] or names
        self.dest = dest or (long[0].lstrip("-").replace("-", "_") if self.is_option else names[0])
        self.names, self.action, self.nargs, self.const = names, action, nargs, const
        self.default, self.type, self.choices, self.metavar = default, type, choices, metavar
        self.help = help
        self.required = required if self.is_option else nargs != "?"
        if action in _CONSTANTS:
            off, self.const = _CONSTANTS[action]
            self.default = off if default is None else default
        self.takes_none = action in _CONSTANTS or action in ("store_const", "count")
        if nargs == "*" and not self.is_option and default is None:
            self.default = []

    def shown(self):
        if not self.is_option:
            return self.metavar or self.dest
        return "/".join(self.names)

    def bounds(self):
        """How few and how many words it takes."""
        if isinstance(self.nargs, int):
            return self.nargs, self.nargs
        return {None: (1, 1), "?": (0, 1), "*": (0, 10 ** 9), "+": (1, 10 ** 9)}[self.nargs]

    def convert(self, word, parser):
        try:
            return self.type(word) if self.type else word
        except ArgumentTypeError as e:
            parser.error(f"argument {self.shown()}: {e}")
        except (TypeError, ValueError):
            parser.error(f"argument {self.shown()}: invalid {self.type.__name__} value: {word!r}")

    def read(self, word, parser):
        value = self.convert(word, parser)
        if self.choices is not None and value not in self.choices:
            known = ", ".join(map(repr, self.choices))
            parser.error(f"argument {self.shown()}: invalid choice: {value!r} (choose from {known})")
        return value

    def store(self, found, words, parser):
        values = [self.read(word, parser) for word in words]
        if self.takes_none:
            value = (found.get(self.dest) or 0) + 1 if self.action == "count" else self.const
        elif self.nargs == "?":
            value = values[0] if values else self.const if self.is_option else self.default
        elif self.nargs is None:
            value = values[0]
        else:
            value = values or (self.default if not self.is_option else [])
        if self.action == "append":
            value = [*(found.get(self.dest) or []), value]
        found[self.dest] = value


def _is_option(word):
    return word.startswith("-") and not word[1:2].isdigit()


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, add_help=True,
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
        words = list(sys.argv[1:] if args is None else args)
        found = {a.dest: a.convert(a.default, self) if isinstance(a.default, str) else a.default
                 for a in self.arguments}
        found.update(self.defaults)
        seen, rest, unknown = self._options(words, found)
        self._positions(rest, found, seen)
        missing = [a.shown() for a in self.arguments if a.required and a not in seen]
        if missing:
            self.error("the following arguments are required: " + ", ".join(missing))
        namespace = Namespace() if namespace is None else namespace
        for name, value in found.items():
            setattr(namespace, name, value)
        return namespace, unknown + rest

    def _options(self, words, found):
        """Takes the options out of words: the arguments seen, the words left, the unknown options."""
        options = {name: a for a in self.arguments if a.is_option for name in a.names}
        seen, rest, unknown = [], [], []
        while words:
            word = words.pop(0)
            name, equals, value = word.partition("=")
            if word in ("-h", "--help"):
                self.print_help()
                raise SystemExit(0)
            argument = options.get(name)
            if argument is None:
                (unknown if _is_option(word) else rest).append(word)
                continue
            low, high = (0, 0) if argument.takes_none else argument.bounds()
            taken = [value] if equals else []
            while words and not equals and len(taken) < high and not _is_option(words[0]):
                taken.append(words.pop(0))
            if len(taken) < low:
                self.error(f"argument {argument.shown()}: expected "
                           + ("one argument" if low == 1 else f"{low} arguments"))
            argument.store(found, taken, self)
            seen.append(argument)
        return seen, rest, unknown

    def _positions(self, rest, found, seen):
        """Gives what is left to the arguments without a dash, in their order."""
        positions = [a for a in self.arguments if not a.is_option]
        for i, argument in enumerate(positions):
            low, high = argument.bounds()
            for_later = sum(a.bounds()[0] for a in positions[i + 1:])
            count = min(high, len(rest) - for_later)
            if count < low:
                return
            if count > 0 or argument.nargs == "*":
                argument.store(found, rest[:count], self)
                del rest[:count]
            seen.append(argument)
