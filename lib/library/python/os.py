"""What programs ask of the system that needs none of it: paths as texts, and whether a file is there."""

import os.path

name, sep, linesep = "posix", "/", "\n"
environ = {}      # settings that a program makes for itself; the machine's own are not shown


def getenv(key, default=None):
    return environ.get(key, default)


def cpu_count():
    return 1
