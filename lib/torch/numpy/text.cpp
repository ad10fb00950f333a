#include <algorithm>
#include <charconv>
#include <cmath>

#include <Eigen/Core>

#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "torch/numpy/numpy.h"

// How arrays print: the numbers of one array share a width, and lines break
// where NumPy breaks them.

namespace mha::torch {

namespace {

/// A float in the shortest digits that read back as the same number of that
/// width, or rounded to `precision` digits after the point if those are fewer.
std::string digits(double v, DType dtype, std::chars_format form, int precision) {
  char text[512];
  std::to_chars_result r{};
  if (dtype == DType::float64) {
    r = std::to_chars(text, text + sizeof text, v, form);
  } else {
    r = std::to_chars(text, text + sizeof text, static_cast<float>(v), form);
  }
  std::string t(text, r.ptr);
  const double exact = dtype == DType::float64 ? 0x1p53 : 0x1p24;
  if (form == std::chars_format::fixed && std::abs(v) >= exact) {
    // Zeros stand for the digits that say nothing.
    std::string few = digits(v, dtype, std::chars_format::scientific, 400);
    const auto exponent = static_cast<size_t>(std::stoi(few.substr(few.find('e') + 1)));
    few.resize(few.find('e'));
    const size_t dot = few.find('.');
    few.erase(dot, 1);
    few.resize(std::max(dot + exponent, few.size()), '0');
    return few + ".";
  }
  if (dtype == DType::float16) {
    // The fewest digits that name this number among the halves.
    for (int p = 0; p < 12; ++p) {
      r = std::to_chars(text, text + sizeof text, v, form, p);
      t.assign(text, r.ptr);
      if (static_cast<double>(Eigen::half(static_cast<float>(std::stod(t)))) == v) break;
    }
  }
  const size_t end = std::min(t.find('e'), t.size());
  const size_t dot = std::min(t.find('.'), end);
  std::string exponent = t.substr(end);
  t.resize(end);
  if (dot < end && end - dot - 1 > static_cast<size_t>(precision)) {
    r = std::to_chars(text, text + sizeof text, v, form, precision);
    t.assign(text, r.ptr);
    if (form == std::chars_format::scientific) {
      exponent = t.substr(t.find('e'));
      t.resize(t.find('e'));
    }
    while (t.find('.') != std::string::npos && t.back() == '0') t.pop_back();
  }
  if (t.find('.') == std::string::npos) t += '.';
  return t + exponent;
}

/// How one number of an array is written: all share the widths.
class NumberFormat {
 public:
  NumberFormat(const std::vector<Scalar>& shown, DType dtype, bool in_array,
               const ArrayPrintOptions& options)
      : dtype_(dtype), precision_(options.precision) {
    if (!is_floating(dtype)) {
      for (const Scalar& s : shown) width_ = std::max(width_, whole(s).size());
      if (dtype == DType::bool_ && in_array) width_ = 5;
      return;
    }
    double high = 0, low = INFINITY;
    for (const Scalar& s : shown) {
      const double v = std::abs(s.to_double());
      if (!std::isfinite(v) || v == 0) continue;
      high = std::max(high, v);
      low = std::min(low, v);
    }
    scientific_ = high > 0 && (high >= 1e8 ||
                               (!options.suppress && (low < 1e-4 || high / low > 1000.0)));
    size_t left = 0, right = 0, exponent = 0, other = 0;
    for (const Scalar& s : shown) {
      const double v = s.to_double();
      if (!std::isfinite(v)) {
        other = std::max(other, special(v).size());
        continue;
      }
      const std::string t = digits(v, dtype_, form(), precision_);
      const size_t dot = t.find('.'), e = std::min(t.find('e'), t.size());
      left = std::max(left, dot);
      right = std::max(right, e - dot - 1);
      exponent = std::max(exponent, t.size() - e);
    }
    fraction_ = right;
    const size_t tail = right + exponent + 1;
    left_ = std::max(left, other > tail ? other - tail : 0);
    width_ = left_ + tail;
  }

  std::string operator()(const Scalar& s) const {
    if (!is_floating(dtype_)) return padded(whole(s));
    const double v = s.to_double();
    if (!std::isfinite(v)) return padded(special(v));
    std::string t = digits(v, dtype_, form(), precision_);
    if (scientific_) {
      const size_t e = t.find('e');
      t.insert(e, fraction_ - (e - t.find('.') - 1), '0');
      return padded(t);
    }
    t.insert(0, left_ - t.find('.'), ' ');
    return t + std::string(width_ - t.size(), ' ');
  }

 private:
  std::string padded(const std::string& t) const {
    return std::string(width_ > t.size() ? width_ - t.size() : 0, ' ') + t;
  }
  std::string whole(const Scalar& s) const {
    if (dtype_ == DType::bool_) return s.to_bool() ? "True" : "False";
    return std::to_string(s.to_int());
  }
  static std::string special(double v) {
    return std::isnan(v) ? "nan" : v < 0 ? "-inf" : "inf";
  }
  std::chars_format form() const {
    return scientific_ ? std::chars_format::scientific : std::chars_format::fixed;
  }

