import torch
import torch.nn as nn

torch.manual_seed(5)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
kept = {}


def keep(name):
    def hook(module, inputs, output):
        kept[name] = output.detach()
    return hook


handles = [m.register_forward_hook(keep(n)) for n, m in net.named_modules() if n]
net(torch.ones(1, 3))
print({name: tuple(out.shape) for name, out in kept.items()})  # expect: {'0': (1, 4), '1': (1, 4), '2': (1, 2)}
print(kept["1"])  # expect: tensor([[0.0000, 0.5958, 0.0000, 0.8597]])
for handle in handles:
    handle.remove()
kept.clear()
net(torch.ones(1, 3))
print(kept)  # expect: {}
