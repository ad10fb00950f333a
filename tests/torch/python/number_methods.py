def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(abs(-3))  # expect: 3
print(abs(-3.5))  # expect: 3.5
print(abs(True))  # expect: 1
print(error(lambda: abs('a')))  # expect: TypeError: bad operand type for abs(): 'str'
print(divmod(7, 2))  # expect: (3, 1)
print(divmod(-7, 2))  # expect: (-4, 1)
print(divmod(7.5, 2))  # expect: (3.0, 1.5)
print(divmod(7, -2.5))  # expect: (-3.0, -0.5)
print(error(lambda: divmod('a', 1)))  # expect: TypeError: unsupported operand type(s) for divmod(): 'str' and 'int'
print(pow(2, 10))  # expect: 1024
print(pow(2, 10, 1000))  # expect: 24
print(pow(2, -1))  # expect: 0.5
print(pow(3, -1, 7))  # expect: 5
print(pow(2.0, 3))  # expect: 8.0
print(error(lambda: pow('a', 2)))  # expect: TypeError: unsupported operand type(s) for ** or pow(): 'str' and 'int'
print((5).bit_length())  # expect: 3
print((0).bit_length())  # expect: 0
print((-5).bit_length())  # expect: 3
print((5).real)  # expect: 5
print((5).imag)  # expect: 0
print((5).conjugate())  # expect: 5
print(True.real)  # expect: 1
print((2.5).is_integer())  # expect: False
print((2.0).is_integer())  # expect: True
print((5).__add__(3))  # expect: 8
print((5.0).__add__(3))  # expect: 8.0
print(int.__add__(1, 2))  # expect: 3
print((5).__radd__(2))  # expect: 7
print(error(lambda: (5).nope))  # expect: AttributeError: 'int' object has no attribute 'nope'
print(error(lambda: 5 .append(3)))  # expect: AttributeError: 'int' object has no attribute 'append'
print(error(lambda: int.bit_length('a')))  # expect: TypeError: descriptor 'bit_length' for 'int' objects doesn't apply to a 'str' object
print(repr(chr(97)))  # expect: 'a'
print(repr(chr(8364)))  # expect: '€'
print(ord('a'))  # expect: 97
print(ord('€'))  # expect: 8364
print(error(lambda: chr(-1)))  # expect: ValueError: chr() arg not in range(0x110000)
print(error(lambda: chr('a')))  # expect: TypeError: 'str' object cannot be interpreted as an integer
print(error(lambda: ord('ab')))  # expect: TypeError: ord() expected a character, but string of length 2 found
print(error(lambda: ord(5)))  # expect: TypeError: ord() expected string of length 1, but int found
print(repr(bin(10)))  # expect: '0b1010'
print(repr(bin(-10)))  # expect: '-0b1010'
print(repr(oct(8)))  # expect: '0o10'
print(repr(hex(255)))  # expect: '0xff'
print(repr(hex(-255)))  # expect: '-0xff'
print(repr(bin(0)))  # expect: '0b0'
print(repr(hex(True)))  # expect: '0x1'
print(error(lambda: bin(1.5)))  # expect: TypeError: 'float' object cannot be interpreted as an integer
print(repr(int.__name__))  # expect: 'int'
print(int.__mro__)  # expect: (<class 'int'>, <class 'object'>)
print((1).__eq__(1))  # expect: True
print((1).__eq__('a'))  # expect: NotImplemented
print((1).__lt__(2))  # expect: True
print(error(lambda: divmod(1,0)))  # expect: ZeroDivisionError: integer division or modulo by zero
print(error(lambda: divmod(1.,0)))  # expect: ZeroDivisionError: float divmod()
print(pow(2,-1,7))  # expect: 4
print(error(lambda: pow(2,3,0)))  # expect: ValueError: pow() 3rd argument cannot be 0
print(error(lambda: pow(2.0,3,5)))  # expect: TypeError: pow() 3rd argument not allowed unless all arguments are integers
