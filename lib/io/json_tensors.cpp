// The .json reader of formats.h and writer of tensor_file.h. Tensors in JSON,
// read as it is parsed so that a number takes eight bytes.

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/formats.h"
#include "io/numbers.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"

namespace mha {
namespace io {
namespace {

using nlohmann::json;

constexpr size_t kTorchPrefix = std::string_view("torch.").size();

/// Python writes NaN, Infinity and -Infinity, which JSON lacks; this makes them
/// strings.
std::string with_words_quoted(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inside && c == '\\' && i + 1 < text.size()) {
      out += c;
      out += text[++i];
      continue;
    }
    if (c == '"') inside = !inside;
    bool is_word = false;
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
      if (inside || !text.substr(i).starts_with(word)) continue;
      out += fmt::format("\"{}\"", word);
      i += word.size() - 1;
      is_word = true;
      break;
    }
    if (!is_word) out += c;
  }
  return out;
}

/// Takes the events of a parser and keeps the lists of numbers among them.
class Handler : public nlohmann::json_sax<json> {
 public:
  Handler(const std::string& stem, Collection& collection)
      : stem_(stem), collection_(collection) {}

  bool null() override {
    if (list_) refuse("a list of numbers has null in it", "write NaN for it");
    return true;
  }
  bool boolean(bool value) override {
    WrittenNumber number;
    number.kind = WrittenNumber::Kind::boolean;
    number.integer = value;
    number.floating = value;
    return take(number);
  }
  bool number_integer(number_integer_t value) override {
    WrittenNumber number;
    number.integer = value;
    number.floating = static_cast<double>(value);
    return take(number);
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > INT64_MAX) {
      return number_float(static_cast<double>(value), {});
    }
    return number_integer(static_cast<number_integer_t>(value));
  }
  bool number_float(number_float_t value, const string_t&) override {
    WrittenNumber number;
    number.kind = WrittenNumber::Kind::floating;
    number.floating = value;
    return take(number);
  }
  bool string(string_t& value) override {
    const auto number = number_at(value);
    const bool whole = number && number->length == value.size() &&
                       number->kind == WrittenNumber::Kind::floating &&
                       !std::isfinite(number->floating);
    if (whole) return take(*number);
    if (list_) {
      refuse(
          fmt::format("a list of numbers has the text {} in it", shown(value)));
    }
    if (!frames_.empty() && frames_.back().key == "dtype") {
      frames_.back().dtype = value;
    }
    return true;
  }
  bool binary(binary_t&) override { return true; }

  bool start_object(size_t) override {
    if (list_) refuse("a list of numbers has an object in it");
    if (frames_.size() >= static_cast<size_t>(kMaxDepth)) {
      refuse(fmt::format("its objects lie in each other more than {} deep",
                         kMaxDepth));
    }
    frames_.push_back({frames_.empty() ? "" : name(), {}, {}, found_.size()});
    return true;
  }
  bool key(string_t& value) override {
    frames_.back().key = value;
    check_name(name());
    return true;
  }
  bool end_object() override {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (frame.dtype) join_parts(frame);
    return true;
  }
  bool start_array(size_t) override {
    if (!list_) list_.emplace();
    list_->open();
    return true;
  }
  bool end_array() override {
    list_->close();
    if (!list_->closed()) return true;
    keep({name(), std::move(*list_), {}, {}});
    list_.reset();
    return true;
  }
  bool parse_error(size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // As Python's json has it, 1e999 would be inf; no tensor is meant to hold that.
    constexpr int kOutOfRange = 400;
    if (error.id / 100 == kOutOfRange / 100) {
      refuse("it has a number that no float can hold",
             "write Infinity or NaN where one is meant");
    }
    error_at_ = position;
    return false;
  }

  size_t error_at() const { return error_at_; }

  void finish() {
    for (Found& found : found_) add(std::move(found));
  }

 private:
  struct Frame {
    std::string name;
    std::string key;
    std::optional<std::string> dtype;
    size_t first;  // place in found_ of the first list in it
  };
  struct Found {
    std::string name;
    NestedNumbers numbers;
    std::string dtype;
    std::optional<Shape> shape;
  };

  bool take(const WrittenNumber& number) {
    if (list_) {
      list_->add(number);
      return true;
    }
    NestedNumbers single;
    single.add(number);
    keep({name(), std::move(single), {}, {}});
    return true;
  }

  void keep(Found found) {
    if (static_cast<int64_t>(found_.size()) >= kMaxTensors) {
      refuse(fmt::format("it holds more than {} tensors", kMaxTensors));
    }
    found_.push_back(std::move(found));
  }

  std::string name() const {
    if (frames_.empty()) return stem_;
    const Frame& frame = frames_.back();
    return frame.name.empty() ? frame.key
                              : fmt::format("{}.{}", frame.name, frame.key);
  }

  /// {"shape": ..., "dtype": ..., "data": ...} is one tensor.
  void join_parts(const Frame& frame) {
    const std::string prefix = frame.name.empty() ? "" : frame.name + ".";
    Found* data = nullptr;
    Found* shape = nullptr;
    for (size_t i = frame.first; i < found_.size(); ++i) {
      Found& part = found_[i];
      if (part.name == prefix + "data" && data == nullptr) {
        data = &part;
      } else if (part.name == prefix + "shape" && shape == nullptr) {
        shape = &part;
      } else {
        return;
      }
    }
    if (data == nullptr) return;
    Found whole{frame.name.empty() ? stem_ : frame.name,
                std::move(data->numbers),
                *frame.dtype,
                {}};
    if (shape != nullptr) whole.shape = shape_of(shape->numbers);
    found_.resize(frame.first);
    found_.push_back(std::move(whole));
  }

  Shape shape_of(const NestedNumbers& numbers) {
    const auto count = static_cast<int64_t>(numbers.count());
    if (numbers.shape().size() != 1 || count > static_cast<int64_t>(kMaxDims) ||
        (count > 0 && numbers.natural_dtype(DType::float32) != DType::int64)) {
      refuse("a \"shape\" is not a list of whole numbers");
    }
    Collection scratch;
    const Tensor sizes = numbers.tensor(scratch, {count}, DType::int64);
    return {sizes.data<int64_t>(), sizes.data<int64_t>() + count};
  }

  void add(Found found) {
    DType dtype = found.numbers.natural_dtype(DType::float32);
    if (!found.dtype.empty()) dtype = dtype_named(found);
    const Shape shape = found.shape.value_or(found.numbers.shape());
    const int64_t bytes = collection_.bytes_of(shape, dtype);
    const auto there =
        static_cast<int64_t>(found.numbers.count() * size_of(dtype));
    const bool flat = found.numbers.shape().size() <= 1;
    if (bytes != there || (!flat && shape != found.numbers.shape())) {
      refuse(fmt::format("{} has the shape {}, but {} numbers of shape {}",
                         shown(found.name), shape_text(shape),
                         found.numbers.count(),
                         shape_text(found.numbers.shape())));
    }
    Tensor tensor = found.numbers.tensor(collection_, shape, dtype);
    if (is_integral(dtype)) check_fits(found, tensor);
    collection_.add(std::move(found.name), std::move(tensor));
  }

  static DType dtype_named(const Found& found) {
    if (const auto dtype = io::dtype_named(found.dtype)) return *dtype;
    refuse(fmt::format("{} has the dtype {}, which is not read",
                       shown(found.name), shown(found.dtype)),
           "\"float32\" and \"int64\" are");
  }

  static void check_fits(const Found& found, const Tensor& tensor) {
    Collection scratch;
    const Tensor wide = found.numbers.tensor(
        scratch, tensor.shape(), found.numbers.natural_dtype(DType::float64));
    if (equal(to(tensor, wide.dtype()), wide)) return;
    refuse(fmt::format("{} has numbers that its dtype {} cannot hold",
                       shown(found.name), shown(found.dtype)));
  }

  const std::string& stem_;
  Collection& collection_;
  std::vector<Frame> frames_;
  std::optional<NestedNumbers> list_;
  std::vector<Found> found_;
  size_t error_at_ = 0;
};

