import torch
from torch import nn

torch.manual_seed(0)
model = nn.ModuleDict({"body": nn.Linear(2, 2), "norm": nn.LayerNorm(2), "head": nn.Linear(2, 1)})
decay = [p for n, p in model.named_parameters() if p.dim() >= 2]
rest = [p for n, p in model.named_parameters() if p.dim() < 2]
optimizer = torch.optim.AdamW([
    {"params": decay, "weight_decay": 0.1},
    {"params": rest, "weight_decay": 0.0, "lr": 0.5},
], lr=0.01, betas=(0.9, 0.95))
for g in optimizer.param_groups:
    g["size"] = sum(p.numel() for p in g["params"])
print([(g["lr"], g["weight_decay"], g["betas"], len(g["params"]), g["size"]) for g in optimizer.param_groups])  # expect: [(0.01, 0.1, (0.9, 0.95), 2, 6), (0.5, 0.0, (0.9, 0.95), 4, 7)]
model["head"](model["norm"](model["body"](torch.ones(3, 2)))).sum().backward()
before = model["head"].bias.item()
optimizer.step()
print(round(before - model["head"].bias.item(), 4))  # expect: 0.5

for g in optimizer.param_groups:
    g["lr"] *= 0.1
print([round(g["lr"], 6) for g in optimizer.param_groups])  # expect: [0.001, 0.05]
extra = nn.Parameter(torch.zeros(1))
optimizer.add_param_group({"params": extra, "lr": 1.0})
print(len(optimizer.param_groups), optimizer.param_groups[2]["weight_decay"], optimizer.param_groups[2]["betas"])  # expect: 3 0.01 (0.9, 0.95)
extra.grad = torch.ones(1)
optimizer.step()
print(extra)  # expect: Parameter containing:
# expect: tensor([-1.], requires_grad=True)
print(optimizer.state_dict()["param_groups"][1]["params"], len(optimizer.state_dict()["state"]))  # expect: [2, 3, 4, 5] 7
try:
    optimizer.add_param_group({"params": [extra]})
except ValueError as e:
    print(e)  # expect: some parameters appear in more than one parameter group
frozen = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
print(len(frozen.param_groups[0]["params"]))  # expect: 6
