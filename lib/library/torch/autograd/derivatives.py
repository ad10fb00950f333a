"""The derivative of every operation, a function each, under the operation's name.

A function gets the gradient of the result, then what the operation has kept of its arguments,
and gives the gradient of each input: one tensor or, for several inputs, a function each, of
which only those that are asked for are called. What broadcasting repeated need not be added up
here: backward() does that, for all of them.
"""
