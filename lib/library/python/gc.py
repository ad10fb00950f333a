"""Memory is given back here as soon as nothing refers to it."""


def collect(generation=2):
    return 0
