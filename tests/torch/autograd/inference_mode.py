import torch
from torch import nn

w = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    i = w * 2
    print(i.requires_grad, torch.is_grad_enabled())  # expect: False False
print(i, torch.is_grad_enabled())  # expect: tensor([2., 2.]) True
with torch.inference_mode(False):
    print((w * 2).requires_grad)  # expect: True


@torch.inference_mode()
def predict(model, x):
    return model(x).argmax(-1)


torch.manual_seed(0)
model = nn.Linear(2, 3)
print(predict(model, torch.ones(4, 2)).shape, predict.__name__)  # expect: torch.Size([4]) predict
print((i.clone() * w).sum())  # a copy is an ordinary tensor  # expect: tensor(4., grad_fn=<SumBackward0>)
model(torch.ones(4, 2)).sum().backward()
print(model.bias.grad)  # expect: tensor([4., 4., 4.])
