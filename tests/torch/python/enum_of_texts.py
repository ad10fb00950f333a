from enum import Enum


class Split(str, Enum):
    TRAIN = "train"
    VAL = "val"

    @property
    def title(self):
        return self.value.upper()


print(Split.TRAIN, f"{Split.TRAIN}", repr(Split.VAL), Split.VAL.value, Split.VAL.name)  # expect: Split.TRAIN Split.TRAIN <Split.VAL: 'val'> val VAL
print(Split.TRAIN == "train", "val" == Split.VAL, Split("val") is Split.VAL, Split.TRAIN == Split.VAL)  # expect: True True True False
print(isinstance(Split.VAL, str), Split.TRAIN + "ing", Split.TRAIN in ("train", "test"), len(Split.VAL))  # expect: True training True 3
print({"train": 1}[Split.TRAIN], {Split.VAL: 2}["val"], [s.value for s in Split], Split.VAL.title)  # expect: 1 2 ['train', 'val'] VAL
print("-".join([Split.TRAIN, Split.VAL]), "%s" % Split.VAL, str(Split.VAL), Split.TRAIN.upper())  # expect: train-val Split.VAL Split.VAL TRAIN
