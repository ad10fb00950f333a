#include "tensor/core/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "tensor/core/internal.h"

namespace mha {
namespace {

constexpr std::string_view kPrefix = "tensor(";

void append_number(std::string& out, double value, int precision,
                   bool scientific) {
  if (std::isnan(value)) {
    out += "nan";
  } else if (scientific) {
    fmt::format_to(std::back_inserter(out), "{:.{}e}", value, precision);
  } else {
    fmt::format_to(std::back_inserter(out), "{:.{}f}", value, precision);
  }
}

/// How to print the numbers of one tensor: one form and one width for all.
class Form {
 public:
  explicit Form(const PrintOptions& options) : options_(options) {}

  // The finite numbers that are not 0 decide the form; the others have no say.
  void fit(const std::vector<double>& values) {
    double least = std::numeric_limits<double>::infinity();
    double largest = 0;
    double lowest = 0;
    double highest = 0;
    whole_ = true;
    for (const double v : values) {
      if (!std::isfinite(v) || v == 0) continue;
      least = std::min(least, std::abs(v));
      largest = std::max(largest, std::abs(v));
      lowest = std::min(lowest, v);
      highest = std::max(highest, v);
      whole_ = whole_ && v == std::ceil(v);
    }
    if (largest > 0) {
      scientific_ = largest / least > 1000.0 || largest > 1.0e8 ||
                    (!whole_ && least < 1.0e-4);
      if (scientific_) {
        std::string text;
        for (const double v : values) {
          if (!std::isfinite(v) || v == 0) continue;
          text.clear();
          append_number(text, v, options_.precision, /*scientific=*/true);
          width_ = std::max(width_, text.size());
        }
      } else {
        // In this form, the largest or the smallest number is the widest.
        for (const double v : {lowest, highest}) {
          if (v == 0) continue;
          std::string text;
          append_number(text, v, whole_ ? 0 : options_.precision, false);
          width_ = std::max(width_, text.size() + (whole_ ? 1 : 0));
        }
      }
    }
    if (options_.sci_mode && largest > 0) scientific_ = *options_.sci_mode;
  }

  void fit(const std::vector<int64_t>& values) {
    if (values.empty()) return;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    width_ = std::max({width_, fmt::formatted_size("{}", *low),
                       fmt::formatted_size("{}", *high)});
  }

  void fit(const std::vector<bool>& values) {
    for (const bool v : values) width_ = std::max<size_t>(width_, v ? 4 : 5);
  }

  size_t width() const { return width_; }

  void append(std::string& out, double value) const {
    const size_t start = out.size();
    if (scientific_) {
      append_number(out, value, options_.precision, /*scientific=*/true);
    } else if (whole_) {
      append_number(out, value, 0, /*scientific=*/false);
      if (std::isfinite(value)) out += '.';
    } else {
      append_number(out, value, options_.precision, /*scientific=*/false);
    }
    pad(out, start);
  }

  void append(std::string& out, int64_t value) const {
    const size_t start = out.size();
    fmt::format_to(std::back_inserter(out), "{}", value);
    pad(out, start);
  }

  void append(std::string& out, bool value) const {
    const size_t start = out.size();
    out += value ? "True" : "False";
    pad(out, start);
  }

 private:
  void pad(std::string& out, size_t start) const {
    const size_t length = out.size() - start;
    if (length < width_) out.insert(start, width_ - length, ' ');
  }

  const PrintOptions& options_;
  bool whole_ = true;
  bool scientific_ = false;
  size_t width_ = 1;
};

/// Writes the brackets of one tensor. V is the type that holds an element:
/// double, int64_t or bool.
template <typename V>
class Writer {
 public:
  Writer(const Tensor& tensor, const PrintOptions& options)
      : tensor_(tensor),
        options_(options),
        edge_(static_cast<size_t>(options.edgeitems)),
        summarize_(tensor.numel() > options.threshold),
        form_(options) {}

  std::string write(size_t indent) {
    with_type(tensor_.dtype(), [&]<typename T>(Type<T>) {
      collect(tensor_.data<T>(), 0);
    });
    form_.fit(shown_);
    std::string out;
    append(out, 0, indent);
    return out;
  }

 private:
  size_t rank() const { return tensor_.shape().size(); }
  size_t size(size_t d) const {
    return static_cast<size_t>(tensor_.shape()[d]);
  }
  bool cut(size_t d) const { return summarize_ && size(d) > 2 * edge_; }

