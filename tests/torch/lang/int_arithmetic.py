# Ints of any size in locals, globals and what is nested: the short ways agree with
# the long one.


def mixed(a, b, c):
    return [a + b * c, a - b // c, (a * b) % c, a & b | c ^ a, -a % 5, a // -3,
            (a + 1) * (b - 1) >= c, a + b == c, a * b * c * a * b * c, True + a]


def divided(a, b):
    try:
        return a // b + a % b
    except ZeroDivisionError as error:
        return str(error)


def bound_on_the_way():
    x = 3
    y = x + (x := 5) * 2
    return y, x


def unbound():
    print(q + 1)
    q = 2


def text(a):
    return a + a * 2 + a


def real(a):
    return a / 4 + a // 4 - a % 4


sizes = (0, -7, 3037000500, 2**62, 2**63 - 1, -2**63, 2**70)
print("\n".join(str(mixed(a, -2, 7)) for a in sizes))  # expect: [-14, 1, 0, 7, 0, 0, False, False, 0, 1]
# expect: [-21, -6, 0, -2, 2, 2, True, False, 9604, -6]
# expect: [3037000486, 3037000501, 3, 3037000503, 0, -1012333500, False, False, 1807780919252049000000, 3037000501]
# expect: [4611686018427387890, 4611686018427387905, 6, 4611686018427387911, 1, -1537228672809129302, False, False, 4168458994781496177426338941039160590336, 4611686018427387905]
# expect: [9223372036854775793, 9223372036854775808, 0, 9223372036854775806, 3, -3074457345618258603, False, False, 16673835979125984706089793925709570244804, 9223372036854775808]
# expect: [-9223372036854775822, -9223372036854775807, 2, -9223372036854775801, 3, 3074457345618258602, True, False, 16673835979125984709705355764156642361344, -9223372036854775807]
# expect: [1180591620717411303410, 1180591620717411303425, 3, 1180591620717411303431, 1, -393530540239137101142, False, False, 273184128682000133483812548839942428448260096, 1180591620717411303425]
print(divided(7, 0), divided(-7, 2), divided(7, -2))  # expect: integer division or modulo by zero -3 -5
print(bound_on_the_way())  # expect: (13, 5)
try:
    unbound()
except UnboundLocalError as error:
    print(error)  # expect: cannot access local variable 'q' where it is not associated with a value
print(text("ab"), text([1]), text(2.5), text(True))  # expect: abababab [1, 1, 1, 1] 10.0 4
print(real(10), real(-10), real(2**53 + 1), real(10.0))  # expect: 2.5 -7.5 4503599627370495.0 2.5
total = 0
for i in range(1000):
    total = total + i % 7 * 2 - (i & 3)
print(total, 2 + 3 * 4 - 5 // 2)  # expect: 4494 12
