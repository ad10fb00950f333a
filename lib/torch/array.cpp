#include <algorithm>
#include <charconv>
#include <cmath>

#include "lang/number.h"
#include "tensor/factory.h"
#include "tensor/views.h"
#include "torch/device.h"

// What x.numpy() gives: an array that prints as NumPy's does, tells its shape,
// and can be taken back by torch. NumPy itself is not here.

namespace mha::torch {

using lang::Args;
using lang::ClassObject;
using lang::Interpreter;
using lang::Value;

namespace {

constexpr int kPrecision = 8;
constexpr size_t kLineWidth = 75;
constexpr int64_t kThreshold = 1000, kEdge = 3;

const char* numpy_name(DType dtype) {
  switch (dtype) {
    case DType::uint8: return "uint8";
    case DType::int8: return "int8";
    case DType::int16: return "int16";
    case DType::int32: return "int32";
    case DType::int64: return "int64";
    case DType::float16: return "float16";
    case DType::float32: return "float32";
    case DType::bool_: return "bool";
    default: return "float64";
  }
}

/// The shortest digits that read back as the same number of that width.
std::string shortest(double v, bool is_float32, std::chars_format form) {
  char text[512];
  const auto r = is_float32
                     ? std::to_chars(text, text + sizeof text, static_cast<float>(v), form)
                     : std::to_chars(text, text + sizeof text, v, form);
  return std::string(text, r.ptr);
}

/// How one number of an array is written: all share the two widths.
class NumberFormat {
 public:
  NumberFormat(const std::vector<Scalar>& shown, DType dtype) : dtype_(dtype) {
    double high = 0, low = std::numeric_limits<double>::infinity();
    for (const Scalar& s : shown) {
      const double v = std::abs(s.to_double());
      if (!std::isfinite(v) || v == 0) continue;
      high = std::max(high, v);
      low = std::min(low, v);
    }
    scientific_ = is_floating(dtype) && high > 0 &&
                  (high >= 1e8 || low < 1e-4 || high / low > 1000.0);
    for (const Scalar& s : shown) {
      const std::string t = plain(s);
      const size_t dot = std::min(t.find_first_of(".e"), t.size());
      const bool finite = std::isfinite(s.to_double());
      if (is_floating(dtype) && finite) {
        left_ = std::max(left_, dot);
        right_ = std::max(right_, t.size() - dot);
      } else {
        other_ = std::max(other_, t.size());
      }
    }
    if (is_floating(dtype)) left_ = std::max(left_, other_ > right_ ? other_ - right_ : 0);
  }

  std::string operator()(const Scalar& s) const {
    std::string t = plain(s);
    if (!is_floating(dtype_)) return std::string(other_ - t.size(), ' ') + t;
    const size_t width = left_ + right_;
    if (!std::isfinite(s.to_double())) {
      return std::string(width > t.size() ? width - t.size() : 0, ' ') + t;
    }
    if (scientific_) return std::string(width > t.size() ? width - t.size() : 0, ' ') + t;
    const size_t dot = t.find('.');
    t = std::string(left_ - dot, ' ') + t;
    return t + std::string(width - t.size(), ' ');
  }

 private:
  std::string plain(const Scalar& s) const {
    if (dtype_ == DType::bool_) return s.to_bool() ? "True" : "False";
    if (!s.is_floating()) return std::to_string(s.to_int());
    const double v = s.to_double();
    if (std::isnan(v)) return "nan";
    if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
    const bool narrow = dtype_ == DType::float32;
    std::string t = shortest(
        v, narrow, scientific_ ? std::chars_format::scientific : std::chars_format::fixed);
    if (scientific_) {
      const size_t e = t.find('e');
      if (t.find('.') == std::string::npos) t.insert(e, ".");
      return t;
    }
    const size_t dot = t.find('.');
    if (dot == std::string::npos) return t + ".";
    if (t.size() - dot - 1 > static_cast<size_t>(kPrecision)) {
      char text[512];
      std::snprintf(text, sizeof text, "%.*f", kPrecision, v);
      t = text;
      while (t.back() == '0') t.pop_back();
    }
    return t;
  }

  DType dtype_;
  bool scientific_ = false;
  size_t left_ = 0, right_ = 0, other_ = 0;
};

class ArrayText {
 public:
  ArrayText(const Tensor& t, std::string separator, size_t indent)
      : t_(t), numbers_(to_scalars(t)), summarised_(t.numel() > kThreshold),
        separator_(std::move(separator)), indent_(indent),
        format_(shown(), t.dtype()) {}

  std::string text() const {
    if (t_.dim() == 0) return format_(numbers_[0]);
    return block(0, 0, indent_ + 1);
  }

 private:
  std::vector<Scalar> shown() const { return numbers_; }

