# backward() of what is not a number needs the gradient of each of its numbers.
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x ** 2
y.backward(torch.tensor([1.0, 0.1, 10.0]))
print(x.grad)  # expect: tensor([ 2.0000,  0.4000, 60.0000])

x.grad = None
y = x ** 2
y.backward(gradient=torch.ones_like(y))
print(x.grad)  # expect: tensor([2., 4., 6.])

# The rows of a Jacobian, one after the other.
y = torch.stack([x[0] * x[1], x[1] * x[2], x.sum()])
rows = []
for i in range(3):
    x.grad = None
    pick = torch.zeros(3)
    pick[i] = 1
    y.backward(pick, retain_graph=True)
    rows.append(x.grad)
print(torch.stack(rows))  # expect: tensor([[2., 1., 0.],
# expect:         [0., 3., 2.],
# expect:         [1., 1., 1.]])




x.grad = None
torch.autograd.backward([x.sum(), (x * x).sum()])
print(x.grad)  # expect: tensor([3., 5., 7.])
torch.autograd.backward([x * 1, x * 2], [torch.ones(3), torch.tensor([0.0, 1.0, 0.0])])
print(x.grad)  # expect: tensor([4., 8., 8.])

one = (x[:1] * 5)  # one number of shape (1,) needs none
one.backward()
print(x.grad, one.shape)  # expect: tensor([9., 8., 8.]) torch.Size([1])
try:
    (x * 2).backward(torch.ones(2))
except RuntimeError as e:
    print(e)  # expect: Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and output[0] has a shape of torch.Size([3]).
(x * 2).backward()  # expect RuntimeError: grad can be implicitly created only for scalar outputs
