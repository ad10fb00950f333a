// Errors of the language itself, as attention code runs into them: unpacking
// shapes, calls that do not fit, None, recursion, asserts.

#include <algorithm>
#include <map>

#include "base/text.h"
#include "torch/explain/subjects.h"

namespace mha::torch {

namespace {

/// The parts of the operand that was to be unpacked, as a shape.
std::optional<Shape> unpacked_shape(const Failure& f) {
  for (const lang::Operand& o : f.error.operands) {
    if (const Tensor* t = as_tensor(o.value)) return t->shape();
    const auto* tuple = o.value.get<lang::TupleObject>();
    if (!tuple) continue;
    Shape shape;
    for (const Value& v : tuple->items) {
      if (!v.is_int()) return std::nullopt;
      shape.push_back(v.as_int());
    }
    return shape;
  }
  return std::nullopt;
}

/// What stands on the right of `b, t, c = x.shape`, or "the value".
std::string right_side(const Failure& f) {
  const size_t at = f.line.find(f.code);
  if (at == std::string::npos) return "the value";
  std::string rest = f.line.substr(at + f.code.size());
  rest = std::string(trim(rest.substr(0, rest.find('#'))));
  if (!rest.starts_with("=")) return "the value";
  return std::string(trim(rest.substr(1)));
}

bool explain_unpack(const Failure& f, Explanation& out) {
  const auto numbers = f.numbers();
  const auto shape = unpacked_shape(f);
  if (numbers.empty() || !shape) return false;
  const auto names = static_cast<size_t>(numbers[0]);
  const bool is_tensor = as_tensor(f.error.operands.front().value) != nullptr;
  out.note = fmt::format("{} is {}{}: {} values for {} names", right_side(f),
                         is_tensor ? "a tensor of shape " : "", shape_text(*shape),
                         is_tensor ? (*shape)[0] : static_cast<int64_t>(shape->size()), names);
  if (is_tensor) return !shape->empty();
  if (names == shape->size() + 1) {
    out.help = "if the batch dimension is missing, unsqueeze(0) makes it " +
               shape_text(unsqueezed(*shape, 0));
  } else if (names + 1 == shape->size()) {
    out.help = "shape[-" + std::to_string(names) + ":] has that many";
  }
  return true;
}

// ------------------------------------------------------------------------ calls

/// The function behind a call, if a program defined it.
const lang::FunctionObject* called(const Failure& f, bool& method) {
  for (const lang::Operand& o : f.error.operands) {
    if (const auto* bound = o.value.get<lang::BoundMethod>()) {
      method = true;
      return bound->function.get<lang::FunctionObject>();
    }
    if (const auto* fn = o.value.get<lang::FunctionObject>()) return fn;
    if (!o.value.get<lang::InstanceObject>()) continue;
    for (const std::string& name : {f.error.operation, std::string("forward")}) {
      const Value v = o.value.object()->cls()->lookup(lang::Symbol(name));
      if (const auto* fn = v.get<lang::FunctionObject>()) {
        method = true;
        return fn;
      }
    }
  }
  return nullptr;
}

bool explain_missing_self(const Failure& f, Explanation& out) {
  // The message names the function as it was defined: "Net.forward() takes".
  const std::string full = f.message.substr(0, f.message.find("()"));
  const size_t dot = full.rfind('.');
  if (dot == std::string::npos) return false;
  bool method = false;
  const lang::FunctionObject* fn = called(f, method);
  if (!fn || fn->qualname != full || !method) return false;
  const auto& positional = fn->code->positional;
  if (!positional.empty() && positional[0].name.str() == "self") return false;
  out.note = full + " does not name self; the object is always given first";
  out.help = "def " + full.substr(dot + 1) + "(self" +
             (positional.empty() ? ")" : ", ...)");
  return true;
}

bool explain_missing_argument(const Failure& f, Explanation& out) {
  const std::string full = f.message.substr(0, f.message.find("()"));
  if (f.between("argument: '", "'") == "self") {
    out.note = full + " was called on the class, so no object is there to be self";
    const size_t dot = full.find('.');
    out.help = "make an object first: " + full.substr(0, dot) + "(...)";
    return true;
  }
  return false;
}

bool explain_not_callable(const Failure& f, Explanation& out) {
  if (f.says("'Tensor'") || f.says("'Parameter'")) {
    for (const SeenTensor& t : f.tensors) {
      out.note = t.text + " is a tensor of shape " +
                 shape_text(t.tensor.shape()) + ", no function";
      break;
    }
    if (f.line.find(".T(") != std::string::npos) {
      out.help = ".T is no function: it is written without round brackets";
      return true;
    }
    out.help = "square brackets pick elements, * multiplies";
    return true;
  }
  if (f.says("'torch.Size'") || f.says("'Size'")) {
    out.help = ".shape is no function: x.shape[0], or x.size(0)";
    return true;
  }
  if (f.says("'NoneType'")) {
    out.help = "a name or attribute holds None here, no function";
    return true;
  }
  if (f.says("'tuple'") || f.says("'list'")) {
    out.help = "a comma may be missing between two brackets";
    return true;
  }
  return false;
}

bool explain_not_subscriptable(const Failure& f, Explanation& out) {
  if (f.says("NoneType")) {
    out.help = "the value is None: did a function end without return?";
    return true;
  }
  if (f.says("method") || f.says("function")) {
    out.help = "a function is called with round brackets: x.size(0); x.shape[0] "
               "takes square ones";
    return true;
  }
  return false;
}

// ------------------------------------------------------------------- operations

bool explain_operands(const Failure& f, Explanation& out) {
  for (const lang::Operand& o : f.error.operands) {
    if (o.value.is_none()) {
      out.note = o.text + " is None";
      if (o.text.ends_with(")")) {
        out.help = "a function without return gives None";
      } else if (o.text.ends_with(".grad")) {
        out.help = "backward() fills the .grad of tensors that were made with requires_grad; `W = W - ...` makes "
                   "another tensor, `with torch.no_grad(): W -= ...` changes the old one";
      }
      return true;
    }
  }
  for (const lang::Operand& o : f.error.operands) {
    const bool function = f.interp.is_callable(o.value) && f.interp.type_name(o.value) != "type";
    if (!function || o.text.ends_with(")") || o.value.get<lang::InstanceObject>()) continue;
    out.note = o.text + " is a function, and not what it gives";
    out.help = o.text + "() calls it";
    return true;
  }
  const auto is_number = [](const lang::Operand& o) { return o.value.is_int() || o.value.is_float(); };
  for (const lang::Operand& o : f.error.operands) {
    const bool with_number = std::any_of(f.error.operands.begin(), f.error.operands.end(), is_number);
    if (!with_number || f.interp.type_name(o.value) != "Size") continue;
    out.note = o.text + " has a size for each axis";
    out.help = o.text + "[-1] is the last of them";
    return true;
  }
  for (const lang::Operand& o : f.error.operands) {
    const bool sequence = o.value.get<lang::ListObject>() ||
                          o.value.get<lang::TupleObject>();
    if (sequence && !f.tensors.empty()) {
      out.note = o.text + " is a " + f.interp.type_name(o.value);
      if (o.value.get<lang::ListObject>()) {
        out.help = "torch.tensor(" + o.text + ") makes a tensor of it";
      }
      return true;
    }
  }
  return false;
}

bool explain_none_unpack(const Failure& f, Explanation& out) {
  out.note = right_side(f) + " is None";
  out.help = "a function without return gives None";
  return true;
}

bool explain_recursion(const Failure& f, Explanation& out) {
  std::map<std::string, int> count;
  for (const lang::TraceEntry& e : f.error.trace) ++count[e.function];
  std::string most;
  for (const auto& [name, n] : count) {
    if (most.empty() || n > count[most]) most = name;
  }
  if (most.empty() || count[most] < 10) return false;
  out.note = most + " calls itself without end";
  if (most == "forward" || most == "__call__") {
    out.help = "self(x) inside forward runs forward again";
  }
  return true;
}

/// assert a % b == 0: the values, and what would divide.
bool explain_assert(const Failure& f, Explanation& out) {
  std::vector<const lang::Operand*> ints;
  for (const lang::Operand& o : f.error.operands) {
    if (o.value.is_int() && !o.text.empty() && !(o.text[0] >= '0' && o.text[0] <= '9')) {
      ints.push_back(&o);
    }
  }
  const bool modulo = f.line.find('%') != std::string::npos ||
                      f.code.find('%') != std::string::npos;
  if (!modulo || ints.size() < 2) return false;
  const int64_t a = ints[0]->value.as_int();
  const int64_t b = ints[1]->value.as_int();
  if (b == 0 || a % b == 0) return false;
  out.note = fmt::format("{} is {} and {} is {}; {} % {} is {}", ints[0]->text, a, ints[1]->text, b,
                         a, b, a % b);
  return true;
}

bool explain_missing_key(const Failure& f, Explanation& out) {
  for (const lang::Operand& o : f.error.operands) {
    const auto* dict = o.value.get<lang::DictObject>();
    if (!dict) continue;
    std::string keys;
    size_t at = 0;
    int shown = 0;
    Value key, value;
    while (dict->next(at, key, value) && shown < 8) {
      keys += (keys.empty() ? "" : ", ") + f.interp.repr(key);
      ++shown;
    }
    if (keys.empty()) {
      out.note = o.text + " is empty";
    } else {
      out.note = "the keys of " + o.text + " are " + keys +
                 (dict->size() > 8 ? ", ..." : "");
    }
    return true;
  }
  return false;
}

bool explain_list_index(const Failure& f, Explanation& out) {
  for (const lang::Operand& o : f.error.operands) {
    const auto* list = o.value.get<lang::ListObject>();
    const auto* tuple = o.value.get<lang::TupleObject>();
    if (!list && !tuple) continue;
    const size_t n = list ? list->items.size() : tuple->items.size();
    out.note = fmt::format("{} has {}{}{}", o.text, n, n == 1 ? " element" : " elements",
                           n ? ", numbered 0 to " + std::to_string(n - 1) : "");
    return true;
  }
  return false;
}

constexpr Subject kPythonSubjects[] = {
    {"ValueError", "values to unpack", explain_unpack},
    {"TypeError", "cannot unpack non-iterable NoneType", explain_none_unpack},
    {"TypeError", "positional argument", explain_missing_self},
    {"TypeError", "missing 1 required positional argument",
     explain_missing_argument},
    {"TypeError", "is not callable", explain_not_callable},
    {"TypeError", "is not subscriptable", explain_not_subscriptable},
    {"TypeError", "unsupported operand type(s)", explain_operands},
    {"TypeError", "must be Tensor, not", explain_operands},
    {"RecursionError", "", explain_recursion},
    {"AssertionError", "", explain_assert},
    {"KeyError", "", explain_missing_key},
    {"IndexError", "index out of range", explain_list_index},
};

}  // namespace

std::span<const Subject> python_subjects() { return kPythonSubjects; }

}  // namespace mha::torch
