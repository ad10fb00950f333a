import torch
import torch.nn.functional as F

torch.manual_seed(31)
q, k, v = torch.randn(3, 1, 5, 4).unbind(0)
q, k = F.elu(q) + 1, F.elu(k) + 1
state = torch.einsum("bsd,bsm->bdm", k, v)
norm = 1 / torch.einsum("bld,bd->bl", q, k.sum(1))
print(torch.einsum("bld,bdm,bl->blm", q, state, norm))  # expect: tensor([[[ 0.3271, -0.9179, -0.3208,  0.0251],
# expect:          [ 0.3587, -1.1058, -0.2692,  0.1486],
# expect:          [ 0.3077, -0.9853, -0.3694,  0.1462],
# expect:          [ 0.3425, -0.9448, -0.3175,  0.0643],
# expect:          [ 0.2745, -0.9787, -0.4234,  0.1908]]])
causal = (q @ k.mT).tril()
print(causal / causal.sum(-1, keepdim=True))  # expect: tensor([[[1.0000, 0.0000, 0.0000, 0.0000, 0.0000],
# expect:          [0.7181, 0.2819, 0.0000, 0.0000, 0.0000],
# expect:          [0.4837, 0.2214, 0.2948, 0.0000, 0.0000],
# expect:          [0.3816, 0.2100, 0.2591, 0.1494, 0.0000],
# expect:          [0.3482, 0.1494, 0.2195, 0.1139, 0.1690]]])
