#include "torch/explain/explain.h"

#include <algorithm>
#include <cctype>
#include <exception>

#include "torch/binding/device.h"
#include "torch/explain/subjects.h"
#include "torch/nn/support.h"

namespace mha::torch {

namespace {

constexpr size_t kLongName = 40;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The text of the def around `at`, or the whole program outside of any.
std::string text_around(const Source& source, const lang::TraceEntry& entry) {
  if (entry.function == "<module>") return source.text();
  const int last = source.place(entry.span.begin).line;
  for (int n = last; n > 0; --n) {
    const std::string_view line = source.line(n);
    const size_t at = line.find("def " + entry.function);
    if (at == std::string_view::npos) continue;
    const uint32_t begin = source.line_start(n);
    const uint32_t end = static_cast<uint32_t>(
        source.line_start(last) + source.line(last).size());
    return std::string(source.text({begin, end}));
  }
  return source.text();
}

/// What to call an operand: its own text while that is short.
std::string operand_name(const std::string& text, size_t index, size_t count) {
  const bool short_name = !text.empty() && text.size() <= kLongName &&
                          text.find('\n') == std::string::npos;
  if (short_name) return text;
  if (count == 2) return index == 0 ? "the left operand" : "the right operand";
  return "operand " + std::to_string(index + 1);
}

void collect_tensors(lang::Interpreter& interp, const Value& v, const std::string& name,
                     std::vector<SeenTensor>& out) {
  if (const Tensor* t = as_tensor(v)) {
    out.push_back({name, *t});
    return;
  }
  if (const Tensor* t = as_array(interp, v)) {
    out.push_back({name, *t, /*is_array=*/true});
    return;
  }
  const auto items = items_in(v).value_or(std::span<const Value>());
  for (size_t i = 0; i < items.size() && i < 16; ++i) {
    if (const Tensor* t = as_tensor(items[i])) {
      out.push_back({name + "[" + std::to_string(i) + "]", *t});
    }
  }
}

}  // namespace

Failure::Failure(const lang::PyError& e, lang::Interpreter& i)
    : error(e), interp(i), kind(e.kind()), message(e.message()) {
  if (!e.trace.empty() && e.trace.front().source) {
    const lang::TraceEntry& place = e.trace.front();
    code = std::string(place.source->text(place.span));
    line = std::string(
        place.source->line(place.source->place(place.span.begin).line));
    around = text_around(*place.source, place);
  }
  size_t count = 0;
  for (const lang::Operand& o : e.operands) {
    count += as_tensor(o.value) || as_array(i, o.value) ? 1 : 0;
  }
  for (const lang::Operand& o : e.operands) {
    collect_tensors(i, o.value, operand_name(o.text, tensors.size(), count),
                    tensors);
  }
}

std::string Failure::between(std::string_view before,
                             std::string_view after) const {
  const size_t start = message.find(before);
  if (start == std::string::npos) return "";
  const size_t from = start + before.size();
  const size_t end = after.empty() ? message.size() : message.find(after, from);
  if (end == std::string::npos) return "";
  return message.substr(from, end - from);
}

std::vector<int64_t> Failure::numbers() const {
  std::vector<int64_t> out;
  for (size_t i = 0; i < message.size(); ++i) {
    if (!std::isdigit(static_cast<unsigned char>(message[i]))) continue;
    const bool negative = i > 0 && message[i - 1] == '-';
    int64_t n = 0;
    for (; i < message.size() &&
           std::isdigit(static_cast<unsigned char>(message[i]));
         ++i) {
      if (n < (int64_t{1} << 58)) n = n * 10 + (message[i] - '0');
    }
    out.push_back(negative ? -n : n);
  }
  return out;
}

Value Failure::find_module(std::string_view cls) const {
  const Value nn = interp.import("torch.nn");
  const Value wanted = interp.find_attr(nn, lang::Symbol(cls));
  const auto* c = wanted.get<lang::ClassObject>();
  if (!c) return Value();
  const auto fits = [&](const Value& v) {
    return v.get<lang::InstanceObject>() && interp.is_instance(v, c);
  };
  for (const lang::Operand& o : error.operands) {
    if (fits(o.value)) return o.value;
  }
  if (error.operands.empty() || error.operation.empty()) return Value();
  const Value& owner = error.operands.front().value;
  if (!owner.get<lang::InstanceObject>()) return Value();
  const Value callee = interp.find_attr(owner, lang::Symbol(error.operation));
  return callee.defined() && fits(callee) ? callee : Value();
}

std::string is_shape(const SeenTensor& t) {
  return t.text + " is " + shape_text(t.tensor.shape());
}

std::string swapped_text(const SeenTensor& t) {
  if (t.tensor.dim() == 2) {
    constexpr std::string_view kTurned = ".T";
    const std::string text = atom(t.text);
    const bool turned = text == t.text && text.ends_with(kTurned);
    return turned ? text.substr(0, text.size() - kTurned.size()) : text + std::string(kTurned);
  }
  return atom(t.text) + (t.is_array ? ".swapaxes(-2, -1)" : ".transpose(-2, -1)");
}

std::string are_shapes(const SeenTensor& a, const SeenTensor& b) {
  if (a.text == b.text) return "both are " + shape_text(a.tensor.shape());
  return is_shape(a) + " and " + is_shape(b);
}

std::string atom(const std::string& text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth == 0 && !is_word(c) && c != '.' && c != ')' && c != ']') {
      return "(" + text + ")";
    }
  }
  return text;
}

std::string dtype_text(const Tensor& t) {
  return std::string(torch_name(t.dtype()));
}

bool broadcasts(const Shape& a, const Shape& b) {
  for (size_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
    const int64_t m = a[a.size() - i];
    const int64_t n = b[b.size() - i];
    if (m != n && m != 1 && n != 1) return false;
  }
  return true;
}

bool multiplies(const Shape& a, const Shape& b) {
  if (a.empty() || b.empty()) return false;
  const int64_t inner = b.size() == 1 ? b[0] : b[b.size() - 2];
  if (a.back() != inner) return false;
  if (a.size() <= 2 || b.size() <= 2) return true;
  return broadcasts(Shape(a.begin(), a.end() - 2), Shape(b.begin(), b.end() - 2));
}

std::string vector_product(const SeenTensor& a, const SeenTensor& b) {
  for (const auto& [left, right] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const Shape &m = left->tensor.shape(), &n = right->tensor.shape();
    if (m.size() + n.size() != 3 || !multiplies(m, n)) continue;
    return fmt::format("{} @ {} is {}", atom(left->text), atom(right->text), shape_text({m.size() == 1 ? n[1] : m[0]}));
  }
  return "";
}

Shape swapped(Shape shape) {
  if (shape.size() >= 2) std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  return shape;
}

Shape unsqueezed(Shape shape, size_t dim) {
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(dim), 1);
  return shape;
}

Explanation explain(const lang::PyError& error, lang::Interpreter& interp) {
  Explanation out;
  try {
    const Failure failure(error, interp);
    for (const auto table : {product_subjects(), shape_subjects(),
                             value_subjects(), name_subjects(),
                             python_subjects()}) {
      for (const Subject& s : table) {
        if (*s.kind && failure.kind != s.kind) continue;
        if (!failure.says(s.words)) continue;
        if (s.explain(failure, out)) return out;
        out = {};
      }
    }
  } catch (const std::exception&) {
    // Explaining looks at a program's own objects, which may fail in turn; the
    // error itself is told all the same.
    out = {};
  }
  return out;
}

}  // namespace mha::torch
