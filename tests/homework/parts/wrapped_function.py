import torch, time, functools
def timed(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        s = time.time(); r = f(*args, **kwargs); return r
    return inner
@timed
def attend(q, k, v, mask=None):
    s = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5
    if mask is not None: s = s.masked_fill(~mask, float("-inf"))
    a = s.softmax(-1)
    return a @ v, a