  DType dtype_;
  int precision_;
  bool scientific_ = false;
  size_t left_ = 0, fraction_ = 0, width_ = 0;
};

class ArrayText {
 public:
  ArrayText(const Tensor& t, std::string separator, size_t indent, size_t line_width,
            const ArrayPrintOptions& options)
      : t_(t), options_(options), numbers_(to_scalars(t)),
        summarised_(t.numel() > options.threshold), separator_(std::move(separator)),
        indent_(indent), line_width_(line_width), format_(shown(), t.dtype(), t.dim() > 0, options) {
    bare_separator_ = separator_;
    while (!bare_separator_.empty() && bare_separator_.back() == ' ') bare_separator_.pop_back();
  }

  std::string text() const {
    if (t_.dim() == 0) return format_(numbers_[0]);
    if (t_.numel() == 0) return "[]";
    return block(0, 0, indent_ + 1, line_width_);
  }

 private:
  bool cut(int64_t n) const { return summarised_ && n > 2 * options_.edge_items; }

  /// The numbers that will be seen decide on the width of all.
  std::vector<Scalar> shown() const {
    if (!summarised_) return numbers_;
    std::vector<Scalar> out;
    gather(0, 0, out);
    return out;
  }

  void gather(size_t dim, size_t offset, std::vector<Scalar>& out) const {
    if (dim == t_.shape().size()) {
      out.push_back(numbers_[offset]);
      return;
    }
    const int64_t n = t_.shape()[dim];
    for (int64_t i = 0; i < n; ++i) {
      if (cut(n) && i == options_.edge_items) i = n - options_.edge_items;
      gather(dim + 1, offset + static_cast<size_t>(i) * step(dim), out);
    }
  }

  size_t step(size_t dim) const {
    size_t s = 1;
    for (size_t d = dim + 1; d < t_.shape().size(); ++d) s *= static_cast<size_t>(t_.shape()[d]);
    return s;
  }

  std::string block(size_t dim, size_t offset, size_t indent, size_t width) const {
    const int64_t n = t_.shape()[dim];
    const size_t below = t_.shape().size() - dim - 1;
    if (below == 0) return row(offset, n, indent, width);
    const std::string between =
        bare_separator_ + std::string(below, '\n') + std::string(indent, ' ');
    std::string out = "[";
    for (int64_t i = 0; i < n; ++i) {
      if (cut(n) && i == options_.edge_items) {
        out += "..." + between;
        i = n - options_.edge_items;
      }
      out += block(dim + 1, offset + static_cast<size_t>(i) * step(dim), indent + 1, width - 1);
      if (i + 1 < n) out += between;
    }
    return out + "]";
  }

  std::string row(size_t offset, int64_t n, size_t indent, size_t width) const {
    const size_t room = width - std::max<size_t>(bare_separator_.size(), 1);
    const std::string prefix(indent, ' ');
    std::string out, line = prefix;
    const auto put = [&](const std::string& word) {
      if (line.size() > indent && line.size() + word.size() > room) {
        while (line.back() == ' ') line.pop_back();
        out += line + "\n";
        line = prefix;
      }
      line += word;
    };
    for (int64_t i = 0; i < n; ++i) {
      if (cut(n) && i == options_.edge_items) {
        put("...");
        line += separator_;
        i = n - options_.edge_items;
      }
      put(format_(numbers_[offset + static_cast<size_t>(i)]));
      if (i + 1 < n) line += separator_;
    }
    return "[" + (out + line).substr(indent) + "]";
  }

  Tensor t_;
  ArrayPrintOptions options_;
  std::vector<Scalar> numbers_;
  bool summarised_;
  std::string separator_, bare_separator_;
  size_t indent_, line_width_;
  NumberFormat format_;
};

}  // namespace

std::string array_str(const Tensor& t, const ArrayPrintOptions& options) {
  if (t.dim() == 0) return numpy_scalar_text(t);
  return ArrayText(t, " ", 0, options.line_width, options).text();
}

std::string array_repr(const Tensor& t, const ArrayPrintOptions& options) {
  const std::string prefix = "array(";
  std::string out = prefix;
  if (t.numel() == 0 && t.shape() != Shape{0}) {
    out += "[], shape=" + shape_text(t.shape());
  } else {
    out += ArrayText(t, ", ", prefix.size(), options.line_width - 1, options).text();
  }
  const DType d = t.dtype();
  const bool usual = d == DType::int64 || d == DType::float64 || d == DType::bool_;
  if (usual && t.numel() > 0) return out + ")";
  const std::string dtype = std::string("dtype=") + numpy_name(d) + ")";
  out += ",";
  const size_t newline = out.rfind('\n');
  const size_t last = out.size() - (newline == std::string::npos ? 0 : newline + 1);
  const bool breaks = last + dtype.size() + 1 > options.line_width;
  return out + (breaks ? "\n" + std::string(prefix.size(), ' ') : " ") + dtype;
}

std::string numpy_scalar_text(const Tensor& t) {
  const Scalar s = t.item();
  if (t.dtype() == DType::bool_) return s.to_bool() ? "True" : "False";
  if (!s.is_floating()) return std::to_string(s.to_int());
  const double v = s.to_double();
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  const double size = std::abs(v);
  const bool scientific = size != 0 && (size < 1e-4 || size >= 1e16);
  std::string out =
      digits(v, t.dtype(), scientific ? std::chars_format::scientific : std::chars_format::fixed,
             400);
  const size_t dot = out.find('.');
  if (dot + 1 == out.size()) return out + "0";
  if (scientific && out[dot + 1] == 'e') out.erase(dot, 1);
  return out;
}

}  // namespace mha::torch
