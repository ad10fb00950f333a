import torch

a = torch.zeros(2)
b = torch.zeros(2)
d = {a: "a", b: "b"}
print(d[a], d[b], hash(a) == hash(b), a in d)  # expect: a b False True
