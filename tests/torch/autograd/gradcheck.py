# Every derivative against finite differences in float64: each number of each input is
# moved a little both ways, and the change of a weighted sum of the result is its slope.
# Some derivatives are computed in another way if a graph of them is wanted: so once more.
import torch
from torch import nn
import torch.nn.functional as F

inf = float("inf")
torch.manual_seed(0)


def rand(*shape, low=-1.0, high=1.0):
    return (torch.rand(shape, dtype=torch.float64) * (high - low) + low).requires_grad_(True)


def outputs(result):
    all = result if isinstance(result, (tuple, list)) else [result]
    return [r for r in all if r.requires_grad]


def weigh(parts, weights):
    return sum((p * w).sum() for p, w in zip(parts, weights))


def check(name, f, *inputs, eps=1e-6, tolerance=1e-5):
    parts = outputs(f(*inputs))
    weights = [torch.rand(p.shape, dtype=torch.float64) + 0.5 for p in parts]
    total = weigh(parts, weights)
    graphs = torch.autograd.grad(total, inputs, create_graph=True, allow_unused=True)
    grads = torch.autograd.grad(total, inputs, allow_unused=True)
    for i, (x, grad, graph) in enumerate(zip(inputs, grads, graphs)):
        if grad is None:
            grad = graph = torch.zeros_like(x)
        if grad.shape != x.shape:
            print(name, "input", i, "has a gradient of", grad.shape)
            return
        flat = x.detach().reshape(-1)
        slopes = []
        for j in range(x.numel()):
            values = []
            for step in (eps, -eps):
                moved = flat.clone()
                moved[j] += step
                args = [moved.reshape(x.shape) if k == i else t.detach() for k, t in enumerate(inputs)]
                args = [a.requires_grad_(True) for a in args]
                values.append(weigh(outputs(f(*args)), weights).item())
            slopes.append((values[0] - values[1]) / (2 * eps))
        slope = torch.tensor(slopes, dtype=torch.float64).reshape(x.shape)
        for kind, g in (("", grad), ("with a graph", graph)):
            gap = (g - slope).abs().max().item() if x.numel() else 0.0
            if not gap < tolerance:
                print(name, "input", i, "differs by", gap, kind)


