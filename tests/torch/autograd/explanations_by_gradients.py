# Which input mattered: saliency, integrated gradients, an attack.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
table, head = nn.Embedding(5, 4), nn.Linear(4, 2)
emb = table(torch.tensor([[0, 1, 2]]))
emb.retain_grad()
F.softmax(head(torch.tanh(emb).mean(1)), -1)[0, 1].backward()
print((emb.grad * emb).sum(-1))  # expect: tensor([[0.0345, 0.0185, 0.0008]], grad_fn=<SumBackward1>)
print(emb.grad.norm(dim=-1), table.weight.grad[3:])  # expect: tensor([[0.0530, 0.0234, 0.0789]]) tensor([[0., 0., 0., 0.],
# expect:         [0., 0., 0., 0.]])

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)).double()
x = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)
total = torch.zeros(3, dtype=torch.float64)
for k in range(100):
    z = (x * (k + 0.5) / 100).requires_grad_()
    net(z).backward()
    total += z.grad / 100
attribution = total * x
print(attribution)  # expect: tensor([-0.0580, -0.1193,  0.5505], dtype=torch.float64)
print(abs(attribution.sum() - (net(x) - net(torch.zeros_like(x)))).item() < 1e-4)  # expect: True

image = torch.rand(2, 4, requires_grad=True)
target = torch.tensor([0, 1])
model = nn.Linear(4, 2)
loss = F.cross_entropy(model(image), target)
loss.backward()
attacked = (image + 0.1 * image.grad.sign()).clamp(0, 1).detach()
print(attacked)  # expect: tensor([[0.5159, 0.7102, 1.0000, 0.2147],
# expect:         [0.4168, 0.7965, 0.8143, 0.8351]])
print((F.cross_entropy(model(attacked), target) > loss).item(), model.weight.grad is not None)  # expect: True True

# The input is what is trained; the model stays.
model.requires_grad_(False)
dream = torch.zeros(1, 4, requires_grad=True)
optimizer = torch.optim.Adam([dream], lr=0.1)
scores = []
for _ in range(5):
    optimizer.zero_grad()
    score = -model(dream)[0, 1] + 0.1 * dream.pow(2).sum()
    score.backward()
    optimizer.step()
    scores.append(round(score.item(), 4))
print(scores, dream)  # expect: [-0.0936, -0.2499, -0.398, -0.5377, -0.6689] tensor([[-0.4959, -0.4976,  0.4974,  0.4968]], requires_grad=True)
attention = torch.tensor([[0.5, 0.5], [0.9, 0.1]])
rollout = (attention + torch.eye(2)) / 2
print(rollout @ rollout)  # expect: tensor([[0.6750, 0.3250],
# expect:         [0.5850, 0.4150]])
