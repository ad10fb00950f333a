import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Tied(nn.Module):
    def __init__(self, tie):
        super().__init__()
        self.embed = nn.Embedding(5, 3)
        self.head = nn.Linear(3, 5, bias=False)
        if tie:
            self.head.weight = self.embed.weight

    def forward(self, ids):
        return self.head(self.embed(ids))


model, loose = Tied(True), Tied(False)
with torch.no_grad():
    loose.embed.weight.copy_(model.embed.weight)
    loose.head.weight.copy_(model.embed.weight)
print(sum(p.numel() for p in model.parameters()), sum(p.numel() for p in loose.parameters()))  # expect: 15 30
print([n for n, _ in model.named_parameters()], list(model.state_dict()))  # expect: ['embed.weight'] ['embed.weight', 'head.weight']
print(model.head.weight is model.embed.weight)  # expect: True
ids, target = torch.tensor([0, 1, 1]), torch.tensor([1, 2, 3])
for m in (model, loose):
    F.cross_entropy(m(ids), target).backward()
print(torch.allclose(model.embed.weight.grad, loose.embed.weight.grad + loose.head.weight.grad))  # expect: True
print(model.head.weight.grad is not None, loose.embed.weight.grad[4], model.embed.weight.grad[4].count_nonzero())  # expect: True tensor([0., 0., 0.]) tensor(3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
losses = []
for _ in range(6):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(ids), target)
    loss.backward()
    optimizer.step()
    losses.append(round(loss.item(), 4))
print(losses)  # expect: [3.9445, 2.0827, 1.7323, 1.6059, 1.5312, 1.4776]
print(torch.equal(model.head.weight, model.embed.weight))  # expect: True
copy = Tied(True)
print(copy.load_state_dict(model.state_dict()))  # expect: <All keys matched successfully>
print(copy.head.weight is copy.embed.weight, torch.equal(copy.embed.weight, model.embed.weight))  # expect: True True
