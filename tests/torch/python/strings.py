s = "Your journey starts"
print(s.split(), s.upper(), s[5:12], s[::-1], s.replace("j", "J"), len(s))  # expect: ['Your', 'journey', 'starts'] YOUR JOURNEY STARTS journey strats yenruoj ruoY Your Journey starts 19
print(", ".join(["a", "b"]), "x".center(5, "."), "  t ".strip(), "ab" * 3, "z" in s)  # expect: a, b ..x.. t ababab False
print("%d of %s, %.2f" % (3, "five", 0.5), "{} {0}".format(1) if False else "{0} {b}".format(1, b=2))  # expect: 3 of five, 0.50 1 2
print(repr("it's\n"), "a\tb", r"raw\n", "é→", len("é→"))  # expect: "it's\n" a	b raw\n é→ 2
