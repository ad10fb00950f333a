def middle():
    print("asked once")  # expect: asked once
    return 5


print(1 < middle() < 9)  # expect: True
print(1 < 3 > 2 != 4)  # expect: True
print(3 < 2 < middle())  # expect: False
