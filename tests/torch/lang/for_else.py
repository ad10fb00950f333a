for n in (4, 6, 7):
    if n % 2:
        print("odd", n)  # expect: odd 7
        break
else:
    print("none")
for n in ():
    pass
else:
    print("done")  # expect: done
