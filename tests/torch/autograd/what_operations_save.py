# An operation that saved its input, or its result, must find it unchanged at backward().
import torch
import torch.nn.functional as F

x = torch.tensor([[0.5, 1.0, 2.0], [0.25, 3.0, 1.5]], requires_grad=True)
w = torch.tensor([[2.0, 1.0], [1.0, 3.0], [0.0, 1.0]], requires_grad=True)
OPERATIONS = {
    "y + 1": lambda y: y + 1, "y * 2": lambda y: y * 2, "y * y": lambda y: y * y, "y / 2": lambda y: y / 2,
    "y @ w": lambda y: y @ w, "y @ constant": lambda y: y @ w.detach(), "exp": torch.exp, "log": torch.log,
    "sqrt": torch.sqrt, "tanh": torch.tanh, "sigmoid": torch.sigmoid, "relu": F.relu, "gelu": F.gelu,
    "softmax": lambda y: y.softmax(-1), "log_softmax": lambda y: y.log_softmax(-1), "sum": torch.sum,
    "mean": torch.mean, "norm": torch.norm, "var": lambda y: y.var(1), "prod": torch.prod,
    "cumsum": lambda y: y.cumsum(1), "max": lambda y: y.max(1).values, "amax": lambda y: y.amax(1),
    "abs": torch.abs, "pow": lambda y: y ** 2, "clamp": lambda y: y.clamp(0, 1), "clone": torch.clone,
    "masked_fill": lambda y: y.masked_fill(torch.eye(2, 3).bool(), 0.0), "cat": lambda y: torch.cat([y, y]),
    "index": lambda y: y[[0, 0]], "layer_norm": lambda y: F.layer_norm(y, (3,)), "sort": lambda y: y.sort()[0],
    "where": lambda y: torch.where(y > 1, y, 0.0), "cross_entropy": lambda y: F.cross_entropy(y, torch.tensor([0, 1])),
}


def survives(operation, change_input):
    y = x * 1
    z = operation(y)
    if change_input:
        y *= 2
    else:
        z *= 2
    try:
        z.sum().backward()
        return True
    except RuntimeError as e:
        assert "modified by an inplace operation" in str(e)
        return False


both = {name: (survives(f, True), survives(f, False)) for name, f in OPERATIONS.items()}
print("saved nothing that changed:", *[n for n, b in both.items() if b == (True, True)], sep=", ")  # expect: saved nothing that changed:, y + 1, y * 2, y / 2, y @ constant, sum, mean, cumsum, max, clone, masked_fill, cat, index, sort, where, cross_entropy
print("saved the input:", *[n for n, b in both.items() if b == (False, True)], sep=", ")  # expect: saved the input:, y * y, y @ w, log, gelu, var, abs, pow, clamp, layer_norm
print("saved the result:", *[n for n, b in both.items() if b == (True, False)], sep=", ")  # expect: saved the result:, exp, sqrt, tanh, sigmoid, relu, softmax, log_softmax
print("saved both:", *[n for n, b in both.items() if b == (False, False)], sep=", ")  # expect: saved both:, norm, prod, amax
