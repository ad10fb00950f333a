import math
import torch


class Attention(torch.nn.Module):
    def __init__(self, input_dim: int, output_dim: int) -> None:
        super().__init__()
        self.weights = torch.nn.Parameter(torch.rand(3, input_dim, output_dim), requires_grad=True)

    def extra_repr(self) -> str:
        return "weights=%s" % (tuple(self.weights.shape),)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        W_q, W_k, W_v = self.weights.unbind(0)
        queries = torch.matmul(tokens, W_q)
        keys = torch.matmul(tokens, W_k)
        values = torch.matmul(tokens, W_v)
        dots = torch.matmul(queries, torch.transpose(keys, -1, -2))
        dots = dots / math.sqrt(keys.shape[-1])
        exps = torch.exp(dots - torch.amax(dots, dim=-1, keepdim=True))
        return torch.matmul(exps / exps.sum(-1, keepdim=True), values)
