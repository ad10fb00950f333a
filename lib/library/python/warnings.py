"""Which warnings are shown: the first filter that fits decides."""

from _native import warn as _show

_filters = []       # (action, start of the message in small letters, category)
_records = []       # a list for each catch_warnings(record=True) around


class WarningMessage:
    def __init__(self, message, category):
        self.message, self.category = message, category
        self.filename, self.lineno, self.line = "__main__", 1, None


def _deal_with(category, message):
    """True for a warning that is not to be shown; asked about all of them."""
    text = str(message).lower()
    for action, start, of in _filters:
        if issubclass(category, of) and text.startswith(start):
            if action == "ignore":
                return True
            if action == "error":
                raise message
            break
    if _records:
        _records[-1].append(WarningMessage(message, category))
    return bool(_records)


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    category = category or UserWarning
    _check(category)
    _show(message if isinstance(message, Warning) else category(message))


def _check(category):
    if not isinstance(category, type) or not issubclass(category, Warning):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    if action not in ("default", "error", "ignore", "always", "module", "once"):
        raise AssertionError(f"invalid action: {action!r}")
    _check(category)
    _filters.insert(len(_filters) if append else 0, (action, message.lower(), category))


def simplefilter(action, category=Warning, lineno=0, append=False):
    filterwarnings(action, category=category, append=append)


class catch_warnings:
    """Puts the filters back at the end of the block; with record=True, gives a list of what
    would have been shown."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning):
        self._record = record

    def __enter__(self):
        self._filters, self._depth = list(_filters), len(_records)
        if self._record:
            _records.append([])
            return _records[-1]

    def __exit__(self, *raised):
        _filters[:] = self._filters
        del _records[self._depth:]
