print(0 or "b")  # expect: b
print(1 and "b")  # expect: b
print([] and 1 / 0)  # expect: []
print(not "" or 1 / 0)  # expect: True
print(None or 0 or ())  # expect: ()
