import torch
import torch.nn as nn


layers = nn.ModuleList([nn.Linear(1, 2), nn.Linear(2, 3)])
layers.append(nn.ReLU())
layers.extend([nn.Identity()])
layers.insert(0, nn.Dropout(0.1))
print(layers)  # expect: ModuleList(
# expect:   (0): Dropout(p=0.1, inplace=False)
# expect:   (1): Linear(in_features=1, out_features=2, bias=True)
# expect:   (2): Linear(in_features=2, out_features=3, bias=True)
# expect:   (3): ReLU()
# expect:   (4): Identity()
# expect: )
print(len(layers), layers[-1], type(layers[1:3]).__name__, len(layers[1:3]))  # expect: 5 Identity() ModuleList 2
del layers[0]
print([type(m).__name__ for m in layers])  # expect: ['Linear', 'Linear', 'ReLU', 'Identity']
layers += [nn.Tanh()]
layers[0] = nn.Sigmoid()
print(layers)  # expect: ModuleList(
# expect:   (0): Sigmoid()
# expect:   (1): Linear(in_features=2, out_features=3, bias=True)
# expect:   (2): ReLU()
# expect:   (3): Identity()
# expect:   (4): Tanh()
# expect: )
print([n for n, _ in layers.named_parameters()])  # expect: ['1.weight', '1.bias']
