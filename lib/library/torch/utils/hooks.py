"""Functions that look at what goes through a module or at a gradient."""


class RemovableHandle:
    """What registers a hook returns one: remove() takes the hook out of its dict again."""

    def __init__(self, hooks, hook):
        self.id, self.hooks = max(hooks, default=-1) + 1, hooks
        hooks[self.id] = hook

    def remove(self):
        self.hooks.pop(self.id, None)
