print('123'.isdigit())  # expect: True
print('12a'.isdigit())  # expect: False
print(''.isdigit())  # expect: False
print('²'.isdigit())  # expect: True
print('½'.isnumeric())  # expect: True
print('abc'.isalpha())  # expect: True
print('ab1'.isalpha())  # expect: False
print('é'.isalpha())  # expect: True
print('ab1'.isalnum())  # expect: True
print(' \t'.isspace())  # expect: True
print(''.isspace())  # expect: False
print('ABC'.isupper())  # expect: True
print('AbC'.isupper())  # expect: False
print('abc'.islower())  # expect: True
print('a1'.islower())  # expect: True
print('1'.islower())  # expect: False
print('Abc Def'.istitle())  # expect: True
print('abc'.isidentifier())  # expect: True
print('1a'.isidentifier())  # expect: False
print('ab\n'.isprintable())  # expect: False
print('a'.isascii())  # expect: True
print('é'.isascii())  # expect: False
print('١'.isdecimal())  # expect: True
print('Hello There'.istitle())  # expect: True
print('hello'.istitle())  # expect: False
