import torch

x = torch.tensor([1.0, 2.0, 4.0])
print(x.exp(), x.log(), torch.log2(x), torch.log10(x), torch.log1p(x), torch.expm1(x))  # expect: tensor([ 2.7183,  7.3891, 54.5982]) tensor([0.0000, 0.6931, 1.3863]) tensor([0., 1., 2.]) tensor([0.0000, 0.3010, 0.6021]) tensor([0.6931, 1.0986, 1.6094]) tensor([ 1.7183,  6.3891, 53.5981])
print(x.sqrt(), torch.rsqrt(x), x.square(), torch.reciprocal(x), torch.exp2(x))  # expect: tensor([1.0000, 1.4142, 2.0000]) tensor([1.0000, 0.7071, 0.5000]) tensor([ 1.,  4., 16.]) tensor([1.0000, 0.5000, 0.2500]) tensor([ 2.,  4., 16.])
