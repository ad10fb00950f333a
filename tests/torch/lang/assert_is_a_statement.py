assert 1 + 1 == 2, "never shown"
assert (
    True
), "over several lines"
assert 1 + 1 == 3, f"got {1 + 1}"  # expect AssertionError: got 2
