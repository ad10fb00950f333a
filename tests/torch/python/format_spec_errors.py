def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(error(lambda: format(1, 2)))  # expect: TypeError: format() argument 2 must be str, not int
print(error(lambda: f'{[]:5}'))  # expect: TypeError: unsupported format string passed to list.__format__
print(error(lambda: f'{1.5:d}'))  # expect: ValueError: Unknown format code 'd' for object of type 'float'
print(error(lambda: f'{"a":d}'))  # expect: ValueError: Unknown format code 'd' for object of type 'str'
print(error(lambda: format(1,'abc')))  # expect: ValueError: Invalid format specifier 'abc' for object of type 'int'
print(error(lambda: format(1,'5.2d')))  # expect: ValueError: Precision not allowed in integer format specifier
print(error(lambda: format(1,'s')))  # expect: ValueError: Unknown format code 's' for object of type 'int'
print(error(lambda: format(True,'s')))  # expect: ValueError: Unknown format code 's' for object of type 'bool'
print(error(lambda: format(1.5,'d')))  # expect: ValueError: Unknown format code 'd' for object of type 'float'
print(error(lambda: format('a','d')))  # expect: ValueError: Unknown format code 'd' for object of type 'str'
print(error(lambda: format('a','+')))  # expect: ValueError: Sign not allowed in string format specifier
print(error(lambda: format('a','#')))  # expect: ValueError: Alternate form (#) not allowed in string format specifier
print(error(lambda: format('a','=5')))  # expect: ValueError: '=' alignment not allowed in string format specifier
print(error(lambda: format('a',',')))  # expect: ValueError: Cannot specify ',' with 's'.
print(error(lambda: format(1,',x')))  # expect: ValueError: Cannot specify ',' with 'x'.
print(error(lambda: format(1,',c')))  # expect: ValueError: Cannot specify ',' with 'c'.
print(error(lambda: format(1,',_d')))  # expect: ValueError: Cannot specify both ',' and '_'.
print(error(lambda: format(1,'__d')))  # expect: ValueError: Invalid format specifier '__d' for object of type 'int'
print(error(lambda: format(1.5,'q')))  # expect: ValueError: Unknown format code 'q' for object of type 'float'
print(error(lambda: format([],'5')))  # expect: TypeError: unsupported format string passed to list.__format__
print(error(lambda: format(None,'5')))  # expect: TypeError: unsupported format string passed to NoneType.__format__
print(error(lambda: format(1,',s')))  # expect: ValueError: Cannot specify ',' with 's'.
print(error(lambda: format(1,'5q')))  # expect: ValueError: Unknown format code 'q' for object of type 'int'
print(error(lambda: format('a','.')))  # expect: ValueError: Format specifier missing precision
print(error(lambda: format(1.0,'.')))  # expect: ValueError: Format specifier missing precision
print(error(lambda: format(1.0,',n')))  # expect: ValueError: Cannot specify ',' with 'n'.
print(error(lambda: format(1.5,',b')))  # expect: ValueError: Cannot specify ',' with 'b'.
