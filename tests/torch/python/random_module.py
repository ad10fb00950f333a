import random


def drawn(seed):
    random.seed(seed)
    return seed, random.random(), random.randint(1, 6), random.getrandbits(70), random.randrange(0, 100, 7)


def error(f):
    try:
        f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(drawn(0), drawn(1), drawn(42))  # expect: (0, 0.8444218515250481, 4, 1130027559504484052788, 56) (1, 0.13436424411240122, 1, 574024282404777899068, 84) (42, 0.6394267984578837, 1, 281774556622676705531, 21)
print(drawn(-7), drawn(123456789012345678901234567890))  # expect: (-7, 0.32383276483316237, 2, 67347853917828622094, 7) (123456789012345678901234567890, 0.7275084571578186, 2, 608960456152844417998, 28)
random.seed(3)
x = list(range(12))
random.shuffle(x)
print(x)  # expect: [1, 7, 10, 0, 6, 11, 4, 5, 2, 8, 9, 3]
print(random.sample(range(100), 5), random.sample(list("abcdefgh"), 8), random.sample(range(10000), 40)[:7])  # expect: [60, 33, 70, 29, 24] ['h', 'e', 'g', 'd', 'f', 'c', 'a', 'b'] [2484, 8571, 6388, 248, 1049, 2611, 9684]
print(random.choices("abc", k=6), random.choices([1, 2, 3], weights=[5, 1, 1], k=8))  # expect: ['c', 'c', 'c', 'a', 'c', 'c'] [3, 1, 1, 1, 2, 1, 1, 1]
print(random.uniform(2, 5), random.gauss(0, 1), random.gauss(1, 2))  # expect: 4.56182746526804 0.42965991462842285 0.9448845749460671
r = random.Random(7)
print(r.random())  # expect: 0.32383276483316237
print(random.choice(["p", "q", "r"]))  # expect: p
print(error(lambda: random.choice([])))  # expect: IndexError: Cannot choose from an empty sequence
print(error(lambda: random.randint(3, 1)))  # expect: ValueError: empty range for randrange() (3, 2, -1)
print(error(lambda: random.sample([1], 2)))  # expect: ValueError: Sample larger than population or is negative
print(error(lambda: random.sample({1}, 1)))  # expect: TypeError: Population must be a sequence.  For dicts or sets, use sorted(d).
print(error(lambda: random.randrange(0)))  # expect: ValueError: empty range for randrange()
print(error(lambda: random.randrange(0, 0, 2)))  # expect: ValueError: empty range for randrange()
print(error(lambda: random.choices([1, 2], weights=[1])))  # expect: ValueError: The number of weights does not match the population
t = sum(random.random() for _ in range(2000))
print(t)  # expect: 995.9661599979925