def elementwise():
    a, b, c = rand(3, 4), rand(4), rand(3, 1)
    p, q = rand(3, 4, low=0.5, high=2.0), rand(3, 1, low=0.5, high=2.0)
    s, u = rand(low=0.5, high=1.5), rand(low=0.5, high=1.5)
    for x, y in ((a, b), (a, c), (b, c), (a, s), (s, a), (s, u)):
        check("add", torch.add, x, y)
        check("add alpha", lambda x, y: torch.add(x, y, alpha=3), x, y)
        check("sub", torch.sub, x, y)
        check("sub alpha", lambda x, y: torch.sub(x, y, alpha=0.5), x, y)
        check("mul", torch.mul, x, y)
        check("maximum", torch.maximum, x, y)
        check("minimum", torch.minimum, x, y)
    for x, y in ((a, p), (a, q), (p, q), (a, s), (s, p)):
        check("div", torch.div, x, y)
    for x, y in ((p, a), (p, b), (p, q), (s, a)):
        check("pow", torch.pow, x, y)
    for number in (2.0, 3, -1.5):
        check("add number", lambda x: x + number, a)
        check("number minus", lambda x: number - x, a)
        check("rsub alpha", lambda x: torch.rsub(x, number, alpha=2), a)
        check("times number", lambda x: number * x, a)
        check("by number", lambda x: x / number, a)
        check("number by", lambda x: number / x, p)
        check("pow number", lambda x: x ** number, p)
        check("remainder", lambda x: x % number, p)
        check("fmod", lambda x: torch.fmod(x, number), p)
    check("number pow", lambda x: 2.0 ** x, a)
    check("pow 0", lambda x: x ** 0, a)
    check("pow 1", lambda x: x ** 1, a)
    check("pow 0.5", lambda x: x ** 0.5, p)
    check("remainder by tensor", torch.remainder, rand(3, 4, low=5.1, high=5.4), rand(4, low=1.1, high=1.2))
    check("fmod by tensor", torch.fmod, rand(3, 4, low=5.1, high=5.4), rand(4, low=1.1, high=1.2))
    check("lerp", lambda x, y: torch.lerp(x, y, 0.3), a, p)
    check("lerp tensor", torch.lerp, a, p, rand(3, 4))
    check("addcmul", lambda x, y, z: torch.addcmul(x, y, z, value=0.7), a, b, c)
    check("addcdiv", lambda x, y, z: torch.addcdiv(x, y, z, value=0.7), a, b, q)
    mask = torch.tensor([[True, False, True, False]] * 3)
    check("where", lambda x, y: torch.where(mask, x, y), a, c)
    check("where number", lambda x: torch.where(mask, x, 2.0), a)
    check("masked_fill", lambda x: x.masked_fill(mask, 9.0), a)
    check("masked_fill row", lambda x: x.masked_fill(mask[0], 9.0), a)
    check("masked_fill tensor", lambda x, y: x.masked_fill(mask, y), a, s)
    check("clamp", lambda x: x.clamp(-0.5, 0.5), a)
    check("clamp low", lambda x: x.clamp(min=-0.5), a)
    for name in ("neg", "abs", "exp", "exp2", "expm1", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
                 "tanh", "erf", "erfinv", "sigmoid", "relu", "square", "floor", "sign", "round", "trunc", "frac"):
        check(name, getattr(torch, name), rand(3, 4, low=-0.9, high=0.9))
        check(name + " 0-d", getattr(torch, name), s.detach().mul(0.5).requires_grad_(True))
    for name in ("log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal"):
        check(name, getattr(torch, name), p)
    check("nan_to_num", torch.nan_to_num, a)
    for f in (F.gelu, F.silu, F.leaky_relu, F.elu, F.softplus):
        check(f.__name__, f, rand(3, 4, low=-3.0, high=2.5))
    check("gelu tanh", lambda x: F.gelu(x, approximate="tanh"), a)
    check("glu", F.glu, a)


