"""Whole transformers: layers of attention and feed-forward, and stacks of them."""

import copy

import torch
from torch.nn import functional as F
from torch.nn.init import xavier_uniform_
from torch.nn.modules.activation import MultiheadAttention
from torch.nn.modules.container import ModuleList
from torch.nn.modules.dropout import Dropout
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import LayerNorm


def _activation(chosen):
    """The function of that name, or the one that was given."""
    if not isinstance(chosen, str):
        return chosen
    if chosen == "relu":
        return F.relu
    if chosen == "gelu":
        return F.gelu
    raise RuntimeError(f"activation should be relu/gelu, not {chosen}")


class _Layer(Module):
    """What a layer of an encoder and one of a decoder share. Each is a few sublayers:
    x + sublayer(x), with a norm before the sublayer (norm_first) or after the sum."""

    def _add_attention(self, name, d_model, nhead, dropout, bias, batch_first, factory):
        attention = MultiheadAttention(
            d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first, **factory
        )
        setattr(self, name, attention)

    def _add_rest(self, d_model, hidden, dropout, activation, eps, norm_first, bias, norms, factory):
        self.linear1 = Linear(d_model, hidden, bias=bias, **factory)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(hidden, d_model, bias=bias, **factory)
        self.norm_first = norm_first
        for i in range(1, norms + 1):
            setattr(self, f"norm{i}", LayerNorm(d_model, eps=eps, bias=bias, **factory))
        for i in range(1, norms + 1):
            setattr(self, f"dropout{i}", Dropout(dropout))
        self.activation = _activation(activation)

    def _sublayer(self, norm, x, step):
        if self.norm_first:
            return x + step(norm(x))
        return norm(x + step(x))

    def _attend(self, attention, x, memory, mask, padding):
        out, _ = attention(
            x, memory, memory, attn_mask=mask, key_padding_mask=padding, need_weights=False
        )
        return out

    def _feed_forward(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(_Layer):
    """Self-attention, then a feed-forward network of each token by itself."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True,
                 device=None, dtype=None):
        super().__init__()
        factory = {"device": device, "dtype": dtype}
        self._add_attention("self_attn", d_model, nhead, dropout, bias, batch_first, factory)
        self._add_rest(d_model, dim_feedforward, dropout, activation, layer_norm_eps,
                       norm_first, bias, 2, factory)

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        def self_attention(x):
            return self.dropout1(
                self._attend(self.self_attn, x, x, src_mask, src_key_padding_mask))

        def feed_forward(x):
            return self.dropout2(self._feed_forward(x))

        x = self._sublayer(self.norm1, src, self_attention)
        return self._sublayer(self.norm2, x, feed_forward)


class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to what an encoder made (memory), then feed-forward."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True,
                 device=None, dtype=None):
        super().__init__()
        factory = {"device": device, "dtype": dtype}
        self._add_attention("self_attn", d_model, nhead, dropout, bias, batch_first, factory)
        self._add_attention("multihead_attn", d_model, nhead, dropout, bias, batch_first, factory)
        self._add_rest(d_model, dim_feedforward, dropout, activation, layer_norm_eps,
                       norm_first, bias, 3, factory)

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False):
        def self_attention(x):
            return self.dropout1(
                self._attend(self.self_attn, x, x, tgt_mask, tgt_key_padding_mask))

        def cross_attention(x):
            return self.dropout2(
                self._attend(self.multihead_attn, x, memory, memory_mask, memory_key_padding_mask))

        def feed_forward(x):
            return self.dropout3(self._feed_forward(x))

        x = self._sublayer(self.norm1, tgt, self_attention)
        x = self._sublayer(self.norm2, x, cross_attention)
        return self._sublayer(self.norm3, x, feed_forward)


class TransformerEncoder(Module):
    """num_layers copies of a layer, one after the other, and a norm if one is given."""

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True,
                 mask_check=True):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(encoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor

    def _skips_padding(self, src, mask, padding):
        """PyTorch leaves out padding altogether where nothing is trained: what comes out
        there is 0."""
        if padding is None or mask is not None or self.training or not self.enable_nested_tensor:
            return False
        layer = self.layers[0]
        if not isinstance(layer, TransformerEncoderLayer) or src.dim() != 3:
            return False
        recorded = src.requires_grad or any(p.requires_grad for p in layer.parameters())
        return (not layer.norm_first and layer.self_attn.batch_first
                and not (recorded and torch.is_grad_enabled()))

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        zero_padding = self._skips_padding(src, mask, src_key_padding_mask)
        x = src
        for layer in self.layers:
            x = layer(x, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        if zero_padding:
            x = x.masked_fill(src_key_padding_mask.bool().unsqueeze(-1), 0.0)
        return x if self.norm is None else self.norm(x)


class TransformerDecoder(Module):
    """num_layers copies of a layer, one after the other, and a norm if one is given."""

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(decoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False):
        x = tgt
        for layer in self.layers:
            x = layer(x, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                      tgt_key_padding_mask=tgt_key_padding_mask,
                      memory_key_padding_mask=memory_key_padding_mask)
        return x if self.norm is None else self.norm(x)


class Transformer(Module):
    """An encoder reads the source; a decoder writes the target, looking at both."""

    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6,
                 dim_feedforward=2048, dropout=0.1, activation=F.relu, custom_encoder=None,
                 custom_decoder=None, layer_norm_eps=1e-5, batch_first=False, norm_first=False,
                 bias=True, device=None, dtype=None):
        super().__init__()
        factory = {"device": device, "dtype": dtype}
        layer = [d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps,
                 batch_first, norm_first, bias]
        norm = {"eps": layer_norm_eps, "bias": bias}
        self.encoder = custom_encoder
        if custom_encoder is None:
            self.encoder = TransformerEncoder(TransformerEncoderLayer(*layer, **factory),
                                              num_encoder_layers,
                                              LayerNorm(d_model, **norm, **factory))
        self.decoder = custom_decoder
        if custom_decoder is None:
            self.decoder = TransformerDecoder(TransformerDecoderLayer(*layer, **factory),
                                              num_decoder_layers,
                                              LayerNorm(d_model, **norm, **factory))
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None,
                src_key_padding_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None,
                memory_is_causal=False):
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                            tgt_key_padding_mask=tgt_key_padding_mask,
                            memory_key_padding_mask=memory_key_padding_mask)

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        return torch.triu(torch.full((sz, sz), float("-inf"), device=device, dtype=dtype), 1)

    def _reset_parameters(self):
        for p in self.parameters():
            if p.dim() > 1:
                xavier_uniform_(p)
