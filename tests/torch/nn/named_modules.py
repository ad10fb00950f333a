import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ReLU()
        self.b = self.a
        self.c = nn.ModuleList([nn.Tanh()])


print([n for n, _ in Net().named_modules()])  # expect: ['', 'a', 'c', 'c.0']
print([n for n, _ in Net().named_children()])  # expect: ['a', 'c']
print(len(list(Net().modules())))  # expect: 4
