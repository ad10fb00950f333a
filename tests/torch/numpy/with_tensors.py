import numpy as np
import torch

a = np.ones((2, 3))
t = torch.from_numpy(a)
t[0, 0] = 5
print(a, t.dtype, torch.from_numpy(a).float().dtype, torch.tensor(a, dtype=torch.float32))  # expect: [[5. 1. 1.]
# expect:  [1. 1. 1.]] torch.float64 torch.float32 tensor([[5., 1., 1.],
# expect:         [1., 1., 1.]])
n = torch.arange(4.0).numpy()
n *= 2
print(n, n.dtype, repr(n), torch.as_tensor(n), torch.tensor([n, n]).shape, torch.tensor(np.arange(3)))  # expect: [0. 2. 4. 6.] float32 array([0., 2., 4., 6.], dtype=float32) tensor([0., 2., 4., 6.]) torch.Size([2, 4]) tensor([0, 1, 2])
print(torch.ones(3) * np.arange(3), torch.ones(2, dtype=torch.float64) @ np.ones(2), np.array(torch.ones(2)), torch.tensor(2.5).numpy())  # expect: tensor([0., 1., 2.], dtype=torch.float64) tensor(2., dtype=torch.float64) [1. 1.] 2.5
print(np.allclose(torch.ones(2).numpy(), np.ones(2)), torch.zeros(*a.shape).shape, torch.zeros(np.int64(2), 3).shape, torch.arange(6)[np.array([0, 2])])  # expect: True torch.Size([2, 3]) torch.Size([2, 3]) tensor([0, 2])
try:
    np.ones(3) * torch.ones(3)
except TypeError as error:
    print(error)  # expect: unsupported operand type(s) for *: 'numpy.ndarray' and 'Tensor'
np.exp(torch.ones(2, requires_grad=True))  # expect RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
