// The .safetensors reader of formats.h and writer of tensor_file.h.
// .safetensors: eight bytes of length, a JSON header, the numbers.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/formats.h"

namespace mha {
namespace io {
namespace {

using nlohmann::json;

constexpr int64_t kLongestSafetensorsHeader = 16 << 20;
constexpr const char* kMetadata = "__metadata__";

struct SafetensorsType {
  std::string_view name;
  DType dtype;
};
constexpr SafetensorsType kSafetensorsTypes[] = {{"BOOL", DType::bool_},  {"U8", DType::uint8},
                           {"I8", DType::int8},     {"I16", DType::int16},
                           {"I32", DType::int32},   {"I64", DType::int64},
                           {"F16", DType::float16}, {"BF16", DType::bfloat16},
                           {"F32", DType::float32}, {"F64", DType::float64}};

struct Described {
  std::string name;
  DType dtype = DType::float32;
  Shape shape;
  int64_t begin = 0;
  int64_t end = 0;
};

/// How many names the outermost object has, and its nesting depth, which the
/// parser does not report.
struct Outline {
  int64_t names = 0;
  int depth = 0;
};

Outline outline_of(std::string_view text) {
  Outline out;
  int depth = 0;
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') inside = !inside;
    if (inside) {
      i += c == '\\';
      continue;
    }
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    out.depth = std::max(out.depth, depth);
    out.names += c == ':' && depth == 1;
  }
  return out;
}

/// The header as JSON, each name once, not too deep.
json parse_header(std::string_view text) {
  const Outline outline = outline_of(text);
  if (outline.depth > kMaxDepth) refuse("its header is nested too deeply");
  if (outline.names > kMaxTensors) {
    refuse(fmt::format("it holds more than {} tensors", kMaxTensors));
  }
  json header;
  try {
    header = json::parse(text);
  } catch (const json::parse_error& error) {
    refuse(fmt::format("its header is not valid JSON (at its byte {})", error.byte));
  } catch (const json::exception&) {  // 1e999, which is JSON
    refuse("its header has a number that is out of reach");
  }
  if (!header.is_object()) refuse("its header is not a JSON object");
  if (outline.names != static_cast<int64_t>(header.size())) {
    refuse("its header has a tensor's name twice");
  }
  return header;
}

int64_t natural(const json& value, const std::string& name) {
  if (value.is_number_unsigned() && value.get<uint64_t>() < INT64_MAX) {
    return value.get<int64_t>();
  }
  if (value.is_number_integer() && !value.is_number_unsigned()) {
    refuse(fmt::format("the header of {} has a negative number", shown(name)));
  }
  refuse(
      fmt::format("the header of {} has a size that is not a whole number in "
                  "reach",
                  shown(name)));
}

Described describe(const std::string& name, const json& entry) {
  Described out;
  out.name = name;
  const auto part = [&](const char* key) -> const json& {
    const auto at = entry.find(key);
    if (at == entry.end()) {
      refuse(fmt::format("the header of {} has no {}", shown(name), key));
    }
    return *at;
  };
  if (!entry.is_object() || !part("dtype").is_string() ||
      !part("shape").is_array() || !part("data_offsets").is_array() ||
      part("data_offsets").size() != 2) {
    refuse(
        fmt::format("the header of {} is not of the form that "
                    "safetensors have",
                    shown(name)));
  }
  const std::string& dtype = part("dtype").get_ref<const std::string&>();
  const auto kind =
      std::find_if(std::begin(kSafetensorsTypes), std::end(kSafetensorsTypes),
                   [&](const SafetensorsType& k) { return k.name == dtype; });
  if (kind == std::end(kSafetensorsTypes)) {
    refuse(fmt::format("{} has the dtype {}, which is not read", shown(name),
                       shown(dtype)),
           "save it as float32: save_file({name: x.float()}, path)");
  }
  out.dtype = kind->dtype;
  for (const json& size : part("shape")) {
    out.shape.push_back(natural(size, name));
  }
  out.begin = natural(part("data_offsets")[0], name);
  out.end = natural(part("data_offsets")[1], name);
  return out;
}

bool lies_before(const Described& a, const Described& b) {
  return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
}

/// The tensors must fill the bytes, one after another.
void check_ranges(const std::vector<Described>& tensors, int64_t there,
                  const Collection& collection) {
  std::vector<const Described*> order;
  for (const Described& tensor : tensors) {
    const int64_t bytes = collection.bytes_of(tensor.shape, tensor.dtype);
    if (tensor.begin > tensor.end || tensor.end > there) {
      refuse(fmt::format("{} should lie in bytes {} to {}, of {} that are "
                         "there: the file is cut short or damaged",
                         shown(tensor.name), tensor.begin, tensor.end, there),
             "copy or save the file again");
    }
    if (tensor.end - tensor.begin != bytes) {
      refuse(
          fmt::format("{} has the shape {}, which takes {} bytes, but {} "
                      "are given to it",
                      shown(tensor.name), shape_text(tensor.shape), bytes,
                      tensor.end - tensor.begin));
    }
    order.push_back(&tensor);
  }
  std::sort(order.begin(), order.end(),
            [](const auto* a, const auto* b) { return lies_before(*a, *b); });
  int64_t at = 0;
  for (const Described* tensor : order) {
    if (tensor->begin < at) {
      refuse(fmt::format("{} lies over the numbers of another tensor",
                         shown(tensor->name)));
    }
    if (tensor->begin > at) {
      refuse(fmt::format("no tensor has the {} before {}",
                         counted(tensor->begin - at, "byte"),
                         shown(tensor->name)));
    }
    at = tensor->end;
  }
  if (at != there) {
    refuse(fmt::format("no tensor has the {} at its end",
                       counted(there - at, "byte")));
  }
}

}  // namespace

void read_safetensors(std::string_view bytes, const std::string&, Collection& collection) {
  constexpr size_t kStart = 8;
  if (bytes.size() < kStart) refuse("it ends inside its first eight bytes");
  const uint64_t length = little_endian(bytes.substr(0, kStart));
  bytes.remove_prefix(kStart);
  if (length > bytes.size()) {
    refuse(fmt::format("its header claims {} bytes and {} are there: the file "
                       "is cut short or is none of safetensors",
                       length, bytes.size()),
           "copy the file again, or save it with safetensors' save_file()");
  }
  if (length > kLongestSafetensorsHeader) {
    refuse(fmt::format("its header claims {} bytes", length));
  }
  const json header = parse_header(bytes.substr(0, length));
  bytes.remove_prefix(length);
  std::vector<Described> tensors;
  for (const auto& [name, entry] : header.items()) {
    if (name != kMetadata) tensors.push_back(describe(name, entry));
  }
  check_ranges(tensors, static_cast<int64_t>(bytes.size()), collection);
  std::sort(tensors.begin(), tensors.end(), lies_before);
  for (const Described& described : tensors) {
    Tensor tensor = collection.allocate(described.shape, described.dtype);
    const auto count = static_cast<size_t>(described.end - described.begin);
    MemoryStream stream(
        bytes.substr(static_cast<size_t>(described.begin), count));
    stream.read(std::span(tensor.storage()->data(), count));
    put_in_order(*tensor.storage(), described.dtype, /*big_endian=*/false);
    collection.add(described.name, std::move(tensor));
  }
}

}  // namespace io

std::string write_safetensors(const std::vector<NamedTensor>& tensors) {
  io::check_names(tensors);
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  std::string numbers;
  for (const NamedTensor& tensor : tensors) {
    if (tensor.name == io::kMetadata) {
      io::refuse("no tensor of a .safetensors can be named '__metadata__'");
    }
    const size_t begin = numbers.size();
    numbers += io::element_bytes(tensor.tensor);
    for (const io::SafetensorsType& kind : io::kSafetensorsTypes) {
      if (kind.dtype != tensor.tensor.dtype()) continue;
      header[tensor.name] = {{"dtype", kind.name},
                             {"shape", tensor.tensor.shape()},
                             {"data_offsets", {begin, numbers.size()}}};
    }
  }
  std::string text = header.dump();
  // The numbers begin at a multiple of 8.
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string out;
  io::append_little_endian(out, text.size(), 8);
  return out + text + numbers;
}

}  // namespace mha
