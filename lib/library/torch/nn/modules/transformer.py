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


def _get_activation_fn(activation):
    """The function of that name, or the one that was given."""
    if not isinstance(activation, str):
        return activation
    if activation == "relu":
        return F.relu
    if activation == "gelu":
        return F.gelu
    raise RuntimeError(f"activation should be relu/gelu, not {activation}")


class TransformerEncoderLayer(Module):
    """Self-attention, in which tokens exchange what they know, then a feed-forward network,
    which treats each token by itself.

    Each of the two is added to what went in: x = norm(x + sublayer(x)) or, with
    norm_first, x = x + sublayer(norm(x)). All shapes are (L, N, E), or (N, L, E) with
    batch_first.
    """

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True,
                 device=None, dtype=None):
        super().__init__()
        factory = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias,
                                            batch_first=batch_first, **factory)
        # The feed-forward network.
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **factory)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **factory)

        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **factory)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **factory)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = _get_activation_fn(activation)

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), src_mask, src_key_padding_mask)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, src_mask, src_key_padding_mask))
        return self.norm2(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        """Self-attention: (L, N, E) -> (L, N, E)"""
        x, _ = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
                              need_weights=False)
        return self.dropout1(x)

    def _ff_block(self, x):
        """The feed-forward network: (L, N, E) -> (L, N, E)"""
        x = self.dropout(self.activation(self.linear1(x)))  # (L, N, dim_feedforward)
        return self.dropout2(self.linear2(x))  # (L, N, E)


class TransformerDecoderLayer(Module):
    """Self-attention, then attention to memory, which an encoder has made, then a
    feed-forward network. Each is added to what went in, as in TransformerEncoderLayer.

    tgt is (T, N, E) and memory (S, N, E); with batch_first N comes first.
    """

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True,
                 device=None, dtype=None):
        super().__init__()
        factory = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias,
                                            batch_first=batch_first, **factory)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias,
                                                 batch_first=batch_first, **factory)
        # The feed-forward network.
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **factory)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **factory)

        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **factory)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **factory)
        self.norm3 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **factory)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.dropout3 = Dropout(dropout)
        self.activation = _get_activation_fn(activation)

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False):
        x = tgt
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), tgt_mask, tgt_key_padding_mask)
            x = x + self._mha_block(self.norm2(x), memory, memory_mask, memory_key_padding_mask)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, tgt_mask, tgt_key_padding_mask))
        x = self.norm2(x + self._mha_block(x, memory, memory_mask, memory_key_padding_mask))
        return self.norm3(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        """Self-attention: queries, keys and values come from x. (T, N, E) -> (T, N, E)"""
        x, _ = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
                              need_weights=False)
        return self.dropout1(x)

    def _mha_block(self, x, mem, attn_mask, key_padding_mask):
        """Cross-attention: keys and values come from memory. (T, N, E), (S, N, E) -> (T, N, E)"""
        x, _ = self.multihead_attn(x, mem, mem, attn_mask=attn_mask,
                                   key_padding_mask=key_padding_mask, need_weights=False)
        return self.dropout2(x)

    def _ff_block(self, x):
        """The feed-forward network: (T, N, E) -> (T, N, E)"""
        x = self.dropout(self.activation(self.linear1(x)))  # (T, N, dim_feedforward)
        return self.dropout3(self.linear2(x))  # (T, N, E)


class TransformerEncoder(Module):
    """num_layers copies of a layer, each of which gets what the one before it gave; then a
    norm, if one is given. The copies start out equal."""

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True,
                 mask_check=True):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(encoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor

    def _skips_padding(self, src, mask, padding):
        """Whether PyTorch would leave out padding altogether, which it does where nothing is
        trained. What comes out at these places is 0 then."""
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
        x = src  # (L, N, E) throughout
        for layer in self.layers:
            x = layer(x, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        if zero_padding:
            x = x.masked_fill(src_key_padding_mask.bool().unsqueeze(-1), 0.0)
        return x if self.norm is None else self.norm(x)


class TransformerDecoder(Module):
    """num_layers copies of a layer, each of which gets what the one before it gave; then a
    norm, if one is given. The copies start out equal."""

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(decoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False):
        x = tgt  # (T, N, E) throughout
        for layer in self.layers:
            x = layer(x, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                      tgt_key_padding_mask=tgt_key_padding_mask,
                      memory_key_padding_mask=memory_key_padding_mask)
        return x if self.norm is None else self.norm(x)


class Transformer(Module):
    """An encoder reads the source; a decoder looks at what the encoder made of it and at the
    target so far, and says for each place of the target what comes next.

    src is (S, N, E) and tgt (T, N, E); with batch_first N comes first.
    """

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
        # (S, N, E) -> (S, N, E)
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        # (T, N, E) and (S, N, E) -> (T, N, E)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                            tgt_key_padding_mask=tgt_key_padding_mask,
                            memory_key_padding_mask=memory_key_padding_mask)

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """(sz, sz): -inf above the diagonal, so that no token sees those after it; else 0."""
        return torch.triu(torch.full((sz, sz), float("-inf"), device=device, dtype=dtype), 1)

    def _reset_parameters(self):
        for p in self.parameters():
            if p.dim() > 1:
                xavier_uniform_(p)
