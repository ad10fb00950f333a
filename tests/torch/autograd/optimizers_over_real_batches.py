# The same small classifier under every optimizer, schedule and activation that a course names.
import torch
import torch.nn.functional as F
from torch import nn, optim
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, StepLR


def trained(make, act=nn.Tanh, loss_fn=F.cross_entropy, schedule=None, clip=None):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 5), act(), nn.LayerNorm(5), nn.Linear(5, 4)).double()
    optimizer = make(model.parameters())
    scheduler = schedule and schedule(optimizer)
    x, y = torch.randn(16, 3, dtype=torch.float64), torch.randint(0, 4, (16,))
    losses = []
    for _ in range(20):
        rows = torch.randperm(16)[:8]
        loss = loss_fn(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        if clip:
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        if scheduler:
            scheduler.step()
        losses.append(round(loss.item(), 5))
    return losses[::6], round(sum(p.sum().item() for p in model.parameters()), 4)


def focal(logits, target):
    p = F.softmax(logits, -1).gather(1, target[:, None]).squeeze(1)
    return ((1 - p) ** 2 * F.cross_entropy(logits, target, reduction="none")).mean()


print(trained(lambda p: optim.SGD(p, 0.1)))  # expect: ([1.68547, 1.42012, 1.32247, 1.24909], 2.9922)
print(trained(lambda p: optim.SGD(p, 0.1, momentum=0.9, weight_decay=1e-2, nesterov=True)))  # expect: ([1.68547, 1.26453, 1.26445, 0.88358], 3.2396)
print(trained(lambda p: optim.Adam(p, 0.01)))  # expect: ([1.68547, 1.43526, 1.2895, 1.23241], 3.13)
print(trained(lambda p: optim.AdamW(p, 0.01, weight_decay=0.1), clip=0.5))  # expect: ([1.68547, 1.43861, 1.31058, 1.23311], 3.1384)
print(trained(lambda p: optim.AdamW(p, 0.01, amsgrad=True), act=nn.GELU))  # expect: ([1.73167, 1.50334, 1.5096, 1.28523], 3.238)
print(trained(lambda p: optim.Adam(p, 0.01, maximize=True), loss_fn=lambda a, b: -F.cross_entropy(a, b)))  # expect: ([-1.68547, -1.43526, -1.2895, -1.23241], 3.13)
print(trained(lambda p: optim.Adam(p, 0.01), act=nn.SiLU, loss_fn=lambda a, b: F.cross_entropy(a, b, label_smoothing=0.1)))  # expect: ([1.66858, 1.45927, 1.39501, 1.27834], 3.1419)
print(trained(lambda p: optim.Adam(p, 0.01), act=nn.ReLU, loss_fn=focal))  # expect: ([1.23716, 0.9712, 0.96092, 0.83702], 2.3512)
print(trained(lambda p: optim.SGD(p, 0.5), act=nn.ELU, schedule=lambda o: StepLR(o, 5, 0.3)))  # expect: ([1.67715, 1.23361, 1.28123, 1.17177], 2.4121)
print(trained(lambda p: optim.SGD(p, 0.5), schedule=lambda o: CosineAnnealingLR(o, 20)))  # expect: ([1.68547, 1.30557, 1.25921, 1.12257], 2.9321)
print(trained(lambda p: optim.Adam(p, 0.05), schedule=lambda o: LambdaLR(o, lambda s: min((s + 1) / 4, 1.0))))  # expect: ([1.68547, 1.3008, 1.34798, 1.13487], 3.7698)
