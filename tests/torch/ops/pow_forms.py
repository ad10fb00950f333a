import torch

x = torch.tensor([1.0, 2.0, 3.0])
print(x ** 2, 2 ** x, x ** x, x.pow(0.5), torch.pow(2, torch.tensor([1, 2])), torch.pow(torch.tensor(2), 3))  # expect: tensor([1., 4., 9.]) tensor([2., 4., 8.]) tensor([ 1.,  4., 27.]) tensor([1.0000, 1.4142, 1.7321]) tensor([2, 4]) tensor(8)