void append_number(std::string& out, double value, const std::string& text) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value > 0 ? "Infinity" : "-Infinity";
  } else {
    out += text;
    // Python keeps floats apart from ints by the point.
    if (text.find_first_of(".e") == std::string::npos) out += ".0";
  }
}

void append_data(std::string& out, const Tensor& tensor) {
  const DType dtype = tensor.dtype();
  const bool narrow = is_floating(dtype) && dtype != DType::float64;
  bool first = true;
  for (const Scalar& value : to_scalars(contiguous(tensor))) {
    if (!first) out += ", ";
    first = false;
    const double number = value.to_double();
    if (dtype == DType::bool_) {
      out += value.to_bool() ? "true" : "false";
    } else if (!is_floating(dtype)) {
      out += fmt::format("{}", value.to_int());
    } else {
      append_number(out, number,
                    narrow ? fmt::format("{}", static_cast<float>(number))
                           : fmt::format("{}", number));
    }
  }
}

}  // namespace

void read_json(std::string_view text, const std::string& stem,
               Collection& collection) {
  std::string changed;
  if (text.find("NaN") != std::string_view::npos ||
      text.find("Infinity") != std::string_view::npos) {
    changed = with_words_quoted(text);
    text = changed;
  }
  Handler handler(stem, collection);
  if (!json::sax_parse(text, &handler)) {
    const std::string_view before =
        text.substr(0, std::min(handler.error_at(), text.size()));
    refuse(fmt::format("it is not valid JSON: line {} cannot be read{}",
                       1 + std::count(before.begin(), before.end(), '\n'),
                       handler.error_at() > text.size()
                           ? ", or the end of the file is missing"
                           : ""));
  }
  handler.finish();
}

}  // namespace io

std::string write_json(const std::vector<NamedTensor>& tensors) {
  io::check_names(tensors);
  std::string out = "{";
  bool first = true;
  for (const NamedTensor& tensor : tensors) {
    const Tensor& t = tensor.tensor;
    out += first ? "\n" : ",\n";
    first = false;
    out += fmt::format("{}: {{\"shape\": {}, \"dtype\": \"{}\", \"data\": [",
                       io::json(tensor.name).dump(), io::json(t.shape()).dump(),
                       torch_name(t.dtype()).substr(io::kTorchPrefix));
    io::append_data(out, t);
    out += "]}";
  }
  return out + "\n}\n";
}

}  // namespace mha
