import torch
import torch.nn as nn


class CasualMultiHeadAttn(nn.Module):
	def __init__(self, d_in, d_out, num_heads, context_length=256, drop=0.0):
		super().__init__()
		self.H = num_heads
		self.D = d_out // num_heads
		self.query = nn.Linear(d_in, d_out, bias=False)
		self.key = nn.Linear(d_in, d_out, bias=False)
		self.value = nn.Linear(d_in, d_out, bias=False)
		self.out = nn.Linear(d_out, d_out, bias=True)
		self.dropout = nn.Dropout(drop)
		forbidden = torch.triu(torch.full((context_length, context_length), float('-inf')), diagonal=1)
		self.register_buffer('forbidden', forbidden)
		self.scale = self.D ** -0.5

	def heads_first(self, t):
		return t.view(t.size(0), t.size(1), self.H, self.D).transpose(1, 2)

	def forward(self, x):
		T = x.size(1)
		q = self.heads_first(self.query(x)) * self.scale
		k = self.heads_first(self.key(x))
		v = self.heads_first(self.value(x))
		w = q @ k.transpose(-2, -1)
		w = w + self.forbidden[:T, :T]
		w = torch.softmax(w, -1)
		w = self.dropout(w)
		o = (w @ v).transpose(1, 2).contiguous()
		o = o.view(x.size(0), T, self.H * self.D)
		return self.out(o)