  template <typename T>
  void collect(const T* at, size_t d) {
    if (d == rank()) {
      if constexpr (std::is_same_v<V, double>) {
        shown_.push_back(convert<double>(*at));
      } else {
        shown_.push_back(static_cast<V>(*at));
      }
      return;
    }
    const int64_t step = tensor_.strides()[d];
    for (size_t i = 0; i < size(d); ++i) {
      if (cut(d) && i == edge_) i = size(d) - edge_;
      if (i == size(d)) break;
      collect(at + static_cast<int64_t>(i) * step, d + 1);
    }
  }

  void append(std::string& out, size_t d, size_t indent) {
    if (d == rank()) {
      form_.append(out, static_cast<V>(shown_[next_++]));
      return;
    }
    out += '[';
    if (d + 1 == rank()) {
      append_row(out, d, indent);
    } else {
      std::string between = ",";
      between.append(rank() - d - 1, '\n');
      between.append(indent + 1, ' ');
      for (size_t i = 0; i < size(d); ++i) {
        if (i > 0) out += between;
        if (cut(d) && i == edge_) {
          out += "...";
          i = size(d) - edge_;
          if (i == size(d)) break;
          out += between;
        }
        append(out, d + 1, indent + 1);
      }
    }
    out += ']';
  }

  void append_row(std::string& out, size_t d, size_t indent) {
    const auto room =
        static_cast<int64_t>(options_.linewidth) - static_cast<int64_t>(indent);
    const auto cell = static_cast<int64_t>(form_.width()) + 2;
    const auto per_line =
        static_cast<size_t>(std::max<int64_t>(1, room > 0 ? room / cell : 0));
    const size_t count = cut(d) ? 2 * edge_ + 1 : size(d);
    for (size_t i = 0; i < count; ++i) {
      if (i > 0) {
        out += ',';
        if (i % per_line == 0) {
          out += '\n';
          out.append(indent + 1, ' ');
        } else {
          out += ' ';
        }
      }
      if (cut(d) && i == edge_) {
        out += " ...";
      } else {
        form_.append(out, static_cast<V>(shown_[next_++]));
      }
    }
  }

  const Tensor& tensor_;
  const PrintOptions& options_;
  size_t edge_;
  bool summarize_;
  Form form_;
  std::vector<V> shown_;
  size_t next_ = 0;
};

std::string numbers(const Tensor& self, const PrintOptions& options,
                    size_t indent) {
  if (self.numel() == 0) return "[]";
  if (self.dtype() == DType::bool_) {
    return Writer<bool>(self, options).write(indent);
  }
  if (is_integral(self.dtype())) {
    return Writer<int64_t>(self, options).write(indent);
  }
  return Writer<double>(self, options).write(indent);
}

}  // namespace

PrintOptions& print_options() {
  thread_local PrintOptions options;
  return options;
}

std::string repr(const Tensor& self) {
  const PrintOptions& options = print_options();
  std::string out(kPrefix);
  out += numbers(self, options, kPrefix.size());

  std::vector<std::string> suffixes;
  bool plain_dtype = self.dtype() == default_dtype();
  if (self.numel() == 0) {
    if (self.dim() != 1) suffixes.push_back("size=" + shape_text(self.shape()));
  } else {
    plain_dtype = plain_dtype || self.dtype() == DType::int64 ||
                  self.dtype() == DType::bool_;
  }
  if (!plain_dtype) {
    suffixes.push_back(fmt::format("dtype={}", torch_name(self.dtype())));
  }
  if (const auto& node = self.grad_fn()) {
    suffixes.push_back(fmt::format("grad_fn=<{}>", node->name));
  } else if (self.requires_grad()) {
    suffixes.emplace_back("requires_grad=True");
  }

  // A suffix that does not fit on the line goes on its own line.
  const size_t newline = out.rfind('\n');
  size_t column = newline == std::string::npos ? out.size() + 2
                                               : out.size() - newline + 1;
  for (const std::string& suffix : suffixes) {
    if (static_cast<int64_t>(column + suffix.size() + 2) > options.linewidth) {
      out += ",\n";
      out.append(kPrefix.size(), ' ');
      column = kPrefix.size() + suffix.size();
    } else {
      out += ", ";
      column += suffix.size() + 2;
    }
    out += suffix;
  }
  out += ')';
  return out;
}

std::string repr(const Shape& shape) {
  return fmt::format("torch.Size([{}])", fmt::join(shape, ", "));
}

std::string shape_text(const Shape& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::string python_float(double value) {
  if (std::isnan(value)) return "nan";
  std::string text = fmt::format("{}", value);
  if (std::isfinite(value) && text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return text;
}

}  // namespace mha
