import torch


def loss_of(w, x, y):
    return ((x @ w - y) ** 2).mean()


x = torch.tensor([[1.0, 2.0], [3.0, 1.0], [0.0, 1.0]])
y = torch.tensor([5.0, 5.0, 2.0])


def trained(steps, **options):
    w = torch.zeros(2, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.05, **options)
    for _ in range(steps):
        optimizer.zero_grad()
        loss_of(w, x, y).backward()
        optimizer.step()
    return w.detach()


w = torch.zeros(2, requires_grad=True)
losses = []
for _ in range(5):
    loss = loss_of(w, x, y)
    loss.backward()
    with torch.no_grad():
        w -= 0.05 * w.grad
        w.grad.zero_()
    losses.append(round(loss.item(), 4))
print(losses)  # expect: [18.0, 6.0719, 2.3214, 1.0945, 0.6544]
print(w, torch.allclose(w, trained(5)))  # expect: tensor([1.3052, 1.3681], requires_grad=True) True

w, speed = torch.zeros(2, requires_grad=True), torch.zeros(2)
for _ in range(5):
    g, = torch.autograd.grad(loss_of(w, x, y), w)
    speed = 0.9 * speed + g
    w.data.add_(speed, alpha=-0.05)
print(w, torch.allclose(w, trained(5, momentum=0.9)))  # expect: tensor([2.0913, 2.6418], requires_grad=True) True

print(trained(5, weight_decay=0.1))  # expect: tensor([1.2941, 1.3558])
print(trained(5, momentum=0.9, nesterov=True))  # expect: tensor([1.1271, 2.1096])
print(trained(5, momentum=0.5, dampening=0.5, weight_decay=0.01))  # expect: tensor([1.6122, 1.6011])
print(trained(5, maximize=True))  # expect: tensor([-8.2778, -6.2906])
print(trained(60))  # expect: tensor([1.0026, 1.9962])
try:
    torch.optim.SGD([w], lr=0.1, nesterov=True)
except ValueError as e:
    print(e)  # expect: Nesterov momentum requires a momentum and zero dampening
try:
    torch.optim.SGD([w], lr=-1.0)
except ValueError as e:
    print(e)  # expect: Invalid learning rate: -1.0
torch.optim.SGD([w * 1], lr=0.1)  # expect ValueError: can't optimize a non-leaf Tensor
