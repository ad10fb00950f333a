#include <fmt/format.h>

#include <cmath>

#include "lang/values/number.h"
#include "tensor/core/factory.h"
#include "tensor/core/print.h"
#include "torch/binding/convert.h"
#include "torch/binding/torch_module.h"

// torch.testing.assert_close.

namespace mha::torch {

using lang::Args;
using lang::Interpreter;
using lang::Value;

namespace {

struct Tolerance {
  double relative, absolute;
};

Tolerance tolerance_of(DType d) {
  switch (d) {
    case DType::float16: return {1e-3, 1e-5};
    case DType::bfloat16: return {1.6e-2, 1e-5};
    case DType::float32: return {1.3e-6, 1e-5};
    case DType::float64: return {1e-7, 1e-7};
    default: return {0, 0};
  }
}

struct Comparison {
  Interpreter& interp;
  std::optional<double> rtol, atol;
  bool equal_nan = false;
  bool check_dtype = true;
};

[[noreturn]] void fail(const std::string& message) { throw Error("AssertionError", message); }

std::string number_text(const Scalar& s) {
  return s.is_floating() ? lang::float_repr(s.to_double()) : std::to_string(s.to_int());
}

/// The place of an element, as a tuple.
std::string place(const Tensor& t, size_t at) {
  Shape where(t.shape().size());
  for (size_t d = where.size(); d-- > 0;) {
    where[d] = static_cast<int64_t>(at) % t.shape()[d];
    at /= static_cast<size_t>(t.shape()[d]);
  }
  std::string out = "(";
  for (size_t d = 0; d < where.size(); ++d) out += (d ? ", " : "") + std::to_string(where[d]);
  return out + (where.size() == 1 ? ",)" : ")");
}

/// The largest of some differences: NaN wins, as in torch.max.
struct Largest {
  double value = -1;
  size_t at = 0;
  void see(double v, size_t i) {
    if (std::isnan(value) || (!std::isnan(v) && v <= value)) return;
    value = v;
    at = i;
  }
};

void compare(const Comparison& c, const Tensor& actual, const Tensor& expected) {
  const auto attribute = [&](const char* name, const std::string& a, const std::string& b) {
    fail(fmt::format("The values for attribute '{}' do not match: {} != {}.", name, a, b));
  };
  if (actual.shape() != expected.shape()) {
    attribute("shape", repr(actual.shape()), repr(expected.shape()));
  }
  if (c.check_dtype && actual.dtype() != expected.dtype()) {
    attribute("dtype", std::string(torch_name(actual.dtype())),
              std::string(torch_name(expected.dtype())));
  }
  const Tolerance usual = tolerance_of(promote(actual.dtype(), expected.dtype()));
  const double rtol = c.rtol.value_or(usual.relative), atol = c.atol.value_or(usual.absolute);
  const std::vector<Scalar> a = to_scalars(actual), b = to_scalars(expected);
  size_t wrong = 0;
  Largest absolute, relative;
  for (size_t i = 0; i < a.size(); ++i) {
    const double x = a[i].to_double(), y = b[i].to_double();
    const double difference = std::abs(x - y);
    const bool same = x == y || (c.equal_nan && std::isnan(x) && std::isnan(y));
    if (same || (std::isfinite(x) && std::isfinite(y) && difference <= atol + rtol * std::abs(y))) {
      continue;
    }
    ++wrong;
    absolute.see(difference, i);
    relative.see(difference / std::abs(y), i);
  }
  if (wrong == 0) return;
  const bool floats = is_floating(actual.dtype()) || is_floating(expected.dtype());
  const bool exact = rtol == 0 && atol == 0;
  const auto difference_text = [&](double v, bool is_relative) {
    if (floats) return lang::float_repr(v);
    if (!is_relative) return std::to_string(static_cast<int64_t>(v));
    return lang::float_repr(static_cast<double>(static_cast<float>(v)));
  };
  const auto allowed = [&](double limit) {
    return exact ? std::string() : fmt::format(" (up to {} allowed)", number_text(Scalar(limit)));
  };
  if (actual.dim() == 0) {
    fail(fmt::format("Scalars are not {}!\n\nAbsolute difference: {}{}\nRelative difference: {}{}",
                     exact ? "equal" : "close", difference_text(absolute.value, false),
                     allowed(atol), lang::float_repr(relative.value), allowed(rtol)));
  }
  fail(fmt::format(
      "Tensor-likes are not {}!\n\nMismatched elements: {} / {} ({:.1f}%)\n"
      "Greatest absolute difference: {} at index {}{}\n"
      "Greatest relative difference: {} at index {}{}",
      exact ? "equal" : "close", wrong, a.size(),
      100.0 * static_cast<double>(wrong) / static_cast<double>(a.size()),
      difference_text(absolute.value, false), place(actual, absolute.at), allowed(atol),
      difference_text(relative.value, true), place(actual, relative.at), allowed(rtol)));
}

void compare(const Comparison& c, const Value& actual, const Value& expected) {
  const Tensor *a = as_tensor(actual), *b = as_tensor(expected);
  if (a && b) return compare(c, *a, *b);
  const std::optional<Scalar> x = a ? std::nullopt : as_scalar(actual);
  const std::optional<Scalar> y = b ? std::nullopt : as_scalar(expected);
  if (x && y) {
    const auto wide = [](const Scalar& s) {
      return scalar_tensor(s, s.is_floating() ? DType::float64 : DType::int64);
    };
    Comparison numbers = c;
    numbers.check_dtype = false;
    return compare(numbers, wide(*x), wide(*y));
  }
  const bool sequences = (actual.get<lang::ListObject>() || actual.get<lang::TupleObject>()) &&
                         (expected.get<lang::ListObject>() || expected.get<lang::TupleObject>());
  if (!sequences) {
    throw TypeError(fmt::format(
        "No comparison pair was able to handle inputs of type {} and {}.",
        c.interp.repr(Value(static_cast<lang::Object*>(c.interp.type_of(actual)))),
        c.interp.repr(Value(static_cast<lang::Object*>(c.interp.type_of(expected))))));
  }
  const std::vector<Value> left = c.interp.to_vector(actual), right = c.interp.to_vector(expected);
  if (left.size() != right.size()) {
    fail(fmt::format("The length of the sequences mismatch: {} != {}", left.size(), right.size()));
  }
  for (size_t i = 0; i < left.size(); ++i) {
    try {
      compare(c, left[i], right[i]);
    } catch (const Error& e) {
      if (e.kind() != "AssertionError") throw;
      fail(fmt::format("{}\n\nThe failure occurred for item [{}]", e.message(), i));
    }
  }
}

Value assert_close(Interpreter& interp, Args& a) {
  const auto given = [&](size_t i) {
    return a.positional[i].defined() && !a.positional[i].is_none();
  };
  Comparison c{interp, {}, {}};
  if (given(2) != given(3)) {
    throw ValueError(
        "Both 'rtol' and 'atol' must be either specified or unspecified, but got no " +
        std::string(given(2) ? "atol" : "rtol") + ".");
  }
  if (given(2)) {
    c.rtol = lang::to_double(a.positional[2]);
    c.atol = lang::to_double(a.positional[3]);
  }
  c.equal_nan = given(4) && interp.truth(a.positional[4]);
  c.check_dtype = !given(5) || interp.truth(a.positional[5]);
  try {
    compare(c, a.positional[0], a.positional[1]);
  } catch (const Error& e) {
    if (e.kind() != "AssertionError" || !given(6)) throw;
    fail(interp.str(a.positional[6]));
  }
  return Value::none();
}

}  // namespace

Value testing_function(Interpreter&, const std::string& name) {
  static const PlainRow kRow = {
      "assert_close",
      "actual, expected, *, rtol=None, atol=None, equal_nan=False, check_dtype=True, msg=None, "
      "check_device=True, check_stride=False, check_layout=True, allow_subclasses=True",
      assert_close};
  return name == kRow.name ? make_plain(kRow) : Value();
}

}  // namespace mha::torch
