def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


from collections import OrderedDict, defaultdict, namedtuple, Counter, deque
o = OrderedDict([('a', 1), ('b', 2)])
o['c'] = 3
print(o)  # expect: OrderedDict([('a', 1), ('b', 2), ('c', 3)])
o.move_to_end('a')
print(o, o.popitem())  # expect: OrderedDict([('b', 2), ('c', 3)]) ('a', 1)
o.move_to_end('c', last=False)
print(o, o.popitem(last=False), OrderedDict(), list(o), OrderedDict(x=1) == {'x': 1})  # expect: OrderedDict([('b', 2)]) ('c', 3) OrderedDict() ['b'] True
d = defaultdict(list)
d['a'].append(1)
print(d, d['b'], len(d), d.get('z'))  # expect: defaultdict(<class 'list'>, {'a': [1], 'b': []}) [] 2 None
i = defaultdict(int)
i['x'] += 5
print(i, dict(i))  # expect: defaultdict(<class 'int'>, {'x': 5}) {'x': 5}
attempt(lambda: defaultdict(5))  # expect: TypeError: first argument must be callable or None
attempt(lambda: defaultdict(None)['k'])  # expect: KeyError: 'k'
print(defaultdict(lambda: 0, {'a': 1})['q'], isinstance(d, dict))  # expect: 0 True
