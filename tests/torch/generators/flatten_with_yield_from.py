def flatten(x):
    if isinstance(x, list):
        for item in x:
            yield from flatten(item)
    else:
        yield x


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right


print(list(flatten([1, [2, [3, []], 4], [[5]]])))
tree = Node(4, Node(2, Node(1), Node(3)), Node(6))
print(list(tree))
print(max(tree), 3 in tree, sorted(tree, reverse=True))
a, *rest = tree
print(a, rest)

# expect: [1, 2, 3, 4, 5]
# expect: [1, 2, 3, 4, 6]
# expect: 6 True [6, 4, 3, 2, 1]
# expect: 1 [2, 3, 4, 6]
