import torch

a = torch.tensor([[1.5, 2.0], [3.0, 40.0]]).numpy()
print(a)  # expect: [[ 1.5  2. ]
# expect:  [ 3.  40. ]]
print(a.shape, a.tolist(), torch.from_numpy(a))  # expect: (2, 2) [[1.5, 2.0], [3.0, 40.0]] tensor([[ 1.5000,  2.0000],
# expect:         [ 3.0000, 40.0000]])
print(torch.arange(3).numpy(), repr(torch.arange(3.0).numpy()), torch.tensor([True, False]).numpy())  # expect: [0 1 2] array([0., 1., 2.], dtype=float32) [ True False]
