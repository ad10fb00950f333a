"""What the parts of an attention program do, found from the data flow: which
product makes the scores, what scales and masks them, where q, k and v come
from. No name is looked at, apart from those of the libraries."""

import ast
import dataclasses

MODULES = {"torch", "F", "nn", "math", "np", "numpy", "functional"}
PRODUCTS = {"matmul", "bmm", "einsum", "mm", "dot"}
TURNS = {"transpose", "permute", "swapaxes", "t"}


def name_of(call):
    """The last word of what is called: softmax for F.softmax(x) and x.softmax()."""
    if not isinstance(call, ast.Call):
        return ""
    f = call.func
    return f.attr if isinstance(f, ast.Attribute) else getattr(f, "id", "")


def is_module(node):
    """torch, F, nn.functional, ..."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in MODULES


def self_attr(node):
    """The NAME of self.NAME, or None."""
    if (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            and node.value.id == "self"):
        return node.attr
    return None


def keyword(call, *names):
    return next((k for k in call.keywords if k.arg in names), None)


@dataclasses.dataclass
class Definition:
    kind: str          # "assign", "unpack", "aug", "inplace", "param", "loop"
    statement: ast.AST
    value: ast.AST
    index: int = 0


@dataclasses.dataclass
class Projection:
    """x @ W or layer(x): the node, the layer's expression and the input's."""
    node: ast.AST
    weight: ast.AST
    input: ast.AST
    part: object = None    # (statement, index) where a fused result is cut


@dataclasses.dataclass
class Attention:
    """One place where attention is computed."""
    softmax: ast.Call
    scores: ast.AST = None          # the product's node
    q: ast.AST = None               # its operands, and the values' product
    k: ast.AST = None
    context: ast.AST = None
    v: ast.AST = None
    chain: list = dataclasses.field(default_factory=list)   # softmax to scores
    chains: dict = dataclasses.field(default_factory=dict)  # of q, k and v
    projections: dict = dataclasses.field(default_factory=dict)


class Flow:
    def __init__(self, program):
        self.p = program
        self.functions = {}
        for node in ast.walk(program.tree):
            if isinstance(node, ast.FunctionDef):
                self.functions.setdefault(node.name, []).append(node)
        self.attributes = self._attributes()
        self.attentions = self._attentions()

    # Names -----------------------------------------------------------------

    def _attributes(self):
        """{(class, name): value} of every self.name = value."""
        found = {}
        for node in ast.walk(self.p.tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    pairs = [(target, node.value)]
                    if isinstance(target, ast.Tuple):
                        values = (node.value.elts if isinstance(node.value, ast.Tuple)
                                  else [node.value] * len(target.elts))
                        pairs = zip(target.elts, values)
                    for t, v in pairs:
                        if self_attr(t):
                            key = (self.p.class_of(node), self_attr(t))
                            found.setdefault(key, v)
            elif (name_of(node) == "register_buffer" and self_attr(node.func)
                  and isinstance(node.args[0], ast.Constant)):
                found[self.p.class_of(node), node.args[0].value] = node.args[1]
        return found

    def attribute(self, node):
        """What self.name was set to, or None."""
        return self.attributes.get((self.p.class_of(node), self_attr(node)))

    def definitions(self, scope, name):
        """All that gives `name` a value in a scope, in order."""
        found = []
        if isinstance(scope, ast.FunctionDef):
            for a in scope.args.args:
                if a.arg == name:
                    found.append(Definition("param", a, scope))
        nodes = sorted((n for n in ast.walk(scope) if isinstance(n, ast.stmt)
                        and n is not scope and self.p.scope(n) is scope),
                       key=self.p.start)
        for node in nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name) and target.id == name:
                        found.append(Definition("assign", node, node.value))
                    elif isinstance(target, ast.Tuple):
                        for i, t in enumerate(target.elts):
                            if isinstance(t, ast.Name) and t.id == name:
                                if isinstance(node.value, ast.Tuple):
                                    found.append(Definition(
                                        "assign", node, node.value.elts[i]))
                                else:
                                    found.append(Definition(
                                        "unpack", node, node.value, i))
            elif isinstance(node, ast.AugAssign):
                if isinstance(node.target, ast.Name) and node.target.id == name:
                    found.append(Definition("aug", node, node.value))
            elif isinstance(node, ast.For):
                if any(isinstance(n, ast.Name) and n.id == name
                       for n in ast.walk(node.target)):
                    found.append(Definition("loop", node, node.iter))
            elif isinstance(node, ast.Expr) and name_of(node.value).endswith("_"):
                owner = getattr(node.value.func, "value", None)
                if isinstance(owner, ast.Name) and owner.id == name:
                    found.append(Definition("inplace", node, node.value))
        return found

    def definition(self, name, before=None):
        """The definition that a use of a name sees."""
        scope = self.p.scope(name)
        at = self.p.start(self.p.statement(before or name))
        found = [d for d in self.definitions(scope, name.id)
                 if d.kind == "param" or self.p.start(d.statement) < at]
        if not found and not isinstance(scope, ast.Module):
            module = self.definitions(self.p.tree, name.id)
            return module[-1] if module else None
        return found[-1] if found else None

    def call_arguments(self, function, name):
        """The expressions that calls of a function pass for a parameter."""
        names = [a.arg for a in function.args.args]
        method = names[:1] == ["self"]
        found = []
        callers = {function.name}
        if function.name == "forward":
            # self.attention(q, k, v), where self.attention = ThisClass(...)
            owner = self.p.class_of(function)
            callers = {n for (_, n), v in self.attributes.items()
                       if owner and name_of(v) == owner.name}
        for node in ast.walk(self.p.tree):
            if not isinstance(node, ast.Call) or name_of(node) not in callers:
                continue
            if method and not self_attr(node.func):
                continue
            place = names.index(name) - (1 if method else 0)
            if place < len(node.args):
                found.append(node.args[place])
            elif keyword(node, name):
                found.append(keyword(node, name).value)
        return found

    # Kinds of expressions -----------------------------------------------------

    def is_scalar(self, node, depth=0):
        """Is this a Python number (a size, a scale), not a tensor of numbers?"""
        if depth > 8:
            return False
        again = lambda n: self.is_scalar(n, depth + 1)
        if isinstance(node, ast.Constant):
            return isinstance(node.value, (int, float))
        if isinstance(node, ast.BinOp):
            return again(node.left) and again(node.right)
        if isinstance(node, ast.UnaryOp):
            return again(node.operand)
        if isinstance(node, ast.Subscript):
            return (isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
                    or isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Constant)
                    and isinstance(node.slice.value, str))
        if isinstance(node, ast.Call):
            name = name_of(node)
            if name in ("size", "len", "int", "float"):
                return True
            if name in ("sqrt", "tensor", "pow") and node.args:
                return again(node.args[0])
            return False
        if isinstance(node, ast.Attribute):
            value = self.attribute(node)
            if value is not None:
                return again(value)
            return isinstance(node.value, ast.Name) and node.value.id in ("config", "cfg")
        if isinstance(node, ast.Name):
            d = self.definition(node)
            if d is None:
                return False
            if d.kind == "unpack":
                return (isinstance(d.value, ast.Attribute) and d.value.attr == "shape"
                        or name_of(d.value) == "size")
            if d.kind == "assign":
                return again(d.value)
            if d.kind == "param":
                return getattr(d.value, "name", "") == "__init__"
        return False

    def is_product(self, node):
        if isinstance(node, ast.BinOp):
            return isinstance(node.op, ast.MatMult)
        return name_of(node) in PRODUCTS

    def operands(self, node):
        if isinstance(node, ast.BinOp):
            return node.left, node.right
        args = list(node.args)
        if name_of(node) == "einsum":
            args = [a for a in args if not isinstance(a, ast.Constant)]
            if len(args) == 1 and isinstance(args[0], (ast.List, ast.Tuple)):
                args = args[0].elts
            return tuple(args[:2])
        if isinstance(node.func, ast.Attribute) and not is_module(node.func.value):
            return node.func.value, args[0]
        return tuple(args[:2])

    def is_parameter(self, node):
        """A weight: self.W set to nn.Parameter(..), or a function's argument
        that is no input."""
        value = self.attribute(node) if isinstance(node, ast.Attribute) else None
        if value is not None:
            return name_of(value) == "Parameter"
        if isinstance(node, ast.Name):
            d = self.definition(node)
            if d and d.kind == "param":
                first = d.value.args.args[0].arg
                return first != "self" and d.statement.arg != first and not self.call_arguments(
                    d.value, node.id)
        return False

    def is_layer(self, func):
        """self.linear, self.linears[0]: something that is a Linear layer."""
        if isinstance(func, ast.Subscript):
            return self_attr(func.value) is not None
        value = self.attribute(func) if self_attr(func) else None
        return name_of(value) == "Linear"

    def softmax_calls(self):
        found = []
        for node in ast.walk(self.p.tree):
            if not isinstance(node, ast.Call):
                continue
            name = name_of(node)
            if name == "softmax":
                value = self.attribute(node.func) if self_attr(node.func) else None
                if not self_attr(node.func) or name_of(value) == "Softmax":
                    found.append(node)
            elif isinstance(node.func, ast.Call) and name_of(node.func) == "Softmax":
                found.append(node)
            elif self_attr(node.func) and name_of(self.attribute(node.func)) == "Softmax":
                found.append(node)
            elif isinstance(node.func, ast.Name) and any(
                    self.by_hand(f) for f in self.functions.get(name, [])):
                found.append(node)
        return found

    def by_hand(self, function):
        """Is this a softmax (or something around one) of the learner's own,
        of one argument?"""
        names = {name_of(n) for n in ast.walk(function)}
        return len(function.args.args) == 1 and ("exp" in names)

    def softmax_argument(self, call):
        f = call.func
        if (isinstance(f, ast.Attribute) and f.attr == "softmax"
                and not is_module(f.value) and not self_attr(f)):
            return f.value
        return call.args[0]

    # Walking back -----------------------------------------------------------

    def back(self, node, chain, cut=None):
        """Follows a tensor to where it came from; appends all that is passed
        to `chain` and returns the product, layer call or name where it ends."""
        if len(chain) > 200 or node is None:
            return None
        chain.append(node)
        if self.is_product(node) or isinstance(node, ast.Call) and self.is_layer(node.func):
            return node
        if isinstance(node, ast.Name):
            return self._back_name(node, chain)
        if isinstance(node, ast.BinOp):
            side = node.left
            if self.is_scalar(node.left):
                side = node.right
            return self.back(side, chain)
        if isinstance(node, ast.UnaryOp):
            return self.back(node.operand, chain)
        if isinstance(node, ast.Tuple) and node.elts:
            return self.back(node.elts[0], chain)
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            if self_attr(node):
                return node
            return self.back(node.value, chain)
        if isinstance(node, ast.Call):
            f = node.func
            if isinstance(f, ast.Attribute) and not is_module(f.value) and not self_attr(f):
                return self.back(f.value, chain)
            # The learner's own method or function that makes scores.
            for function in self.functions.get(name_of(node), []):
                if self_attr(f) or isinstance(f, ast.Name):
                    result = self._returned(function)
                    if result is not None and self._makes_product(result):
                        return self.back(result, chain)
            if name_of(node) == "where" and len(node.args) == 3:
                return self.back(node.args[1], chain)
            if node.args:
                return self.back(node.args[0], chain)
        return node

    def _returned(self, function):
        returns = [n for n in ast.walk(function) if isinstance(n, ast.Return)]
        return returns[-1].value if len(returns) == 1 else None

    def _makes_product(self, result):
        return any(self.is_product(n) for n in ast.walk(result))

    def _back_name(self, name, chain):
        seen = name
        while True:
            d = self.definition(name, seen)
            if d is None:
                return name
            if d.kind in ("aug", "inplace"):
                chain.append(d.statement if d.kind == "aug" else d.value)
                seen = d.statement
                continue
            break
        if d.kind == "param":
            arguments = self.call_arguments(d.value, name.id)
            if not arguments:
                return name
            return self.back(arguments[0], chain)
        if d.kind == "loop":
            return name
        if d.kind == "unpack":
            chain.append(("cut", d.statement, d.index))
        return self.back(d.value, chain)

    # Roles --------------------------------------------------------------------

    def _attentions(self):
        found = []
        for call in self.softmax_calls():
            a = Attention(call)
            product = self.back(self.softmax_argument(call), a.chain)
            if product is None or not self.is_product(product):
                continue
            a.scores = product
            a.q, a.k = self.operands(product)
            a.context, a.v = self._context(call)
            for role, node in (("q", a.q), ("k", a.k), ("v", a.v)):
                if node is not None:
                    a.chains[role] = []
                    end = self.back(node, a.chains[role])
                    made = self._projection(end, a.chains[role])
                    if made:
                        a.projections[role] = made
            found.append(a)
        return found

    def _context(self, softmax):
        for node in ast.walk(self.p.tree):
            if not self.is_product(node):
                continue
            sides = self.operands(node)
            if len(sides) < 2:
                continue
            chain = []
            self.back(sides[0], chain)
            if softmax in chain:
                return node, sides[1]
        return None, None

    def _projection(self, node, chain):
        if node is None:
            return None
        cut = next((c[1:] for c in chain if isinstance(c, tuple)), None)
        if cut is None:
            cut = next(((self.p.statement(c), c.slice.value) for c in chain
                        if isinstance(c, ast.Subscript)
                        and isinstance(c.slice, ast.Constant)
                        and isinstance(c.slice.value, int)), None)
        if isinstance(node, ast.Call) and self.is_layer(node.func):
            return Projection(node, node.func, node.args[0], cut)
        if self.is_product(node):
            left, right = self.operands(node)
            if self.is_parameter(right):
                return Projection(node, right, left, cut)
        return None
