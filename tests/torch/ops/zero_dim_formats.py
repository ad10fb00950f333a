import torch

x = torch.tensor(3.14159)
print(f"{x:.2f}", f"{x}", "%.1f" % x, "{:8.3f}|".format(x), f"{torch.tensor(7):03d}", round(x.item(), 2))  # expect: 3.14 3.141590118408203 3.1    3.142| 007 3.14
