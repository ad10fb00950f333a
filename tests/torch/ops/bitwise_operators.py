import torch

a, b = torch.tensor([12, 5]), torch.tensor([10, 3])
print(a & b, a | b, a ^ b, ~a)  # expect: tensor([8, 1]) tensor([14,  7]) tensor([6, 6]) tensor([-13,  -6])
m = torch.tensor([True, False])
print(m & True, m | m, ~m, m ^ True, torch.bitwise_and(a, 4))  # expect: tensor([ True, False]) tensor([ True, False]) tensor([False,  True]) tensor([False,  True]) tensor([4, 4])
