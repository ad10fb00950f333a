Kᵀ = 5
print(KT)  # expect: 5
ﬁt = "ligature"
print(fit)  # expect: ligature
α, größe = 1, 2
print(α + größe)  # expect: 3
