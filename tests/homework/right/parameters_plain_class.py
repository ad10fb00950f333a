import torch


class SelfAttentionScratch:
    """No nn.Module: just three matrices with gradients."""

    def __init__(self, d_in, d_out):
        self.d_out = d_out
        self.Wq = torch.nn.Parameter(torch.randn(d_in, d_out))
        self.Wk = torch.nn.Parameter(torch.randn(d_in, d_out))
        self.Wv = torch.nn.Parameter(torch.randn(d_in, d_out))

    def __call__(self, X):
        Q = X.matmul(self.Wq)
        K = X.matmul(self.Wk)
        V = X.matmul(self.Wv)
        A = torch.nn.functional.softmax(Q.matmul(K.T) * (1.0 / self.d_out ** 0.5), dim=1)
        return A.matmul(V)
