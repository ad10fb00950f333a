import torch

start, target = torch.tensor([1.0, -2.0, 0.5]), torch.tensor([0.0, 1.0, 0.5])


def trained(make, steps=10):
    w = start.clone().requires_grad_()
    optimizer = make([w])
    for _ in range(steps):
        optimizer.zero_grad()
        ((w - target) ** 2).sum().backward()
        optimizer.step()
    return w.detach(), optimizer


w = start.clone().requires_grad_()
m, v = torch.zeros(3), torch.zeros(3)
for t in range(1, 11):
    g, = torch.autograd.grad(((w - target) ** 2).sum(), w)
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g ** 2
    with torch.no_grad():
        w -= 0.1 * (m / (1 - 0.9 ** t)) / ((v / (1 - 0.999 ** t)).sqrt() + 1e-8)
print(w)  # expect: tensor([ 0.0762, -1.0142,  0.5000], requires_grad=True)
adam, optimizer = trained(lambda p: torch.optim.Adam(p, lr=0.1))
print(adam, torch.allclose(adam, w.detach(), atol=1e-6))  # expect: tensor([ 0.0762, -1.0142,  0.5000]) True
print(trained(lambda p: torch.optim.Adam(p, lr=0.1, weight_decay=0.5))[0])  # expect: tensor([ 0.0762, -1.0155,  0.4191])
print(trained(lambda p: torch.optim.AdamW(p, lr=0.1, weight_decay=0.5))[0])  # expect: tensor([-0.0826, -0.4227,  0.4849])
print(trained(lambda p: torch.optim.AdamW(p, lr=0.1))[0])  # expect: tensor([ 0.0717, -0.9991,  0.5413])
print(trained(lambda p: torch.optim.Adam(p, lr=0.1, betas=(0.5, 0.9), eps=0.1))[0])  # expect: tensor([ 0.2211, -1.0623,  0.5000])
print(trained(lambda p: torch.optim.Adam(p, lr=0.1, amsgrad=True), 40)[0])  # expect: tensor([0.1007, 1.0074, 0.5000])
state = list(optimizer.state.values())[0]
print(sorted(state))  # expect: ['exp_avg', 'exp_avg_sq', 'step']
print(state["step"], state["exp_avg"], state["exp_avg_sq"])  # expect: tensor(10.) tensor([ 0.6301, -3.2156,  0.0000]) tensor([0.0156, 0.2626, 0.0000])
first = trained(lambda p: torch.optim.Adam(p, lr=0.1), 1)[0]
print(first - start)  # the first step is as long as lr, or nothing  # expect: tensor([-0.1000,  0.1000,  0.0000])
for betas in ((1.0, 0.9), (0.9, -0.1)):
    try:
        torch.optim.Adam([w], betas=betas)
    except ValueError as e:
        message = str(e)
print(message)  # expect: Invalid beta parameter at index 1: -0.1
torch.optim.AdamW([w], lr=-0.1)  # expect ValueError: Invalid learning rate: -0.1
