"""Messages that have a level, shown from one level on.

    log = logging.getLogger(__name__)
    log.warning("%d heads do not divide %d", 3, 8)

There is one place that messages go to: the one that basicConfig() names.
"""

import sys
import time

from _tutor import refuse

DEBUG, INFO, WARNING, ERROR, CRITICAL = 10, 20, 30, 40, 50
WARN, FATAL, NOTSET = WARNING, CRITICAL, 0

_NAMES = {NOTSET: "NOTSET", DEBUG: "DEBUG", INFO: "INFO", WARNING: "WARNING", ERROR: "ERROR",
          CRITICAL: "CRITICAL"}


def _level(level):
    if not isinstance(level, str):
        return level
    for number, name in _NAMES.items():
        if name == level:
            return number
    raise ValueError(f"Unknown level: {level!r}")


_output = None  # (stream, format, format of times), from basicConfig() on


class Logger:
    """A name for where messages come from. "a.b" has the level of "a" unless it has its own."""

    def __init__(self, name, level=NOTSET):
        self.name, self.level = name, level

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

    def log(self, level, msg, *args, exc_info=None):
        if not self.isEnabledFor(level):
            return
        text = str(msg)
        if args:
            text %= args[0] if len(args) == 1 and isinstance(args[0], dict) else args
        if _output is None:
            if level >= WARNING:
                print(text, file=sys.stderr)
            return
        stream, format, datefmt = _output
        now = time.strftime(datefmt or "%Y-%m-%d %H:%M:%S")
        if datefmt is None:
            now += f",{int(time.time() * 1000) % 1000:03}"
        print(format % {"message": text, "name": self.name, "levelname": _NAMES.get(level, f"Level {level}"),
                        "levelno": level, "asctime": now, "module": "main", "filename": "main.py"},
              file=stream)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    exception = error


root = Logger("root", WARNING)
_loggers = {"root": root}


def getLogger(name=None):
    """The logger of this name: the same one whenever it is asked for."""
    return _loggers.setdefault(name, Logger(name)) if name else root


def basicConfig(*, level=None, format="%(levelname)s:%(name)s:%(message)s", datefmt=None, stream=None,
                force=False, handlers=None, filename=None):
    """Says where messages go; only the first call does, unless it is forced."""
    global _output
    if handlers or filename:
        refuse("basicConfig() with handlers or a file", "stream=sys.stdout is here")
    if _output is not None and not force:
        return
    _output = sys.stderr if stream is None else stream, format, datefmt
    if level is not None:
        root.setLevel(level)


def _of_root(name):
    def log(msg, *args, **kwargs):
        basicConfig()
        getattr(root, name)(msg, *args, **kwargs)
    return log


debug, info, warning, error, critical = map(_of_root, ["debug", "info", "warning", "error", "critical"])
