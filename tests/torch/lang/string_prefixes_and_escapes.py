print("tab\tline\\ \x41 \u00e9 \101")  # expect: tab	line\ A é A
print(r"raw \n stays")  # expect: raw \n stays
print("joined " "by " 'standing side by side')  # expect: joined by standing side by side
text = """two
lines"""
print(text)  # expect: two
# expect: lines
text = "over \
one line"
print(text)  # expect: over one line
print(u"old prefix", len("\0"))  # expect: old prefix 1
