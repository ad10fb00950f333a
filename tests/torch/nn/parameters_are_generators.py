from torch import nn

m = nn.Linear(2, 3)
g = m.named_parameters()
print(repr(g)[:41], g.__name__)  # expect: <generator object Module.named_parameters named_parameters
print(next(g)[0], g.send(1)[0])  # expect: weight bias
g.close()
print(list(g))  # expect: []
p = m.parameters()
try:
    p.throw(ValueError('x'))
except ValueError as e:
    print('caught', e)  # expect: caught x
print(list(p))  # expect: []
print(repr(nn.Sequential().modules())[:32], type(m.buffers()))  # expect: <generator object Module.modules <class 'generator'>
