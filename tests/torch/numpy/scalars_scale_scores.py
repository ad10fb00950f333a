import numpy as np
import torch

d_k = 16
scale = np.sqrt(d_k)
print(scale, repr(scale), type(scale), scale == 4)  # expect: 4.0 4.0 <class 'numpy.float64'> True
scores = torch.arange(6.0).view(2, 3)
print(scores / scale, (scores / np.sqrt(d_k)).dtype)  # expect: tensor([[0.0000, 0.2500, 0.5000],
# expect:         [0.7500, 1.0000, 1.2500]]) torch.float32
print(np.sqrt(d_k) * scores, np.float32(0.5) * scores, scores / np.int64(2))  # expect: tensor([[ 0.,  4.,  8.],
# expect:         [12., 16., 20.]]) tensor([[0.0000, 0.5000, 1.0000],
# expect:         [1.5000, 2.0000, 2.5000]]) tensor([[0.0000, 0.5000, 1.0000],
# expect:         [1.5000, 2.0000, 2.5000]])
print(scores.masked_fill(scores > 2, -np.inf))  # expect: tensor([[0., 1., 2.],
# expect:         [-inf, -inf, -inf]])
print(torch.tensor(np.sqrt(2)), torch.tensor([np.sqrt(2)]).dtype)  # expect: tensor(1.4142, dtype=torch.float64) torch.float64
print(np.exp(torch.zeros(2)), np.sqrt(torch.tensor([4.0, 9.0])))  # expect: tensor([1., 1.]) tensor([2., 3.])
