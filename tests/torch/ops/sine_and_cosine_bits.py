# Sums of many show the last bit of each.
import torch

x = torch.arange(384).float() * 0.37
print(torch.sin(x).view(torch.int32).sum())  # expect: tensor(24626101246)
print(torch.cos(x).view(torch.int32).sum())  # expect: tensor(-2322744268)
print(torch.sin(x)[380:].tolist())  # expect: [0.6973283886909485, 0.39095431566238403, 0.03166777640581131, -0.3319191038608551]
print(torch.cos(torch.tensor([0.5, 100.0, 1000.0])).tolist())  # expect: [0.8775825500488281, 0.8623188734054565, 0.5623790621757507]
