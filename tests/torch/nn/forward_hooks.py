import torch
import torch.nn as nn


seen = []
lin = nn.Linear(2, 1)
handle = lin.register_forward_hook(lambda m, args, out: seen.append((len(args), tuple(out.shape))))
lin(torch.zeros(3, 2))
handle.remove()
lin(torch.zeros(3, 2))
print(seen)  # expect: [(1, (3, 1))]
lin.register_forward_pre_hook(lambda m, args: (args[0] * 0,))
lin.register_forward_hook(lambda m, args, out: out - m.bias)
print(lin(torch.ones(1, 2)))  # expect: tensor([[0.]], grad_fn=<SubBackward0>)
