import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, emb_size, out_size, bias=False):
        super().__init__()
        self.to_qkv = nn.Linear(emb_size, out_size * 3, bias=bias)
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x):
        q, k, v = torch.chunk(self.to_qkv(x), chunks=3, dim=-1)
        d = q.shape[-1]
        sim = torch.einsum("...id,...jd->...ij", q, k) * d ** -0.5
        attn = self.softmax(sim)
        out = torch.einsum("...ij,...jd->...id", attn, v)
        return out


def test_shapes():
    torch.manual_seed(1)
    layer = SelfAttention(4, 6)
    x = torch.randn(5, 4)
    y = layer(x)
    assert y.shape == (5, 6), y.shape
    print("ok:", tuple(y.shape))


def test_rows_sum_to_one():
    a = torch.softmax(torch.randn(3, 3), dim=-1)
    assert torch.allclose(a.sum(-1), torch.ones(3))


if __name__ == "__main__":
    test_shapes()
    test_rows_sum_to_one()
