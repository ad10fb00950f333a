import torch

x = torch.tensor([[1.0, 2.0], [2.0, 1.0], [3.0, 5.0], [4.0, 2.0]], dtype=torch.float64)
y = x @ torch.tensor([2.0, -1.0], dtype=torch.float64) + 0.5
w = torch.zeros(2, dtype=torch.float64, requires_grad=True)
b = torch.zeros(1, dtype=torch.float64, requires_grad=True)
lr = 0.03
lines = []
for epoch in range(400):
    y_hat = x @ w + b
    loss = torch.mean((y_hat - y) ** 2)
    loss.backward()
    with torch.no_grad():
        # The gradient by hand, from the same numbers.
        error = 2 * (y_hat - y) / len(x)
        assert torch.allclose(w.grad, x.T @ error) and torch.allclose(b.grad, error.sum())
        w -= lr * w.grad
        b -= lr * b.grad
    w.grad = None
    b.grad = None
    if epoch % 100 == 0:
        lines.append(f"epoch {epoch}: loss {loss.item():.6f}, w {w.tolist()[0]:.4f}")
print("\n".join(lines))  # expect: epoch 0: loss 14.250000, w 0.5700
# expect: epoch 100: loss 0.000220, w 2.0092
# expect: epoch 200: loss 0.000045, w 2.0044
# expect: epoch 300: loss 0.000009, w 2.0020
print(w, b)  # expect: tensor([ 2.0009, -0.9996], dtype=torch.float64, requires_grad=True) tensor([0.4963], dtype=torch.float64, requires_grad=True)
print(torch.round(w.detach(), decimals=2))  # expect: tensor([ 2., -1.], dtype=torch.float64)

# The usual slips. A parameter made anew is not the parameter:
w = torch.ones(1, requires_grad=True)
(w * 2).sum().backward()
w = w - 0.1 * w.grad
print(w, w.is_leaf, w.requires_grad)  # expect: tensor([0.8000], grad_fn=<SubBackward0>) False True
w = torch.ones(1, requires_grad=True)
(w * 2).sum().backward()
with torch.no_grad():
    w = w - 0.1 * w.grad
print(w.requires_grad, w.grad)  # expect: False None
(w * 2).sum().backward()  # expect RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
