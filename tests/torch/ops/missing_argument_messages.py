import torch

try:
    torch.exp()
except TypeError as e:
    print(e)  # expect: exp() missing 1 required positional arguments: "input"
try:
    torch.ones(2).unsqueeze()
except TypeError as e:
    print(e)  # expect: unsqueeze() missing 1 required positional arguments: "dim"
try:
    torch.linspace(0, 1)
except TypeError as e:
    print(e)  # expect: linspace() missing 1 required positional arguments: "steps"
