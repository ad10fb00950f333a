x = "module"


class A:
    x = "class"
    y = x

    def f(self):
        return x

    z = [x for _ in range(1)]


print(A.y, A().f(), A.z)  # expect: class module ['module']
