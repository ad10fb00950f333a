"""The list that every mutation puts itself into."""

MUTATIONS = []
NEUTRAL = []


def mutation(function):
    """function(flow) yields Mutants: every place, every form."""
    MUTATIONS.append(function)
    return function


def neutral(function):
    NEUTRAL.append(function)
    return function
