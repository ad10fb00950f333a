def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    warnings.warn('careful'); warnings.warn('dep', DeprecationWarning)
print(len(w), w[0].message, w[0].category, w[1].category.__name__, str(w[1].message))  # expect: 2 careful <class 'UserWarning'> DeprecationWarning dep
warnings.filterwarnings('ignore')
warnings.warn('silent')
warnings.simplefilter('error')
attempt(lambda: warnings.warn('boom'))  # expect: UserWarning: boom
attempt(lambda: warnings.warn('boom', RuntimeWarning))  # expect: RuntimeWarning: boom
attempt(lambda: warnings.simplefilter('nope'))  # expect: AssertionError: invalid action: 'nope'
warnings.filterwarnings('ignore', message='Boo')
warnings.warn('boom again')
warnings.filterwarnings('ignore', category=UserWarning)
class MyW(UserWarning): pass
warnings.warn('x', MyW)
print('ok')  # expect: ok
