import torch

seen = []
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
handle = y.register_hook(lambda g: seen.append(("y", g.clone())))
x.register_hook(lambda g: seen.append(("x", g.clone())))
(y ** 2).sum().backward()
print(seen)  # expect: [('y', tensor([ 6., 12.])), ('x', tensor([18., 36.]))]
print(x.grad)  # expect: tensor([18., 36.])

handle.remove()
seen.clear()
(y * 1.0).sum().backward()  # expect RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward.
