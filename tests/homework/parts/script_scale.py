import torch
B, T, D, H = 2, 4, 8, 2
x = torch.randn(B, T, D)
Wq, Wk, Wv, Wo = torch.randn(4, D, D)
q = (x @ Wq).view(B, T, H, D // H).transpose(1, 2)
k = (x @ Wk).view(B, T, H, D // H).transpose(1, 2)
v = (x @ Wv).view(B, T, H, D // H).transpose(1, 2)
s = q @ k.transpose(2, 3) / D**0.5
s = s.masked_fill(torch.ones(T, T).triu(1).bool(), -torch.inf)
w = torch.softmax(s, dim=-1)
out = (w @ v).transpose(1, 2).reshape(B, T, D) @ Wo
print(out)
