#include "io/npy.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "io/formats.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"

namespace mha::io {
namespace {

constexpr int64_t kLongestNpyHeader = 1 << 20;

struct NpyType {
  char letter;
  int bytes;
  DType dtype;
};
constexpr NpyType kNpyTypes[] = {{'b', 1, DType::bool_},   {'u', 1, DType::uint8},
                           {'i', 1, DType::int8},    {'i', 2, DType::int16},
                           {'i', 4, DType::int32},   {'i', 8, DType::int64},
                           {'f', 2, DType::float16}, {'f', 4, DType::float32},
                           {'f', 8, DType::float64}};

struct Header {
  std::string descr;
  bool fortran_order = false;
  Shape shape;
};

/// Reads the one form of dict that NumPy writes as a header.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : rest_(text) {}

  Header parse() {
    Header header;
    bool has_descr = false, has_order = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      if (key == "descr" && !has_descr) {
        has_descr = true;
        header.descr = descr();
      } else if (key == "fortran_order" && !has_order) {
        has_order = true;
        header.fortran_order = boolean();
      } else if (key == "shape" && !has_shape) {
        has_shape = true;
        header.shape = shape();
      } else {
        bad();
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (!rest_.empty() || !has_descr || !has_order || !has_shape) bad();
    return header;
  }

 private:
  [[noreturn]] static void bad() {
    refuse(
        "its header is not one that NumPy writes ('descr', "
        "'fortran_order', 'shape')");
  }
  void skip_blanks() {
    const size_t at = rest_.find_first_not_of(" \n\t\r");
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
  }
  bool accept(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) bad();
  }
  bool accept_word(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::string string() {
    skip_blanks();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) bad();
    const size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) bad();
    std::string out(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return out;
  }
  /// A list stands for an array of records.
  std::string descr() {
    skip_blanks();
    if (rest_.starts_with('[')) {
      refuse("its elements are records with fields, not numbers",
             "save each field as its own array");
    }
    return string();
  }
  bool boolean() {
    if (accept_word("True")) return true;
    if (!accept_word("False")) bad();
    return false;
  }
  Shape shape() {
    Shape out;
    expect('(');
    while (!accept(')')) {
      skip_blanks();
      int64_t size = 0;
      const auto [end, error] =
          std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (error == std::errc::result_out_of_range) {
        refuse("the shape in its header has a size that no array has");
      }
      if (error != std::errc()) bad();
      rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
      out.push_back(size);
      if (out.size() > kMaxDims) bad();
      // Python 2 wrote 3L.
      if (rest_.starts_with('L')) rest_.remove_prefix(1);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return out;
  }

  std::string_view rest_;
};

/// What a descr of other things than our numbers stands for.
std::string_view describe(char letter) {
  switch (letter) {
    case 'O':
      return "Python objects, which are stored as a pickle";
    case 'c':
      return "complex numbers";
    case 'U':
    case 'S':
    case 'a':
      return "text";
    case 'M':
    case 'm':
      return "dates or times";
    case 'V':
      return "raw bytes (bfloat16 is saved so)";
    case 'u':
      return "unsigned integers, of which PyTorch has only uint8";
    case 'f':
      return "floats of a width that PyTorch does not know";
    default:
      return "of a kind that is not known";
  }
}

DType dtype_of(const std::string& descr, bool& big_endian) {
  std::string_view rest = descr;
  char order = '|';
  if (!rest.empty() &&
      std::string_view("<>|=").find(rest[0]) != std::string_view::npos) {
    order = rest[0];
    rest.remove_prefix(1);
  }
  big_endian = order == '>';
  if (rest == "?") return DType::bool_;
  const char letter = rest.empty() ? ' ' : rest[0];
  for (const NpyType& kind : kNpyTypes) {
    if (letter == kind.letter &&
        rest.substr(1) == fmt::format("{}", kind.bytes)) {
      return kind.dtype;
    }
  }
  refuse(fmt::format("its elements have the dtype {}: {}", shown(descr),
                     describe(letter)),
         letter == 'O' ? "a pickle can run code, so it is never opened; make "
                         "one array of numbers, array.astype('float32')"
                       : "save array.astype('float32') or "
                         "array.astype('int64')");
}

std::string descr_of(DType dtype) {
  for (const NpyType& kind : kNpyTypes) {
    if (kind.dtype == dtype) {
      return fmt::format("{}{}{}", kind.bytes == 1 ? '|' : '<', kind.letter,
                         kind.bytes);
    }
  }
  return "<f4";
}

std::string read_text(ByteStream& stream, int64_t count) {
  std::string out(static_cast<size_t>(count), '\0');
  stream.read(std::as_writable_bytes(std::span(out)));
  return out;
}

Header read_header(ByteStream& stream) {
  const int64_t there = stream.left();
  if (there < 10) refuse("it ends inside the header of a .npy");
  const std::string start = read_text(stream, 8);
  if (!start.starts_with(kNpyMagic)) {
    refuse("it does not begin as a .npy does");
  }
  const int version = static_cast<unsigned char>(start[6]);
  if (version < 1 || version > 3) {
    refuse(fmt::format("it is a .npy of version {}; 1, 2 and 3 are read",
                       version));
  }
  const int width = version == 1 ? 2 : 4;
  const auto length =
      static_cast<int64_t>(little_endian(read_text(stream, width)));
  if (length > stream.left()) refuse("it ends inside the header of a .npy");
  if (length > kLongestNpyHeader) {
    refuse(fmt::format("its header claims {} bytes", length));
  }
  return HeaderParser(read_text(stream, length)).parse();
}

}  // namespace

Tensor read_npy(ByteStream& stream, Collection& collection) {
  Header header = read_header(stream);
  bool big_endian = false;
  const DType dtype = dtype_of(header.descr, big_endian);
  const int64_t bytes = collection.bytes_of(header.shape, dtype);
  if (stream.left() < bytes) {
    refuse(fmt::format("it is cut short: an array of shape {} has {} bytes of "
                       "numbers, and {} are there",
                       shape_text(header.shape), bytes, stream.left()),
           "copy or save the file again");
  }
  if (stream.left() > bytes) {
    refuse(fmt::format("it goes on for {} after the array of shape {}",
                       counted(stream.left() - bytes, "byte"),
                       shape_text(header.shape)),
           "save each array to its own file, or all with np.savez");
  }
  Tensor out = collection.allocate(header.shape, dtype);
  Storage& storage = *out.storage();
  stream.read(std::span(storage.data(), static_cast<size_t>(bytes)));
  put_in_order(storage, dtype, big_endian);
  if (!header.fortran_order || header.shape.size() < 2) return out;
  Shape strides;
  int64_t step = 1;
  for (const int64_t size : header.shape) {
    strides.push_back(step);
    step *= std::max<int64_t>(size, 1);
  }
  return Tensor::over(out.storage(), dtype, header.shape, strides, 0);
}

void read_npy_file(std::string_view bytes, const std::string& stem, Collection& collection) {
  MemoryStream stream(bytes);
  collection.add(stem, read_npy(stream, collection));
}

std::string write_npy(const Tensor& tensor) {
  const Tensor numbers =
      tensor.dtype() == DType::bfloat16 ? to(tensor, DType::float32) : tensor;
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                  descr_of(numbers.dtype()), shape_text(numbers.shape()));
  // The numbers begin at a multiple of 64.
  constexpr size_t kAlignment = 64;
  const size_t before = 10 + header.size() + 1;
  header.append((kAlignment - before % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string out(kNpyMagic);
  out += '\x01';
  out += '\0';
  append_little_endian(out, header.size(), 2);
  return out + header + element_bytes(numbers);
}

}  // namespace mha::io
