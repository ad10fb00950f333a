import torch

# Control flow is Python's: the graph is what was run.
def collatz(x):
    steps = 0
    y = x
    while y.norm() < 100 and steps < 20:
        y = y * 2 if y.sum() > 0 else y * -3
        steps += 1
    return (y if y.sum() > 0 else 100 * y), steps


a = torch.tensor([0.5, -0.25], requires_grad=True)
out, steps = collatz(a)
out.sum().backward()
print(out, steps, a.grad, torch.allclose(a.grad, (out / a).detach()))  # expect: tensor([128., -64.], grad_fn=<MulBackward0>) 8 tensor([256., 256.]) True
b = torch.tensor([-0.5, 0.25], requires_grad=True)
out, steps = collatz(b)
out.sum().backward()
print(out, steps, b.grad)  # expect: tensor([ 96., -48.], grad_fn=<MulBackward0>) 7 tensor([-192., -192.])

# A scan by recursion, and the same in closed form.
decay = torch.tensor(0.5, requires_grad=True)
u = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
state, states = torch.zeros(()), []
for t in range(4):
    state = decay * state + u[t]
    states.append(state)
y = torch.stack(states)
print(y)  # expect: tensor([1.0000, 2.5000, 4.2500, 6.1250], grad_fn=<StackBackward0>)
g1 = torch.autograd.grad(y.sum(), [decay, u])
power = (torch.arange(4)[:, None] - torch.arange(4)).clamp(min=0)
kernel = torch.tril(decay ** power)
y2 = kernel @ u
g2 = torch.autograd.grad(y2.sum(), [decay, u])
print(torch.allclose(y, y2), g1, g2)  # expect: True (tensor(9.7500), tensor([1.8750, 1.7500, 1.5000, 1.0000])) (tensor(9.7500), tensor([1.8750, 1.7500, 1.5000, 1.0000]))

# Newton's iterations for a root, differentiated.
n = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
root = torch.tensor(1.0, dtype=torch.float64)
for _ in range(6):
    root = 0.5 * (root + n / root)
root.backward()
print(root, n.grad, 0.5 / 2 ** 0.5)  # expect: tensor(1.4142, dtype=torch.float64, grad_fn=<MulBackward0>) tensor(0.3536, dtype=torch.float64) 0.35355339059327373
many = torch.tensor(1.0, requires_grad=True)
z = many
for _ in range(3000):
    z = z * 1.0001
z.backward()
print(f"{many.grad:.3f}")  # expect: 1.350


def power_of(x, n):
    if n == 0:
        return torch.ones_like(x)
    half = power_of(x, n // 2)
    return half * half * (x if n % 2 else 1)


x = torch.tensor([2.0, -1.0], requires_grad=True)
print(torch.autograd.grad(power_of(x, 5).sum(), x), 5 * x.detach() ** 4)  # expect: (tensor([80.,  5.]),) tensor([80.,  5.])
