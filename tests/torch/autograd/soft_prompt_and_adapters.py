# Fine-tuning with few parameters: a learned prefix, a low-rank change, biases only.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)


class LoRA(nn.Module):
    def __init__(self, linear, rank, alpha):
        super().__init__()
        self.linear, self.scale = linear, alpha / rank
        self.A = nn.Parameter(torch.randn(linear.in_features, rank) * 0.1)
        self.B = nn.Parameter(torch.zeros(rank, linear.out_features))

    def forward(self, x):
        return self.linear(x) + self.scale * (x @ self.A @ self.B)


def replace(model, rank=2):
    for name, module in model.named_children():
        if isinstance(module, nn.Linear):
            setattr(model, name, LoRA(module, rank, alpha=4))
        else:
            replace(module, rank)


model = nn.Sequential(nn.Linear(4, 6), nn.Sequential(nn.ReLU(), nn.Linear(6, 3)))
x, y = torch.randn(16, 4), torch.randint(0, 3, (16,))
before = model(x)
for p in model.parameters():
    p.requires_grad = False
replace(model)
print(torch.equal(before, model(x)))  # expect: True
trainable = {n: p.numel() for n, p in model.named_parameters() if p.requires_grad}
print(trainable, sum(p.numel() for p in model.parameters()))  # expect: {'0.A': 8, '0.B': 12, '1.1.A': 12, '1.1.B': 6} 89
optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), lr=0.05)
losses = []
for _ in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(round(loss.item(), 4))
print(losses[::5], model[0].linear.weight.grad, model[0].A.grad.shape)  # expect: [1.1168, 1.0325, 0.8982, 0.8282] None torch.Size([4, 2])
merged = model[0].linear.weight + model[0].scale * (model[0].A @ model[0].B).T
print(torch.allclose(F.linear(x, merged, model[0].linear.bias), model[0](x)))  # expect: True

prefix = nn.Parameter(torch.randn(2, 4) * 0.02)
attention = nn.MultiheadAttention(4, 2, batch_first=True).requires_grad_(False)
tokens = torch.randn(3, 5, 4)
inputs = torch.cat([prefix.expand(3, -1, -1), tokens], dim=1)
attention(inputs, inputs, inputs)[0][:, 2:].mean().backward()
print(inputs.shape, prefix.grad)  # expect: torch.Size([3, 7, 4]) tensor([[-0.0227,  0.0168, -0.0103,  0.0059],
# expect:         [-0.0227,  0.0169, -0.0102,  0.0059]])
for name, p in attention.named_parameters():
    p.requires_grad = name.endswith("bias")
print([n for n, p in attention.named_parameters() if p.requires_grad])  # expect: ['in_proj_bias', 'out_proj.bias']
