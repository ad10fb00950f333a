import torch

x = torch.ones(2, 2, requires_grad=True)
room = torch.zeros(2, 2)
with torch.no_grad():
    print(torch.mul(x, 3, out=room))  # expect: tensor([[3., 3.],
# expect:         [3., 3.]])
print(torch.add(torch.ones(2, 2), 1, out=room))  # expect: tensor([[2., 2.],
# expect:         [2., 2.]])
errors = []
for make in (lambda: torch.mul(x, 3, out=room), lambda: torch.exp(x, out=room),
             lambda: torch.add(room, 1, out=x), lambda: torch.cat([x, x], out=room)):
    try:
        make()
    except RuntimeError as e:
        errors.append(str(e))
print("\n".join(errors))  # expect: mul(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
# expect: exp(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
# expect: add(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
# expect: cat(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
print(room)  # expect: tensor([[2., 2.],
# expect:         [2., 2.]])
torch.sum(x, 0, out=torch.zeros(2))  # expect RuntimeError: sum(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
