for i in range(3):
    pass
print(i)  # expect: 2
squares = [j * j for j in range(3)]
try:
    print(j)
except NameError as e:
    print(e)  # expect: name 'j' is not defined
