try:
    1 / 0
except ZeroDivisionError as e:
    print(e)  # expect: division by zero
try:
    e
except NameError as error:
    print(error)  # expect: name 'e' is not defined
