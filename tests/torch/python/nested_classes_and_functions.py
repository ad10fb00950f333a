class Outer:
    class Inner:
        value = 3

    def run(self):
        def helper(k):
            return k + self.Inner.value

        return helper(4)


print(Outer().run(), Outer.Inner.value, Outer.Inner)  # expect: 7 3 <class '__main__.Outer.Inner'>
