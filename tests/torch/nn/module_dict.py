import torch
import torch.nn as nn


parts = nn.ModuleDict({"q": nn.Linear(1, 1), "drop": nn.Dropout()})
parts["act"] = nn.ReLU()
print(parts)  # expect: ModuleDict(
# expect:   (q): Linear(in_features=1, out_features=1, bias=True)
# expect:   (drop): Dropout(p=0.5, inplace=False)
# expect:   (act): ReLU()
# expect: )
print(list(parts.keys()), "q" in parts, len(parts))  # expect: ['q', 'drop', 'act'] True 3
print([(name, type(part).__name__) for name, part in parts.items()])  # expect: [('q', 'Linear'), ('drop', 'Dropout'), ('act', 'ReLU')]
print(parts.pop("drop"), list(parts))  # expect: Dropout(p=0.5, inplace=False) ['q', 'act']
print(parts["act"](torch.tensor([-1.0, 1.0])))  # expect: tensor([0., 1.])
