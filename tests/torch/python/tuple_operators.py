print((-2) ** 3)  # expect: -8
print(tuple('ab'))  # expect: ('a', 'b')
print(tuple([1]))  # expect: (1,)
print(tuple())  # expect: ()
print((1, 2) + (3,))  # expect: (1, 2, 3)
print((1,) * 3)  # expect: (1, 1, 1)
print((1, 2)[0])  # expect: 1
print((1, 2)[::-1])  # expect: (2, 1)
print((1, 2) == (1, 2))  # expect: True
print((1, 2) < (1, 3))  # expect: True
print((1,))  # expect: (1,)
print(())  # expect: ()
print((1, (2, 3)))  # expect: (1, (2, 3))
print((1, 2) + ())  # expect: (1, 2)
print(((),))  # expect: ((),)
print((1, 2, 3)[1:])  # expect: (2, 3)
print((*[1], 2))  # expect: (1, 2)
