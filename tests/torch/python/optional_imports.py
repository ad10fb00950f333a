# A program that is ready for a module that is not there is told that it is not.
try:
    import tensorflow as tf
except ImportError:
    tf = None
print(tf)  # expect: None
try:
    import jax.numpy as jnp
except ModuleNotFoundError as e:
    print(e)  # expect: No module named 'jax'
try:
    from torch.nn.attention import sdpa_kernel
except (ImportError, OSError) as e:
    print(type(e).__name__, e)  # expect: ModuleNotFoundError No module named 'torch.nn.attention'
try:
    import math
    import tiktoken
except:
    tiktoken = "none"
print(tiktoken, math.pi)  # expect: none 3.141592653589793


def load():
    import tiktoken
    return tiktoken


try:
    load()
except ImportError:
    print("later")  # expect: later
try:
    try:
        import transformers.models
    except ValueError:
        pass
except Exception as e:
    print(e)  # expect: No module named 'transformers'
else:
    print("there")
try:
    import math as m
except ImportError:
    m = None
print(m.floor(2.5))  # expect: 2
