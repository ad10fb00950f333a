import torch
import torch.nn.functional as F

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
total = 0
for t in x:
    total += t ** 2
print(total)  # expect: tensor(14., grad_fn=<AddBackward0>)
total.backward()
print(x.grad)  # expect: tensor([2., 4., 6.])
x.grad = None
losses = [F.mse_loss(x * k, torch.ones(3)) for k in range(1, 4)]
sum(losses).backward(retain_graph=True)
print(sum(losses), x.grad)  # expect: tensor(44.3333, grad_fn=<AddBackward0>) tensor([ 5.3333, 14.6667, 24.0000])
x.grad = None
torch.stack(losses).mean().backward(retain_graph=True)
print(torch.stack(losses), x.grad)  # expect: tensor([ 1.6667, 11.6667, 31.0000], grad_fn=<StackBackward0>) tensor([1.7778, 4.8889, 8.0000])
x.grad = None
for loss in losses:
    (loss / len(losses)).backward()
print(x.grad)  # expect: tensor([1.7778, 4.8889, 8.0000])
x.grad = None
running = torch.zeros(())
for k in range(3):
    loss = (x * k).sum()
    loss.backward()
    running += loss.detach()
print(running, running.requires_grad, x.grad)  # expect: tensor(18.) False tensor([3., 3., 3.])
x.grad = None
kept = 0.0
for k in range(3):
    kept = 0.9 * kept + 0.1 * (x[k] ** 2)
kept.backward()
print(kept, x.grad)  # expect: tensor(1.3410, grad_fn=<AddBackward0>) tensor([0.1620, 0.3600, 0.6000])
x.grad = None
l2 = sum(p.pow(2).sum() for p in [x, x[:1]])
l1 = x.abs().sum()
(0.5 * l2 + 0.1 * l1).backward()
print(l2, l1, x.grad)  # expect: tensor(15., grad_fn=<AddBackward0>) tensor(6., grad_fn=<SumBackward0>) tensor([2.1000, 2.1000, 3.1000])
x.grad = None
loss = torch.tensor(0.0, requires_grad=True)
loss = loss + x.prod()
loss.backward()
print(loss, x.grad)  # expect: tensor(6., grad_fn=<AddBackward0>) tensor([6., 3., 2.])
mask = torch.tensor([1.0, 0.0, 1.0])
x.grad = None
per_token = (x - 1) ** 2
((per_token * mask).sum() / mask.sum()).backward()
print(x.grad)  # expect: tensor([0., 0., 2.])
x.grad = None
per_token = (x - 1) ** 2
per_token[mask.bool()].mean().backward()
print(x.grad)  # expect: tensor([0., 0., 2.])
