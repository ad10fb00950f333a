import torch
from torch import nn


class DecoderCrossAttention(nn.Module):
    """One head; decoder states ask, encoder states answer."""

    def __init__(self, dec_dim, enc_dim, attn_dim):
        super().__init__()
        self.q_net = nn.Linear(dec_dim, attn_dim, bias=False)
        self.kv_net = nn.Linear(enc_dim, 2 * attn_dim, bias=False)
        self.scale = 1.0 / attn_dim ** 0.5

    def forward(self, decoder_hidden, encoder_outputs):
        q = self.q_net(decoder_hidden)
        k, v = torch.split(self.kv_net(encoder_outputs), q.size(-1), dim=-1)
        energy = torch.bmm(q, k.permute(0, 2, 1)).mul(self.scale)
        return torch.bmm(energy.softmax(2), v)
