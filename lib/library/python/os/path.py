"""Paths as texts, as on Linux."""

from _native import read_text as _read_text

sep = "/"


def join(path, *paths):
    for part in paths:
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path += part
        else:
            path += "/" + part
    return path


def split(path):
    at = path.rfind("/") + 1
    head = path[:at]
    return (head.rstrip("/") or head), path[at:]


def dirname(path):
    return split(path)[0]


def basename(path):
    return split(path)[1]


def splitext(path):
    dot = path.rfind(".")
    name = path.rfind("/") + 1
    if dot <= name or not path[name:dot].strip("."):
        return path, ""
    return path[:dot], path[dot:]


def _kind(path):
    """'file', 'folder', or nothing where none is."""
    try:
        _read_text(str(path))
    except FileNotFoundError:
        return ""
    except IsADirectoryError:
        return "folder"
    return "file"


def exists(path):
    return _kind(path) != ""


def isfile(path):
    return _kind(path) == "file"


def isdir(path):
    return _kind(path) == "folder"
