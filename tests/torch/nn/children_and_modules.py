import torch.nn as nn

m = nn.Sequential(nn.Linear(1, 2), nn.Sequential(nn.ReLU(), nn.Linear(2, 1)))
print([n for n, _ in m.named_modules()])  # expect: ['', '0', '1', '1.0', '1.1']
print([type(c).__name__ for c in m.children()])  # expect: ['Linear', 'Sequential']
print(len(m), m[0], m[-1][0])  # expect: 2 Linear(in_features=1, out_features=2, bias=True) ReLU()
