#include "io/printed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "base/text.h"
#include "io/numbers.h"
#include "io/printed_label.h"

namespace mha::io {
namespace {

constexpr std::string_view kTensor = "tensor(";
constexpr std::string_view kArray = "array(";
constexpr const char* kPasteAll = "paste the whole print, to its last bracket";

/// Text further away than this is not a label.
constexpr size_t kNear = 400;

enum class Writer { torch, numpy, rows };

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// The arguments after the numbers: dtype=torch.float64, size=(2, 0).
struct Suffixes {
  std::optional<DType> dtype;
  std::optional<Shape> size;
};

class PrintedReader {
 public:
  PrintedReader(std::string_view text, Collection& collection)
      : text_(text), collection_(collection) {}

  void read() {
    while (pos_ < text_.size()) {
      const std::string_view rest = text_.substr(pos_);
      if (rest.starts_with(kTensor) || rest.starts_with(kArray)) {
        word();
      } else if (rest[0] == '[') {
        rows();
      } else {
        ++pos_;
      }
    }
    if (collection_.tensors().empty()) {
      refuse(
          "there is no printed tensor in it: no tensor(...), no array(...) "
          "and no rows of numbers in brackets",
          "paste what print(scores) shows, with a name before it");
    }
  }

 private:
  // ---- Where a print begins

  /// tensor(...) or array(...), unless the word is the end of another.
  void word() {
    const bool torch = text_.substr(pos_).starts_with(kTensor);
    const char before = pos_ > 0 ? text_[pos_ - 1] : ' ';
    const size_t inside = pos_ + (torch ? kTensor : kArray).size();
    if (before == '.') {
      // Code that makes a tensor, torch.tensor(...), is not a printed tensor.
      pos_ = inside;
      int open = 1;
      for (; pos_ < text_.size() && open > 0; ++pos_) {
        const char c = text_[pos_];
        open += (c == '(' || c == '[') - (c == ')' || c == ']');
      }
      return;
    }
    if (std::isalnum(static_cast<unsigned char>(before)) || before == '_') {
      pos_ = inside;
      return;
    }
    Label label = label_here();
    begin_ = pos_;
    pos_ = inside;
    value(torch ? Writer::torch : Writer::numpy, std::move(label.name));
  }

  /// Rows in brackets without a word before them, if they are on lines of
  /// their own; otherwise the bracket is prose.
  void rows() {
    const Label label = label_here();
    begin_ = pos_;
    size_t at = pos_;
    int open = 0;
    while (at < text_.size() && (text_[at] == '[' || is_blank(text_[at]))) {
      open += text_[at++] == '[';
    }
    const std::string_view first = text_.substr(at);
    const bool numbers =
        number_at(first) || first.starts_with("...") || first.starts_with(']');
    const bool begins = label.alone || (open > 1 && !label.name.empty());
    if (!begins || !numbers || behind_print() || is_shape(label.name)) {
      pos_ = at;
      return;
    }
    // One bracket may be prose, two are not.
    const size_t close = text_.find(']', begin_);
    if (open == 1 && close != text_.npos &&
        text_.substr(begin_, close - begin_).find('\n') == text_.npos &&
        !only_numbers(begin_ + 1, close)) {
      pos_ = close;
      return;
    }
    value(Writer::rows, label.name);
  }

  /// "q.shape = [2, 3]" describes a tensor and is not one.
  static bool is_shape(std::string_view name) {
    return name.ends_with("shape") || name.ends_with("Shape") ||
           name.ends_with("size") || name.ends_with("Size");
  }

  bool only_numbers(size_t begin, size_t end) const {
    while (begin < end) {
      if (is_blank(text_[begin]) || text_[begin] == ',') {
        ++begin;
        continue;
      }
      if (text_.substr(begin, 3) == "...") return true;
      const auto number = number_at(text_.substr(begin, end - begin));
      if (!number) return false;
      begin += number->length;
      if (begin < end && !is_blank(text_[begin]) && text_[begin] != ',') {
        return false;
      }
    }
    return true;
  }

  /// Whether the line has a print already.
  bool behind_print() const {
    const size_t length = std::min(pos_ - last_end_, kNear);
    return last_end_ > 0 &&
           text_.substr(last_end_, length).find('\n') == text_.npos;
  }

