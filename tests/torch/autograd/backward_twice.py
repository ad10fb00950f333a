import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)

# A graph that saved nothing may be walked again.
s = (x + 3).sum()
s.backward()
s.backward()
print(x.grad)  # expect: tensor([2., 2.])

x.grad = None
shared = torch.exp(x)
a, b = shared.sum(), (shared * shared).sum()
a.backward(retain_graph=True)
print(x.grad)  # expect: tensor([2.7183, 7.3891])
b.backward()
print(x.grad)  # expect: tensor([ 17.4964, 116.5854])

x.grad.zero_()
y = (x ** 3).sum()
for _ in range(3):
    y.backward(retain_graph=True)
print(x.grad)  # expect: tensor([ 9., 36.])
y.backward()
try:
    y.backward()
except RuntimeError as e:
    print(str(e)[:59])  # expect: Trying to backward through the graph a second time (or dire

# The state of a loop that is not detached keeps the graph of the last step.
h = torch.zeros(2)
failed = None
for step in range(2):
    h = torch.tanh(h + x)
    try:
        h.sum().backward()
    except RuntimeError as e:
        failed = step
print(failed)  # expect: 1

h = torch.zeros(2)
for step in range(2):
    h = torch.tanh(h.detach() + x)
    h.sum().backward()
print(h.requires_grad)  # expect: True
z = (x * x).sum()
torch.autograd.grad(z, x)
z.backward()  # expect RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward.
