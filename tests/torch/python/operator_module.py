import operator as op
print(op.add(1, 2), op.mul(2, 3), op.itemgetter(1)([1, 2]), op.itemgetter(0, 1)('ab'), op.attrgetter('real')(5), op.neg(1), op.not_(0), op.contains([1], 1), op.getitem([1], 0), op.truediv(1, 2), sorted([(1, 2), (0, 3)], key=op.itemgetter(1), reverse=True))  # expect: 3 6 2 ('a', 'b') 5 -1 True True 1 0.5 [(0, 3), (1, 2)]
print(op.methodcaller('replace', 'a', 'o')('mama'), op.methodcaller('split', sep=',')('1,2'), op.methodcaller('upper')('x'))  # expect: momo ['1', '2'] X