  std::string block(size_t dim, size_t offset, size_t indent) const {
    const int64_t n = t_.shape()[dim];
    size_t stride = 1;
    for (size_t d = dim + 1; d < t_.shape().size(); ++d) {
      stride *= static_cast<size_t>(t_.shape()[d]);
    }
    const bool last = dim + 1 == t_.shape().size();
    const bool cut = summarised_ && n > 2 * kEdge;
    std::string out = "[", line;
    const size_t room = kLineWidth - indent;
    for (int64_t i = 0; i < n; ++i) {
      if (cut && i == kEdge) {
        if (last) {
          line += "..." + separator_;
        } else {
          out += "..." + separator_text(dim, indent);
        }
        i = n - kEdge;
      }
      const size_t at = offset + static_cast<size_t>(i) * stride;
      if (!last) {
        out += block(dim + 1, at, indent + 1);
        if (i + 1 < n) out += separator_text(dim, indent);
        continue;
      }
      const std::string item = format_(numbers_[at]);
      if (!line.empty() && line.size() + item.size() > room) {
        while (line.back() == ' ') line.pop_back();
        out += line + "\n" + std::string(indent, ' ');
        line.clear();
      }
      line += item;
      if (i + 1 < n) line += separator_;
    }
    return out + line + "]";
  }

  std::string separator_text(size_t dim, size_t indent) const {
    std::string s = separator_;
    while (!s.empty() && s.back() == ' ') s.pop_back();
    return s + std::string(t_.shape().size() - 1 - dim, '\n') + std::string(indent, ' ');
  }

  Tensor t_;
  std::vector<Scalar> numbers_;
  bool summarised_;
  std::string separator_;
  size_t indent_;
  NumberFormat format_;
};

std::string array_repr(const Tensor& t) {
  const std::string prefix = "array(";
  std::string out = prefix;
  out += t.numel() == 0 && t.dim() == 1 ? "[]" : ArrayText(t, ", ", prefix.size()).text();
  const DType d = t.dtype();
  const bool usual = d == DType::int64 || d == DType::float64 || d == DType::bool_;
  if (!usual || t.numel() == 0) out += std::string(", dtype=") + numpy_name(d);
  return out + ")";
}

const Tensor& of(const Value& v) { return *v.get<lang::NativeObject>()->payload<Tensor>(); }

ClassObject* array_class(Interpreter& interp) {
  ClassObject*& cls = types(interp).array;
  if (cls) return cls;
  cls = interp.make_class("ndarray", "numpy").get();
  cls->set_instance_kind(lang::ObjectKind::native);
  cls->method("__repr__", [](Interpreter&, Args& a) {
    return lang::str(array_repr(of(a.positional[0])));
  });
  cls->method("__str__", [](Interpreter&, Args& a) {
    return lang::str(ArrayText(of(a.positional[0]), " ", 0).text());
  });
  cls->method("__len__", [](Interpreter&, Args& a) {
    const Tensor& t = of(a.positional[0]);
    if (t.dim() == 0) throw TypeError("len() of unsized object");
    return Value(t.shape()[0]);
  });
  cls->method("tolist", "self",
              [](Interpreter&, Args& a) { return to_nested_list(of(a.positional[0])); });
  cls->method("item", "self",
              [](Interpreter&, Args& a) { return to_value(of(a.positional[0]).item()); });
  cls->method("copy", "self", [](Interpreter& i, Args& a) {
    return array_value(i, clone(of(a.positional[0])));
  });
  cls->method("__getitem__", [](Interpreter& i, Args& a) {
    const Tensor part = index(of(a.positional[0]), to_indices(i, a.positional[1]));
    return part.dim() == 0 ? to_value(part.item()) : array_value(i, part);
  });
  cls->property("shape", [](Interpreter&, const Value& v) {
    const Shape& s = of(v).shape();
    return lang::tuple(std::vector<Value>(s.begin(), s.end()));
  });
  cls->property("ndim", [](Interpreter&, const Value& v) { return Value(of(v).dim()); });
  cls->property("size", [](Interpreter&, const Value& v) { return Value(of(v).numel()); });
  cls->property("dtype", [](Interpreter&, const Value& v) {
    return lang::str(numpy_name(of(v).dtype()));
  });
  cls->property("T", [](Interpreter& i, const Value& v) {
    return array_value(i, numpy_T(of(v)));
  });
  cls->method("__getattr__", [](Interpreter&, Args& a) -> Value {
    throw Error("NotImplementedError", "NumPy's array." +
                                           a.positional[1].get<lang::StrObject>()->text() +
                                           " is not supported here")
        .with_help("NumPy is not here; the same can be done with torch before .numpy()");
  });
  return cls;
}

}  // namespace

const Tensor* as_array(Interpreter& interp, const Value& v) {
  const auto* n = v.get<lang::NativeObject>();
  if (!n || !types(interp).array || n->cls() != types(interp).array) return nullptr;
  return n->payload<Tensor>();
}

Value array_value(Interpreter& interp, const Tensor& t) {
  return lang::make<lang::NativeObject>(array_class(interp), std::make_shared<Tensor>(t));
}

}  // namespace mha::torch
