def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(error(lambda: '{'.format()))  # expect: ValueError: Single '{' encountered in format string
print(error(lambda: '}'.format()))  # expect: ValueError: Single '}' encountered in format string
print(error(lambda: '{0'.format(1)))  # expect: ValueError: expected '}' before end of string
print(error(lambda: '{}{0}'.format(1)))  # expect: ValueError: cannot switch from automatic field numbering to manual field specification
print(error(lambda: '{0}{}'.format(1)))  # expect: ValueError: cannot switch from manual field specification to automatic field numbering
print(error(lambda: '{1}'.format(1)))  # expect: IndexError: Replacement index 1 out of range for positional args tuple
print(error(lambda: '{a}'.format()))  # expect: KeyError: 'a'
print(error(lambda: '{0.x}'.format(1)))  # expect: AttributeError: 'int' object has no attribute 'x'
print(error(lambda: '{0[}'.format(1)))  # expect: ValueError: expected '}' before end of string
print(error(lambda: '{0.}'.format(1)))  # expect: ValueError: Empty attribute in format string
print(error(lambda: '{0[]}'.format([1])))  # expect: ValueError: Empty attribute in format string
print(error(lambda: '{0[0]x}'.format([1])))  # expect: ValueError: Only '.' or '[' may follow ']' in format field specifier
print(error(lambda: '{!x}'.format('a')))  # expect: ValueError: Unknown conversion specifier x
print(error(lambda: '{!}'.format('a')))  # expect: ValueError: unmatched '{' in format spec
print(error(lambda: '{!rr}'.format('a')))  # expect: ValueError: expected ':' after conversion specifier
print(error(lambda: '{a.b}'.format(a=1)))  # expect: AttributeError: 'int' object has no attribute 'b'
print(error(lambda: '{:{:{}}}'.format(1,2,3)))  # expect: ValueError: Max string recursion exceeded
print(error(lambda: '{ }'.format(1)))  # expect: KeyError: ' '
print(error(lambda: '{-1}'.format(1)))  # expect: KeyError: '-1'
print(error(lambda: '{}'.format()))  # expect: IndexError: Replacement index 0 out of range for positional args tuple
print(error(lambda: '{0[1'.format([1])))  # expect: ValueError: expected '}' before end of string
print(error(lambda: '{:}}'.format(1)))  # expect: ValueError: Single '}' encountered in format string
print(error(lambda: '{0[-1]}'.format([1])))  # expect: TypeError: list indices must be integers or slices, not str
