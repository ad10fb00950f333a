import warnings
import torch
import torch.nn as nn
import torch.nn.functional as F

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    result = F.softmax(torch.zeros(2, 4))
    layer = nn.Softmax()(torch.zeros(2, 2, 2))
print(result)  # expect: tensor([[0.2500, 0.2500, 0.2500, 0.2500],
# expect:         [0.2500, 0.2500, 0.2500, 0.2500]])
print(layer[0])  # expect: tensor([[0.5000, 0.5000],
# expect:         [0.5000, 0.5000]])
print([str(w.message)[:40] for w in caught])  # expect: ['Implicit dimension choice for softmax ha', 'Implicit dimension choice for softmax ha']