  Label label_here() const {
    const size_t from = std::max(last_end_, pos_ - std::min(pos_, kNear));
    return label_before(text_.substr(from, pos_ - from));
  }

  // ---- What it holds

  void value(Writer writer, std::string name) {
    NestedNumbers numbers;
    HalfUnits units;
    bool commas = false;
    nested(writer, numbers, units, commas);
    Suffixes suffixes;
    if (writer == Writer::rows) {
      const size_t after = text_.find_first_not_of(" \t\r.,;)]}", pos_);
      const bool plain = after == text_.npos || text_[after] == '\n';
      if (!plain && numbers.shape().size() == 1) return;
    } else {
      suffixes = read_suffixes();
    }
    const bool torch =
        writer == Writer::torch || (writer == Writer::rows && commas);
    add(std::move(name), writer, torch, numbers, units, suffixes);
    last_end_ = pos_;
  }

  void nested(Writer writer, NestedNumbers& numbers, HalfUnits& units,
              bool& commas) {
    do {
      skip_blanks();
      if (pos_ >= text_.size()) never_closed();
      const char c = text_[pos_];
      if (c == '[') {
        at_line([&] { numbers.open(); });
        ++pos_;
      } else if (c == ']' && !numbers.closed()) {
        at_line([&] { numbers.close(); });
        ++pos_;
      } else if (c == ',' && !numbers.closed()) {
        commas = true;
        ++pos_;
      } else {
        number(writer, numbers, units);
      }
    } while (!numbers.closed());
  }

  void number(Writer writer, NestedNumbers& numbers, HalfUnits& units) {
    const std::string_view rest = text_.substr(pos_);
    if (rest.starts_with("...")) {
      refuse(fmt::format("on line {} the print is summarised: '...' stands for "
                         "numbers that are not there",
                         line()),
             writer == Writer::torch
                 ? "print it whole after "
                   "torch.set_printoptions(threshold=float('inf')), or hand in "
                   "torch.save(x, 'x.pt')"
                 : "print it whole after "
                   "np.set_printoptions(threshold=sys.maxsize), or hand in "
                   "np.save('x.npy', x)");
    }
    const auto found = number_at(rest);
    if (!found) unexpected();
    const std::string_view after = rest.substr(found->length);
    const char next = after.empty() ? ']' : after[0];
    if (next == 'j' || ((next == '+' || next == '-') && number_at(after))) {
      refuse(fmt::format("on line {} there are complex numbers, which are not "
                         "read",
                         line()),
             "print the real part: print(x.real)");
    }
    if (!is_blank(next) && next != ',' && next != ']' && next != ')') {
      pos_ += found->length;
      unexpected();
    }
    at_line([&] { numbers.add(*found); });
    units.add(*found);
    pos_ += found->length;
  }

  void add(std::string name, Writer writer, bool torch,
           const NestedNumbers& numbers, const HalfUnits& units,
           const Suffixes& suffixes) {
    const DType natural =
        numbers.natural_dtype(torch ? DType::float32 : DType::float64);
    const Shape shape = suffixes.size.value_or(numbers.shape());
    const DType dtype = suffixes.dtype.value_or(natural);
    const int64_t bytes = collection_.bytes_of(shape, dtype);
    if (bytes != static_cast<int64_t>(numbers.count() * size_of(dtype))) {
      refuse(fmt::format("the print on line {} says size={} but has {} numbers",
                         line(), shape_text(shape), numbers.count()));
    }
    NamedTensor out{std::move(name), numbers.tensor(collection_, shape, dtype)};
    constexpr int kNumpyDigits = 8;
    int decimals = units.most_decimals();
    if (decimals == 0 && writer != Writer::torch) decimals = kNumpyDigits;
    if (decimals > 0 || units.has_exponents()) {
      // Rows without a word may come from floats of either width.
      units.apply(out, decimals,
                  rounding_of(writer == Writer::rows ? DType::float32 : dtype),
                  collection_);
    }
    collection_.add(std::move(out), /*may_repeat=*/true);
  }

  // ---- What follows the numbers, up to the bracket that closes

