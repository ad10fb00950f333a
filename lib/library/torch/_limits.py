"""torch.finfo and torch.iinfo: what the numbers of a dtype can be."""

import torch


class _Limits:
    def __init__(self, name, dtype):
        if not isinstance(dtype, torch.dtype) and dtype not in (float, int, bool):
            raise TypeError(f"{name}(): argument 'type' (position 1) must be torch.dtype, not "
                            f"{type(dtype).__name__}")
        self._dtype = torch.empty(0, dtype=dtype).dtype
        self.bits = 8 * self._dtype.itemsize
        self.dtype = str(self._dtype).split(".")[1]


class finfo(_Limits):
    #                              bits of the fraction, the smallest exponent, decimal digits
    _FORMS = {torch.float16: (10, -14, 3), torch.bfloat16: (7, -126, 2),
              torch.float32: (23, -126, 6), torch.float64: (52, -1022, 15)}

    def __init__(self, type=None):
        super().__init__("finfo", torch.get_default_dtype() if type is None else type)
        if not self._dtype.is_floating_point:
            raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo "
                            "to handle 'torch.finfo'")
        fraction, least, digits = self._FORMS[self._dtype]
        self.eps, self.resolution = 2.0 ** -fraction, float(f"1e-{digits}")
        self.tiny = self.smallest_normal = 2.0 ** least
        self.max = (2.0 - self.eps) * 2.0 ** (1 - least)
        self.min = -self.max

    def __repr__(self):
        return (f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, "
                f"eps={self.eps:g}, smallest_normal={self.tiny:g}, tiny={self.tiny:g}, "
                f"dtype={self.dtype})")


class iinfo(_Limits):
    def __init__(self, type):
        super().__init__("iinfo", type)
        if self._dtype.is_floating_point or self._dtype == torch.bool:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to "
                            "handle 'torch.iinfo'")
        signed = 1 if self._dtype.is_signed else 0
        self.max = 2 ** (self.bits - signed) - 1
        self.min = -2 ** (self.bits - 1) if signed else 0

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"
