d_out, num_heads = 10, 3
assert d_out % num_heads == 0, "d_out must be divisible by num_heads"  # expect AssertionError: d_out must be divisible by num_heads