  Suffixes read_suffixes() {
    Suffixes out;
    for (;;) {
      skip_blanks();
      if (accept(')')) return out;
      if (!accept(',')) unexpected();
      skip_blanks();
      const size_t begin = pos_;
      while (pos_ < text_.size() &&
             (std::isalnum(static_cast<unsigned char>(text_[pos_])) ||
              text_[pos_] == '_')) {
        ++pos_;
      }
      const std::string_view key = text_.substr(begin, pos_ - begin);
      if (pos_ >= text_.size()) never_closed();
      if (!accept('=')) unexpected();
      apply_suffix(out, key, suffix_value());
    }
  }

  /// Up to the comma or bracket that ends it, past brackets and quotes.
  std::string_view suffix_value() {
    const size_t begin = pos_;
    int open = 0;
    for (; pos_ < text_.size(); ++pos_) {
      const char c = text_[pos_];
      if (open == 0 && (c == ',' || c == ')')) {
        return trim(text_.substr(begin, pos_ - begin));
      }
      if (c == '\'' || c == '"') {
        pos_ = text_.find(c, pos_ + 1);
        if (pos_ == text_.npos) break;
      }
      open += (c == '(' || c == '<' || c == '[') -
              (c == ')' || c == '>' || c == ']');
    }
    never_closed();
  }

  void apply_suffix(Suffixes& out, std::string_view key,
                    std::string_view value) {
    if (key == "dtype") {
      out.dtype = dtype_named(value);
    } else if (key == "size" || key == "shape") {
      out.size = size_from(value);
    } else if (key != "device" && key != "requires_grad" && key != "grad_fn" &&
               key != "names" &&
               !(key == "layout" && value == "torch.strided")) {
      refuse(fmt::format("on line {} a tensor has {}={}, which is not read",
                         line(), key, shown(value)),
             "print x.to_dense() or a plain tensor");
    }
  }

  DType dtype_named(std::string_view name) const {
    if (const auto dtype = io::dtype_named(name)) return *dtype;
    refuse(fmt::format("on line {} the numbers have the dtype {}, which is not "
                       "read",
                       line(), shown(name)),
           "print x.float() or x.astype('float32')");
  }

  Shape size_from(std::string_view value) const {
    Shape out;
    for (size_t at = 0; at < value.size();) {
      const auto number = number_at(value.substr(at));
      if (!number) {
        ++at;
        continue;
      }
      out.push_back(number->integer);
      at += number->length;
    }
    return out;
  }

  // ---- Characters

  void skip_blanks() {
    while (pos_ < text_.size() && is_blank(text_[pos_])) ++pos_;
  }
  bool accept(char c) {
    if (pos_ >= text_.size() || text_[pos_] != c) return false;
    ++pos_;
    return true;
  }
  int64_t line_at(size_t pos) const {
    return 1 + std::count(text_.begin(),
                          text_.begin() + static_cast<std::ptrdiff_t>(pos),
                          '\n');
  }
  int64_t line() const { return line_at(begin_); }

  /// Adds the line to errors from a list.
  template <typename F>
  void at_line(F&& f) const {
    try {
      f();
    } catch (const ValueError& error) {
      refuse(fmt::format("on line {}: {}", line_at(pos_), error.message()),
             error.help());
    }
  }

  [[noreturn]] void never_closed() const {
    refuse(fmt::format("the print that begins on line {} is never closed: the "
                       "text ends inside it",
                       line()),
           kPasteAll);
  }
  [[noreturn]] void unexpected() const {
    if (pos_ >= text_.size()) never_closed();
    if (text_.substr(begin_).starts_with(kTensor) &&
        text_.substr(pos_).starts_with("indices=")) {
      refuse(fmt::format("on line {} a sparse tensor is printed", line()),
             "print x.to_dense()");
    }
    const size_t end =
        std::min(text_.find_first_of(" \n\t,]", pos_ + 1), text_.size());
    refuse(fmt::format("line {} has {} inside the print that begins on line "
                       "{}, where a number should be",
                       line_at(pos_), shown(text_.substr(pos_, end - pos_)),
                       line()),
           kPasteAll);
  }

  std::string_view text_;
  Collection& collection_;
  size_t pos_ = 0;
  size_t begin_ = 0;     // of the print being read
  size_t last_end_ = 0;  // of the print before it
};

}  // namespace

bool looks_printed(std::string_view text) {
  return text.find(kTensor) != text.npos || text.find(kArray) != text.npos ||
         text.find('[') != text.npos;
}

void read_printed(std::string_view text, Collection& collection) {
  PrintedReader(text, collection).read();
}

}  // namespace mha::io
