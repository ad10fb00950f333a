import torch

w = torch.ones(2, requires_grad=True)
@torch.no_grad()
def double(x):
    return x * 2
class Model:
    @torch.no_grad()
    def half(self, x):
        return x / 2
print(double(w).requires_grad, Model().half(w).requires_grad, (w * 2).requires_grad)  # expect: False False True