def products():
    for sa, sb in (((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((5, 2, 3), (3,)), ((3,), (5, 3, 2)),
                   ((5, 2, 3), (3, 4)), ((2, 3), (5, 3, 4)), ((5, 2, 3), (5, 3, 4)), ((1, 2, 3), (5, 3, 4)),
                   ((2, 1, 2, 3), (5, 3, 4)), ((2, 5, 2, 3), (3, 4)), ((2, 3), (2, 5, 3, 1)), ((0, 3), (3, 2)),
                   ((2, 0), (0, 2))):
        check(f"matmul {sa} {sb}", torch.matmul, rand(*sa), rand(*sb))
    check("matmul turned", lambda x, y: x @ y.T, rand(2, 3), rand(4, 3))
    check("matmul turned both", lambda x, y: x.mT @ y.mT, rand(5, 3, 2), rand(5, 4, 3))
    check("mm", torch.mm, rand(2, 3), rand(3, 2))
    check("bmm", torch.bmm, rand(4, 2, 3), rand(4, 3, 2))
    check("mv", torch.mv, rand(2, 3), rand(3))
    check("outer", torch.outer, rand(2), rand(3))
    check("addmm", lambda c, x, y: torch.addmm(c, x, y, beta=0.5, alpha=2), rand(2), rand(2, 3), rand(3, 2))
    check("baddbmm", torch.baddbmm, rand(4, 1, 2), rand(4, 2, 3), rand(4, 3, 2))
    check("addmv", torch.addmv, rand(2), rand(2, 3), rand(3))
    for shape in ((3,), (2, 3), (4, 2, 3), (2, 4, 2, 3)):
        check(f"linear {shape}", F.linear, rand(*shape), rand(5, 3), rand(5))
        check(f"linear without bias {shape}", F.linear, rand(*shape), rand(5, 3))
    check("linear turned", lambda x, w, b: F.linear(x.transpose(0, 1), w, b), rand(4, 2, 3), rand(5, 3), rand(5))
    check("einsum", lambda x, y: torch.einsum("bqd,bkd->bqk", x, y), rand(2, 3, 4), rand(2, 5, 4))
    check("tensordot", lambda x, y: torch.tensordot(x, y, dims=1), rand(2, 3), rand(3, 4))


def reductions():
    a = rand(2, 3, 4)
    for dims in (0, -1, (0, 2), (1,)):
        for keep in (False, True):
            for f in (torch.sum, torch.mean, torch.var, torch.std, torch.amax, torch.amin, torch.logsumexp):
                check(f"{f.__name__} {dims} {keep}", lambda x: f(x, dims, keepdim=keep), a)
            check(f"var biased {dims}", lambda x: x.var(dims, unbiased=False, keepdim=keep), a)
            for p in (1, 2, 3, 1.5, inf):
                check(f"norm {p} {dims} {keep}", lambda x: torch.norm(x, p, dims, keep), a)
    for dim in (0, 1, -1):
        for f in (torch.max, torch.min, torch.median, torch.sort, torch.cumsum, torch.cumprod, torch.prod):
            check(f"{f.__name__} {dim}", lambda x: f(x, dim), a)
        check("topk", lambda x: x.topk(2, dim), a)
        check("softmax", lambda x: x.softmax(dim), a)
        check("log_softmax", lambda x: x.log_softmax(dim), a)
        check("normalize", lambda x: F.normalize(x, dim=dim), a)
    for f in (torch.sum, torch.mean, torch.var, torch.std, torch.max, torch.min, torch.prod, torch.norm, torch.median):
        check(f.__name__ + " of all", f, a)
    check("var_mean", lambda x: torch.var_mean(x, 1), a)
    check("sum of 0-d", torch.sum, rand())
    check("softmax of 0-d", lambda x: x.softmax(0), rand())
    check("sum of nothing", lambda x: x.sum(0), rand(0, 3))
    check("softmax turned", lambda x: x.transpose(0, 2).softmax(-1), a)
    mask = torch.ones(3, 4).triu(1).bool()
    check("masked softmax", lambda x: x.masked_fill(mask, -inf).softmax(-1), a)
    check("masked log_softmax", lambda x: x.masked_fill(mask, -inf).log_softmax(-1).masked_fill(mask, 0), a)


def moved():
    a = rand(2, 3, 4)
    for name, f in {
        "view": lambda x: x.view(6, 4), "reshape": lambda x: x.transpose(0, 1).reshape(-1), "t": lambda x: x[0].t(),
        "T": lambda x: x[0].T, "transpose": lambda x: x.transpose(0, -1), "permute": lambda x: x.permute(2, 0, 1),
        "movedim": lambda x: x.movedim(0, 2), "unsqueeze": lambda x: x.unsqueeze(1), "squeeze": lambda x: x[:1].squeeze(),
        "squeeze dim": lambda x: x[:, :1].squeeze(1), "flatten": lambda x: x.flatten(1), "expand": lambda x: x[:1].expand(5, 3, 4),
        "unflatten": lambda x: x.unflatten(2, (2, 2)), "select": lambda x: x[1], "slice": lambda x: x[:, 1:3],
        "step": lambda x: x[..., 1::2], "narrow": lambda x: x.narrow(2, 1, 2), "diagonal": lambda x: x.diagonal(1, 1, 2),
        "unfold": lambda x: x.unfold(2, 3, 1),
        "chunk": lambda x: x.chunk(2, 2), "split": lambda x: x.split([1, 3], 2), "split one": lambda x: x.split(2, 1)[0],
        "unbind": lambda x: x.unbind(1), "unbind one": lambda x: x.unbind(1)[2], "clone": lambda x: x.clone(),
        "contiguous": lambda x: x.transpose(0, 1).contiguous(), "flip": lambda x: x.flip(0, 2), "roll": lambda x: x.roll(1, 2),
        "roll flat": lambda x: x.roll(2), "roll dims": lambda x: x.roll((1, 2), (0, 1)), "repeat": lambda x: x.repeat(2, 1, 3),
        "repeat wider": lambda x: x.repeat(2, 1, 1, 1), "tile": lambda x: x.tile(2), "repeat_interleave": lambda x: x.repeat_interleave(2, 1),
        "tril": lambda x: x.tril(), "triu": lambda x: x.triu(1), "diag": lambda x: torch.diag(x[0, 0], 1), "diag of": lambda x: torch.diag(x[0]),
        "cat": lambda x: torch.cat([x, x * 2, x[:, :1]], 1), "stack": lambda x: torch.stack([x, x * x], -1),
        "hstack": lambda x: torch.hstack([x, x]), "pad": lambda x: F.pad(x, (1, 2, 0, 1)), "crop": lambda x: F.pad(x, (-1, 1)),
        "double": lambda x: x.float().double() * 0 + x, "meshgrid": lambda x: torch.meshgrid(x[0, 0], x[0, 1], indexing="ij"),
    }.items():
        check(name, f, a)
    i = torch.tensor([2, 0, 2])
    mask = a.detach() > 0
    for name, f in {
        "index": lambda x: x[:, i], "index pair": lambda x: x[torch.tensor([0, 1, 0]), i], "index last": lambda x: x[..., i],
        "index mask": lambda x: x[mask], "index list": lambda x: x[[1, 1]], "index none": lambda x: x[:, None, i],
        "gather": lambda x: x.gather(1, torch.tensor([[[0, 2, 1, 0]], [[2, 2, 0, 1]]])), "index_select": lambda x: x.index_select(1, i),
        "masked_select": lambda x: x.masked_select(mask), "take": lambda x: x.take(torch.tensor([[0, 5], [5, 23]])),
        "take_along_dim": lambda x: torch.take_along_dim(x, i[None, :, None], 1),
        "index_fill": lambda x: x.index_fill(1, i, 7.0),
    }.items():
        check(name, f, a)
    at = torch.tensor([[[0, 2, 1, 0]], [[2, 1, 0, 1]]])
    check("scatter", lambda x, y: x.scatter(1, at, y), a, rand(2, 1, 4))
    check("scatter number", lambda x: x.scatter(1, at, 5.0), a)
    check("scatter_add", lambda x, y: x.scatter_add(1, at, y), a, rand(2, 1, 4))
    check("index_add", lambda x, y: x.index_add(1, i, y, alpha=0.5), a, rand(2, 3, 4))


def written():
    a, b = rand(3, 4), rand(4)

    def put(key, value):
        def f(x, y):
            z = x * 1
            z[key] = value(y)
            return z
        return f

    i = torch.tensor([2, 0])
    for name, key in (("row", 1), ("rows", slice(0, 2)), ("column", (slice(None), 2)), ("index", i), ("mask", a.detach() > 0)):
        check("put number " + name, put(key, lambda y: 3.0), a, b)
    for name, key in (("row", 1), ("rows", slice(0, 2)), ("index", i)):
        check("put " + name, put(key, lambda y: y), a, b)
    for name, change in {
        "add_": lambda z, y: z.add_(y), "mul_": lambda z, y: z.mul_(y), "sub_": lambda z, y: z.sub_(y), "div_": lambda z, y: z.div_(y + 3),
        "view mul_": lambda z, y: z[1].mul_(y), "column mul_": lambda z, y: z[:, 1].mul_(y[0]), "turned add_": lambda z, y: z.t().add_(y[:3]),
        "exp_": lambda z, y: z.exp_(), "view exp_": lambda z, y: z[0].exp_(), "relu_": lambda z, y: z.relu_(), "tanh_": lambda z, y: z[:2].tanh_(),
        "masked_fill_": lambda z, y: z.masked_fill_(y > 0, 2.0), "fill_": lambda z, y: z[1].fill_(4.0), "zero_": lambda z, y: z[:, :2].zero_(),
        "copy_": lambda z, y: z[2].copy_(y), "clamp_": lambda z, y: z.clamp_(-0.5, 0.5), "tril_": lambda z, y: z.tril_(),
        "addcmul_": lambda z, y: z.addcmul_(y, y), "twice": lambda z, y: z[0].add_(y).mul_(2), "view of view": lambda z, y: z[1:][0].add_(y),
    }.items():
        def f(x, y):
            z = x * 1 + 0.1
            change(z, y)
            return z * 2
        check(name, f, a, b)

    def seen_through_view(x, y):
        z = x * 1
        row = z[1]
        z.add_(y)
        return row * 3
    check("seen through a view", seen_through_view, a, b)


def layers():
    x, w, b = rand(2, 3, 4), rand(4), rand(4)
    check("layer_norm", lambda x, w, b: F.layer_norm(x, (4,), w, b), x, w, b)
    check("conv1d", lambda x, w, b: F.conv1d(x, w, b, 2, 1, 1, 2), rand(1, 2, 5), rand(4, 1, 3), rand(4))
    check("conv2d", lambda x, w, b: F.conv2d(x, w, b, padding=(1, 0), dilation=(1, 2)), rand(1, 2, 4, 5), rand(2, 2, 2, 3), rand(2))
    check("batch_norm", lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), rand(3, 2, 2), rand(2), rand(2))
    check("layer_norm plain", lambda x: F.layer_norm(x, (3, 4)), x)
    check("layer_norm weight", lambda x, w: F.layer_norm(x, (4,), w), x, w)
    at = torch.tensor([[1, 0, 1], [2, 2, 2]])
    check("embedding", lambda w: F.embedding(at, w), rand(4, 3))
    check("cosine_similarity", lambda x, y: F.cosine_similarity(x, y, dim=-1), x, rand(2, 3, 4))
    q, k, v = rand(2, 2, 3, 4), rand(2, 2, 5, 4), rand(2, 2, 5, 4)
    keep = torch.tensor([[True, True, False, True, True]] * 3)
    for shape in ((), (0,), (0, 0)):
        args = [t[shape].detach().requires_grad_(True) if shape else t for t in (q, k, v)]
        check("attention", F.scaled_dot_product_attention, *args) if hasattr(F, "scaled_dot_product_attention") else None
    if hasattr(F, "scaled_dot_product_attention"):
        check("attention mask", lambda q, k, v: F.scaled_dot_product_attention(q, k, v, attn_mask=keep), q, k, v)
        check("attention causal", lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), q, k, v)
    scores, target = rand(5, 3), torch.tensor([2, 0, 1, -100, 2])
    weight = torch.tensor([0.5, 1.0, 2.0], dtype=torch.float64)
    for reduction in ("mean", "sum", "none"):
        for w in (None, weight):
            for smoothing in (0.0, 0.1) if w is None else (0.0,):
                check(f"cross_entropy {reduction} {smoothing}", lambda x: F.cross_entropy(
                    x, target, w, reduction=reduction, label_smoothing=smoothing), scores)
            check("nll_loss", lambda x: F.nll_loss(x.log_softmax(1), target, w, reduction=reduction), scores)
        check("cross_entropy of odds", lambda x, t: F.cross_entropy(x, t.softmax(1), reduction=reduction), scores, rand(5, 3))
        for f in (F.mse_loss, F.l1_loss):
            check(f.__name__, lambda x, y: f(x, y, reduction=reduction), scores, rand(5, 3))
        yes = torch.rand(5, 3, dtype=torch.float64)
        check("bce", lambda x: F.binary_cross_entropy(x.sigmoid(), yes, reduction=reduction), scores)
        check("bce logits", lambda x: F.binary_cross_entropy_with_logits(x, yes, reduction=reduction), scores)
        check("kl_div", lambda x: F.kl_div(x.log_softmax(1), yes, reduction=reduction.replace("mean", "batchmean")), scores)
    check("cross_entropy of pictures", lambda x: F.cross_entropy(x, torch.tensor([[0, 1], [2, 1]])), rand(2, 3, 2))
    check("cross_entropy of one", lambda x: F.cross_entropy(x, torch.tensor(1)), rand(3))


elementwise()
products()
reductions()
moved()
written()
layers()
print("checked")  # expect: checked
