class Base:
    count = 0

    def __init__(self, name):
        self.name = name
        Base.count += 1

    def hello(self):
        return f"{self.name} says {self.word()}"

    def word(self):
        return "nothing"


class Child(Base):
    def __init__(self, name, loud=False):
        super().__init__(name)
        self.loud = loud

    def word(self):
        return "HI" if self.loud else super().word()


print(Child("a", loud=True).hello(), Child("b").hello(), Base.count)  # expect: a says HI b says nothing 2
print(isinstance(Child("c"), Base), issubclass(Child, Base))  # expect: True True
