import torch

x = torch.tensor([-2.0, 0.0, 3.0])
print(x.abs(), torch.sign(x), -x)  # expect: tensor([2., 0., 3.]) tensor([-1.,  0.,  1.]) tensor([ 2., -0., -3.])
print(torch.absolute(x).equal(abs(x)), torch.negative(x))  # expect: True tensor([ 2., -0., -3.])
