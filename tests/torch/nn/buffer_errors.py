import torch
import torch.nn as nn


m = nn.Linear(2, 2)
for name, value in [("weight", torch.zeros(1)), ("mask", 3), ("a.b", torch.zeros(1)), ("", None), (3, None)]:
    try:
        m.register_buffer(name, value)
    except Exception as e:
        m.errors = getattr(m, "errors", []) + [f"{type(e).__name__}: {e}"]
print("\n".join(m.errors))  # expect: KeyError: "attribute 'weight' already exists"
# expect: TypeError: cannot assign 'int' object to buffer 'mask' (torch Tensor or None required)
# expect: KeyError: 'buffer name can\'t contain "."'
# expect: KeyError: 'buffer name can\'t be empty string ""'
# expect: TypeError: buffer name should be a string. Got int
