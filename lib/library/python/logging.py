"""Messages that have a level, shown from one level on.

    log = logging.getLogger(__name__)
    log.warning("%d heads do not divide %d", 3, 8)

There is one place that messages go to: the one that basicConfig() names.
"""

import operator
import sys
import time

from _tutor import refuse

NOTSET = 0
DEBUG = 10
INFO = 20
WARN = WARNING = 30
ERROR = 40
FATAL = CRITICAL = 50

_NAMES = {NOTSET: "NOTSET", DEBUG: "DEBUG", INFO: "INFO", WARNING: "WARNING", ERROR: "ERROR",
          CRITICAL: "CRITICAL"}
_LEVELS = {**{name: level for level, name in _NAMES.items()}, "WARN": WARN, "FATAL": FATAL}


def _level(level):
    if not isinstance(level, str):
        return operator.index(level)
    if level not in _LEVELS:
        raise ValueError(f"Unknown level: {level!r}")
    return _LEVELS[level]


def getLevelName(level):
    """The name of a level, or the level of a name."""
    if isinstance(level, str):
        return _level(level)
    return _NAMES.get(level, f"Level {level}")


_output = None  # (stream, format, format of times, level), from basicConfig() on


def _show(name, level, msg, text):
    stream, format, datefmt, from_level = _output
    if level < from_level:
        return
    now = time.strftime(datefmt or "%Y-%m-%d %H:%M:%S")
    if datefmt is None:
        now += f",{int(time.time() * 1000) % 1000:03}"
    print(format % {"message": text, "msg": msg, "name": name, "levelname": getLevelName(level),
                    "levelno": level, "asctime": now, "module": "main", "filename": "main.py"},
          file=stream)


class Logger:
    """A name for where messages come from. "a.b" has the level of "a" unless it has its own."""

    def __init__(self, name, level=NOTSET):
        self.name = name
        self.level = _level(level)

    def setLevel(self, level):
        self.level = _level(level)

    def getEffectiveLevel(self):
        name = self.name
        while name:
            if name in _loggers and _loggers[name].level:
                return _loggers[name].level
            name = name[:max(name.rfind("."), 0)]
        return root.level

    def isEnabledFor(self, level):
        return level >= self.getEffectiveLevel()

    def hasHandlers(self):
        return _output is not None

    def addHandler(self, handler):
        if _output is not None:
            refuse("a second handler of messages", "basicConfig(), or one addHandler(), is enough")
        handler.use()

    def removeHandler(self, handler):
        global _output
        _output = None

    def _log(self, level, msg, args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        if not self.isEnabledFor(level):
            return
        text = str(msg)
        if args:
            text %= args[0] if len(args) == 1 and isinstance(args[0], dict) else args
        if _output is not None:
            _show(self.name, level, msg, text)
        elif level >= WARNING:
            print(text, file=sys.stderr)

    def log(self, level, msg, *args, **kwargs):
        self._log(operator.index(level), msg, args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self._log(WARNING, msg, args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self._log(ERROR, msg, args, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self._log(CRITICAL, msg, args, **kwargs)

    warn = warning
    exception = error
    fatal = critical


class Formatter:
    def __init__(self, fmt="%(message)s", datefmt=None, style="%"):
        self.fmt, self.datefmt = fmt, datefmt


class StreamHandler:
    """A place that messages go to, from addHandler() on."""

    def __init__(self, stream=None):
        self.stream, self.formatter = sys.stderr if stream is None else stream, Formatter()
        self.level, self.in_use = NOTSET, False

    def setFormatter(self, formatter):
        self.formatter = formatter
        self.in_use and self.use()

    def setLevel(self, level):
        self.level = _level(level)
        self.in_use and self.use()

    def use(self):
        global _output
        self.in_use = True
        _output = self.stream, self.formatter.fmt, self.formatter.datefmt, self.level


root = Logger("root", WARNING)
_loggers = {"root": root}


def getLogger(name=None):
    """The logger of this name: the same one whenever it is asked for."""
    if not name:
        return root
    if not isinstance(name, str):
        raise TypeError("A logger name must be a string")
    if name not in _loggers:
        _loggers[name] = Logger(name)
    return _loggers[name]


def basicConfig(*, level=None, format=None, datefmt=None, stream=None, force=False, style="%",
                handlers=None, filename=None, filemode="a", encoding=None, errors=None):
    """Says where messages go; only the first call does, unless it is forced."""
    global _output
    if _output is not None and not force:
        return
    if handlers:
        if len(handlers) > 1:
            refuse("a second handler of messages", "one StreamHandler() is enough")
        stream = handlers[0].stream
    _output = (sys.stderr if stream is None else stream,
               "%(levelname)s:%(name)s:%(message)s" if format is None else format, datefmt, NOTSET)
    if level is not None:
        root.setLevel(level)


def _of_root(name):
    def log(msg, *args, **kwargs):
        basicConfig()
        getattr(root, name)(msg, *args, **kwargs)
    log.__name__ = name
    return log


debug, info, warning = _of_root("debug"), _of_root("info"), _of_root("warning")
error, critical = _of_root("error"), _of_root("critical")
