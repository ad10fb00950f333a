"""Memory is given back here as soon as nothing refers to it; these functions have nothing to do."""


def collect(generation=2):
    return 0


def enable():
    pass


def disable():
    pass


def isenabled():
    return True
