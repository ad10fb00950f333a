# Four heads of queries share two heads of keys and values.
import torch

torch.manual_seed(7)
q = torch.randn(1, 4, 3, 2)
k, v = torch.randn(2, 1, 2, 3, 2).unbind(0)
k, v = (x.repeat_interleave(2, dim=1) for x in (k, v))
print(torch.equal(k[:, 0], k[:, 1]), k.shape)  # expect: True torch.Size([1, 4, 3, 2])
out = torch.softmax(q @ k.transpose(-2, -1) / 2 ** 0.5, dim=-1) @ v
print(out)  # expect: tensor([[[[-0.9297, -1.0528],
# expect:           [-0.8907,  1.0997],
# expect:           [-0.8893, -0.6976]],
# expect:
# expect:          [[-0.9895, -0.2714],
# expect:           [-1.0046, -0.2092],
# expect:           [-0.7596, -0.8374]],
# expect:
# expect:          [[-0.7509,  0.1952],
# expect:           [-0.8415,  0.2603],
# expect:           [-0.4659,  0.0450]],
# expect:
# expect:          [[-0.7701,  0.2269],
# expect:           [-0.3741, -0.0363],
# expect:           [-0.6121,  0.0425]]]])
one = k[:, :1].expand(-1, 4, -1, -1)
print(one.stride(), (q @ one.mT)[0, 3])  # expect: (24, 0, 2, 1) tensor([[ 0.0120, -1.9245, -4.7174],
# expect:         [ 0.2120,  1.5712,  2.1464],
# expect:         [ 0.8609,  3.4817,  1.7495]])
