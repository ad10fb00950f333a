"""Mistakes about dropout (census 67 to 71)."""

import ast

from .flow import name_of, self_attr
from .program import Mutant
from .registry import mutation


def uses(flow):
    """(call, attribute's name, its nn.Dropout(...)) of every dropout applied."""
    for node in ast.walk(flow.p.tree):
        if isinstance(node, ast.Call) and self_attr(node.func):
            value = flow.attribute(node.func)
            if name_of(value) == "Dropout":
                yield node, self_attr(node.func), value


def without(flow, call):
    p = flow.p
    statement = p.statement(call)
    if (isinstance(statement, ast.Assign) and statement.value is call
            and isinstance(statement.targets[0], ast.Name)
            and p.text(call.args[0]) == statement.targets[0].id):
        return [p.remove(statement)]
    return [p.replace(call, p.text(call.args[0]))]


def made(flow, call):
    """The nodes of the dropout's creation."""
    value = flow.attribute(call.func)
    return [value] if value is not None else []


@mutation
def unused(flow):
    for call, name, value in uses(flow):
        a = flow.attentions[0] if flow.attentions else None
        near = [call] + ([a.softmax, a.context] if a else [])
        yield Mutant(["dropout-unused"], "dropout", without(flow, call),
                     near + made(flow, call))


@mutation
def on_output(flow):
    p = flow.p
    for call, name, value in uses(flow):
        for a in flow.attentions:
            if a.context is None or p.scope(a.context) is not p.scope(call):
                continue
            if p.start(a.context) <= p.start(call) < p.end(a.context):
                text = p.text(a.context).replace(p.text(call), p.text(call.args[0]), 1)
                yield Mutant(["dropout-on-output"], "dropout", [p.replace(
                    a.context, f"self.{name}({text})")], [a.context])
                continue
            yield Mutant(["dropout-on-output"], "dropout", without(flow, call) + [
                p.replace(a.context, f"self.{name}({p.text(a.context)})")], [call, a.softmax])


@mutation
def before_softmax(flow):
    p = flow.p
    for call, name, value in uses(flow):
        for a in flow.attentions:
            argument = flow.softmax_argument(a.softmax)
            if p.scope(a.softmax) is not p.scope(call) or not isinstance(argument, ast.Name):
                continue
            text = p.text(argument)
            if p.start(call) <= p.start(argument) < p.end(call):
                inner = p.text(a.softmax).replace(text, f"self.{name}({text})", 1) \
                    if not p.text(a.softmax).startswith("self") else None
                if inner:
                    yield Mutant(["dropout-before-softmax"], "dropout",
                                 [p.replace(call, inner)], [call])
                continue
            yield Mutant(["dropout-before-softmax"], "dropout", without(flow, call) + [
                p.replace(argument, f"self.{name}({text})")], [call])
            statement = p.statement(a.softmax)
            yield Mutant(["dropout-before-softmax"], "dropout", without(flow, call) + [
                p.before(statement, f"{text} = self.{name}({text})")], [call])


@mutation
def in_eval(flow):
    """The functional form without `training`."""
    p = flow.p
    functional = "F" if "functional as F" in p.source else "nn.functional"
    if "nn" not in p.source:
        return
    for call, name, value in uses(flow):
        x = p.text(call.args[0])
        for text in (f"{functional}.dropout({x}, 0.1)", f"{functional}.dropout({x}, p=0.5, training=True)"):
            yield Mutant(["dropout-in-eval"], "dropout", [p.replace(call, text)])
        rate = value.args[0] if value.args else value.keywords[0].value
        if isinstance(rate, ast.Name):
            statement = p.statement(value)
            yield Mutant(["dropout-in-eval"], "dropout", [
                p.replace(statement, f"self.{name} = {rate.id}"),
                p.replace(call, f"{functional}.dropout({x}, self.{name})")], [call])
        # A new layer at every call is always in training.
        yield Mutant(["dropout-outside", "dropout-in-eval"], "dropout",
                     [p.replace(call, f"nn.Dropout(0.1)({x})")])


@mutation
def outside(flow):
    p = flow.p
    for call, name, value in uses(flow):
        owner = p.class_of(call)
        x = p.text(call.args[0])
        if owner is None:
            continue
        yield Mutant(["dropout-outside", "dropout-in-eval"], "dropout", [
            p.before(owner, "drop_layer = nn.Dropout(0.5)\n\n"),
            p.replace(call, f"drop_layer({x})")], [call])
        yield Mutant(["dropout-outside", "dropout-in-eval"], "dropout", [
            p.before(owner, "weights_dropout = torch.nn.Dropout(p=0.2)\n\n"),
            p.remove(p.statement(value)),
            p.replace(call, f"weights_dropout({x})")], [call])
