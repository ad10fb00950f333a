def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(1 + True)  # expect: 2
print(True + True)  # expect: 2
print(True & False)  # expect: False
print(True & 1)  # expect: 1
print(~True)  # expect: -2
print(-True)  # expect: -1
print(7 // -2)  # expect: -4
print(-7 // 2)  # expect: -4
print(-7 % 3)  # expect: 2
print(7 % -3)  # expect: -2
print(7.5 // -2)  # expect: -4.0
print(-7.5 % 2)  # expect: 0.5
print(7.5 % -2)  # expect: -0.5
print(2 ** -1)  # expect: 0.5
print(2 ** 0.5)  # expect: 1.4142135623730951
print(-2 ** 2)  # expect: -4
print(-1 >> 100)  # expect: -1
print(-5 >> 1)  # expect: -3
print(5 & -2)  # expect: 4
print(2**53 == 2.0**53)  # expect: True
print(2**53 + 1 == 2.0**53)  # expect: False
print(1 < float('nan'))  # expect: False
print(1 in [1])  # expect: True
print(5 in [1])  # expect: False
print(1.0 in [1])  # expect: True
print(1 in (1, 2))  # expect: True
print(1 in {1})  # expect: True
print(error(lambda: 1//0))  # expect: ZeroDivisionError: integer division or modulo by zero
print(error(lambda: 1%0))  # expect: ZeroDivisionError: integer modulo by zero
print(error(lambda: 1.0//0))  # expect: ZeroDivisionError: float floor division by zero
print(error(lambda: 1.0%0))  # expect: ZeroDivisionError: float modulo
print(error(lambda: 0**-1))  # expect: ZeroDivisionError: 0.0 cannot be raised to a negative power
print(error(lambda: 0.0**-1))  # expect: ZeroDivisionError: 0.0 cannot be raised to a negative power
print(error(lambda: 1<<-1))  # expect: ValueError: negative shift count
print(error(lambda: 1>>-1))  # expect: ValueError: negative shift count
print(error(lambda: 2.0**5000))  # expect: OverflowError: (34, 'Numerical result out of range')
