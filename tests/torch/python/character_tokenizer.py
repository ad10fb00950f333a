text = "to be or not to be"
letters = sorted(set(text))
number = {c: i for i, c in enumerate(letters)}
letter = {i: c for c, i in number.items()}
encode = lambda s: [number[c] for c in s]
decode = lambda ids: "".join(letter[i] for i in ids)
print("".join(letters), len(letters))  # expect:  benort 7
print(encode("boot"))  # expect: [1, 4, 4, 6]
print(decode(encode("boot")), decode(encode(text)) == text)  # expect: boot True
encode("box")  # expect KeyError: 'x'
