import torch

torch.manual_seed(2 ** 40 + 3)
print(torch.rand(3), torch.initial_seed())  # expect: tensor([0.0043, 0.1056, 0.2858]) 1099511627779
torch.manual_seed(-1)
print(torch.randn(2))  # expect: tensor([ 1.2198, -0.3930])
x = torch.manual_seed(999999999999)
print(torch.randperm(6), torch.randint(10, (5,)))  # expect: tensor([3, 5, 4, 0, 1, 2]) tensor([4, 9, 4, 1, 6])
torch.manual_seed(0)
print(torch.randn(17))  # expect: tensor([-1.1258, -1.6959,  0.5667,  0.7935,  0.5988, -1.5551, -0.3414,  1.8530,
# expect:          0.4681, -0.5855, -0.1734,  0.1835,  1.3894,  1.5863,  0.9463, -0.8437,
# expect:          0.9318])
print(torch.randn(100, 100).sum())  # expect: tensor(-64.6887)
