from contextlib import nullcontext, suppress
with nullcontext(5) as v: print(v)  # expect: 5
with nullcontext() as v: print(v)  # expect: None
with suppress(KeyError, ValueError): {}['a']
print('after')  # expect: after
try:
    with suppress(KeyError): 1 / 0
except ZeroDivisionError as x: print(x)
# expect: division by zero
from pprint import pprint, pformat
pprint({'b': 1, 'a': [1, 2]})  # expect: {'a': [1, 2], 'b': 1}
pprint(list(range(40)))  # expect: [0,
# expect:  1,
# expect:  2,
# expect:  3,
# expect:  4,
# expect:  5,
# expect:  6,
# expect:  7,
# expect:  8,
# expect:  9,
# expect:  10,
# expect:  11,
# expect:  12,
# expect:  13,
# expect:  14,
# expect:  15,
# expect:  16,
# expect:  17,
# expect:  18,
# expect:  19,
# expect:  20,
# expect:  21,
# expect:  22,
# expect:  23,
# expect:  24,
# expect:  25,
# expect:  26,
# expect:  27,
# expect:  28,
# expect:  29,
# expect:  30,
# expect:  31,
# expect:  32,
# expect:  33,
# expect:  34,
# expect:  35,
# expect:  36,
# expect:  37,
# expect:  38,
# expect:  39]
pprint({'key' + str(i): list(range(i)) for i in range(12)})  # expect: {'key0': [],
# expect:  'key1': [0],
# expect:  'key10': [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
# expect:  'key11': [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
# expect:  'key2': [0, 1],
# expect:  'key3': [0, 1, 2],
# expect:  'key4': [0, 1, 2, 3],
# expect:  'key5': [0, 1, 2, 3, 4],
# expect:  'key6': [0, 1, 2, 3, 4, 5],
# expect:  'key7': [0, 1, 2, 3, 4, 5, 6],
# expect:  'key8': [0, 1, 2, 3, 4, 5, 6, 7],
# expect:  'key9': [0, 1, 2, 3, 4, 5, 6, 7, 8]}
print(pformat([1]))  # expect: [1]
pprint([['a' * 30] * 3, ('b' * 40, 'c' * 40)])  # expect: [['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
# expect:   'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
# expect:   'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
# expect:  ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
# expect:   'cccccccccccccccccccccccccccccccccccccccc')]
pprint(('x' * 90,))  # expect: ('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',)
