# Pairs of features turn by an angle that grows with the position; lengths stay.
import torch


def turned(x, base=10000.0):
    half = x.shape[-1] // 2
    rates = 1.0 / base ** (torch.arange(half).float() / half)
    angles = torch.outer(torch.arange(x.shape[-2]).float(), rates)
    cos, sin = angles.cos(), angles.sin()
    left, right = x[..., :half], x[..., half:]
    return torch.cat([left * cos - right * sin, left * sin + right * cos], dim=-1)


torch.manual_seed(3)
q, k = torch.randn(2, 1, 6, 8).unbind(0)
print(turned(q)[0, 5])  # expect: tensor([-0.9959,  0.0936,  0.0964,  0.6773, -0.0118,  0.1240,  0.6646,  0.8229])
print(torch.allclose(turned(q).norm(dim=-1), q.norm(dim=-1)))  # expect: True
same = turned(k[:, :1].expand(-1, 6, -1)) @ turned(q[:, :1].expand(-1, 6, -1)).mT
print(torch.allclose(same[0].diagonal(1), same[0, 0, 1].expand(5), atol=1e-5))  # expect: True
print(same[0, 0])  # expect: tensor([4.6653, 4.6325, 4.1580, 3.6358, 3.4912, 3.7896])
