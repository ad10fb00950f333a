import torch

torch.manual_seed(4)
x = torch.empty(2, 3)
print(x.uniform_(-1, 1))  # expect: tensor([[ 0.1193,  0.1182, -0.8171],
# expect:         [-0.5800, -0.9856, -0.9221]])
print(x.normal_(1, 0.5))  # expect: tensor([[2.1415, 0.5741, 0.5128],
# expect:         [0.8373, 1.0144, 0.7615]])
print(x.bernoulli_(0.3))  # expect: tensor([[0., 1., 0.],
# expect:         [0., 1., 0.]])
