import torch


class LN(torch.nn.Module):
    def __init__(self, n):
        super(LN, self).__init__()
        self.weight = torch.nn.Parameter(torch.ones(1, 1, n))
        self.bias = torch.nn.Parameter(torch.zeros(1, 1, n))

    def forward(self, x):
        first = x.mean(2, keepdim=True)
        second = x.pow(2).mean(2, keepdim=True)
        var = second - first ** 2
        return self.weight * ((x - first) / torch.sqrt(var + 1e-5)) + self.bias
