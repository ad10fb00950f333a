#include "io/tensor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <new>

#include "base/error.h"
#include "base/text.h"
#include "io/formats.h"
#include "io/npy.h"
#include "io/printed.h"

namespace mha {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return out;
}

std::string_view base_name(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == path.npos ? path : path.substr(slash + 1);
}

/// Whether one of the first two lines, comments apart, is a row of numbers: the
/// first may be headings.
bool is_table(std::string_view text) {
  constexpr std::string_view kInRows = "0123456789+-.eE,; \t\r\"nNaAiIfF";
  for (int line = 0; line < 2 && !text.empty();) {
    const std::string_view row = text.substr(0, text.find('\n'));
    if (row.find_first_not_of(kInRows) == row.npos &&
        row.find_first_of("0123456789") != row.npos) {
      return true;
    }
    line += !trim(row).empty() && !row.starts_with('#');
    text.remove_prefix(std::min(row.size() + 1, text.size()));
  }
  return false;
}

/// UTF-8 from a text that may begin with a byte order mark; PowerShell writes
/// what a program prints as UTF-16.
std::string as_utf8(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) return std::string(bytes.substr(3));
  const bool little = bytes.starts_with("\xff\xfe");
  if (!little && !bytes.starts_with("\xfe\xff")) return std::string(bytes);
  std::string out;
  char32_t high = 0;
  for (size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const auto a = static_cast<unsigned char>(bytes[i]);
    const auto b = static_cast<unsigned char>(bytes[i + 1]);
    const auto unit = static_cast<char32_t>(little ? b << 8 | a : a << 8 | b);
    if (unit >= 0xd800 && unit < 0xdc00) {
      high = unit;
    } else if (unit >= 0xdc00 && unit < 0xe000) {
      append_utf8(
          out, high == 0 ? U'\ufffd'
                         : 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
      high = 0;
    } else {
      append_utf8(out, unit);
    }
  }
  return out;
}

/// What is no file of bytes is text, and no reader of text takes anything else.
template <void (*kRead)(std::string_view, const std::string&, io::Collection&)>
void read_text(std::string_view bytes, const std::string& stem, io::Collection& collection) {
  const std::string text = as_utf8(bytes);
  if (text.find('\0') != text.npos) {
    io::refuse("it is not text: it has bytes that no text has");
  }
  if (trim(text).empty()) io::refuse("there is nothing in it");
  kRead(text, stem, collection);
}

/// Text of a kind that only the text itself can tell.
void read_any(std::string_view text, const std::string& stem, io::Collection& collection) {
  const std::string_view inner = trim(text);
  if (inner.find("tensor(") == inner.npos && inner.find("array(") == inner.npos) {
    if (inner.starts_with('{')) return io::read_json(text, stem, collection);
    if (inner.find('[') == inner.npos && is_table(inner)) {
      return io::read_csv(text, stem, collection);
    }
  }
  io::read_printed(text, collection);
}

bool begins_as_npy(std::string_view bytes) { return bytes.starts_with(io::kNpyMagic); }
bool begins_as_zip(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }
/// A pickle, or an archive of torch.save(), whose first entry is one.
bool begins_as_pt(std::string_view bytes) {
  return bytes.starts_with('\x80') ||
         (begins_as_zip(bytes) && bytes.substr(0, 300).find("/data.pkl") != bytes.npos);
}
bool begins_as_npz(std::string_view bytes) { return begins_as_zip(bytes) && !begins_as_pt(bytes); }
bool begins_as_safetensors(std::string_view bytes) {
  return bytes.size() > 8 && bytes[8] == '{' &&
         io::little_endian(bytes.substr(0, 8)) <= bytes.size() - 8;
}

struct Format {
  /// The first is the usual one.
  std::vector<std::string_view> endings;
  std::string_view what;
  std::string_view help;
  /// Whether the first bytes are surely of this format; null: they cannot tell.
  bool (*begins)(std::string_view bytes);
  void (*read)(std::string_view bytes, const std::string& stem, io::Collection& collection);
  /// Null: it is only read.
  std::string (*write)(const std::vector<NamedTensor>& tensors);
};

const std::vector<Format>& formats() {
  static const std::vector<Format> rows = {
      {{".npy"}, "NumPy's .npy", "save it with np.save(path, array)",
       begins_as_npy, io::read_npy_file, nullptr},
      {{".npz"}, "NumPy's .npz", "save it with np.savez(path, scores=scores)",
       begins_as_npz, io::read_npz, write_npz},
      {{".pt", ".pth"}, "PyTorch's .pt", "save it with torch.save({'scores': scores}, path)",
       begins_as_pt, io::read_pt, write_pt},
      {{".safetensors"}, "a .safetensors",
       "save it with safetensors.torch.save_file({'scores': scores}, path)",
       begins_as_safetensors, io::read_safetensors, write_safetensors},
      {{".json"}, "JSON", "save it with json.dump({'scores': scores.tolist()}, file)",
       nullptr, read_text<io::read_json>, write_json},
      {{".csv"}, "a table", "save it with np.savetxt(path, matrix, delimiter=',')",
       nullptr, read_text<io::read_csv>, nullptr},
      {{".txt"}, "text", "paste what print(scores) shows, with a name before it",
       nullptr, read_text<read_any>, nullptr}};
  return rows;
}

/// The format whose ending the name has, and that ending; null if none has it.
const Format* format_by_ending(std::string_view path, std::string_view& ending) {
  const std::string name = lower(base_name(path));
  for (const Format& format : formats()) {
    for (const std::string_view e : format.endings) {
      if (!name.ends_with(e)) continue;
      ending = e;
      return &format;
    }
  }
  return nullptr;
}

/// The format, if the first bytes make it certain.
const Format* format_by_start(std::string_view bytes) {
  for (const Format& format : formats()) {
    if (format.begins && format.begins(bytes)) return &format;
  }
  return nullptr;
}

/// A reader's error, with the file's name and, if it has none, the format's help.
[[noreturn]] void refuse_file(const std::string& file_name, const Format* format,
                              const std::string& message, const std::string& help) {
  ValueError error(fmt::format("{}: {}", file_name, message));
  error.with_help(help.empty() && format ? std::string(format->help) : help);
  throw error;
}

}  // namespace

bool is_tensor_file(std::string_view path) {
  std::string_view ending;
  return format_by_ending(path, ending) != nullptr;
}

std::vector<std::string> tensor_file_endings() {
  std::vector<std::string> endings;
  for (const Format& format : formats()) endings.emplace_back(format.endings.front());
  return endings;
}

std::vector<std::string> written_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.write) names.emplace_back(format.endings.front().substr(1));
  }
  return names;
}

std::string write_tensors(std::string_view name, const std::vector<NamedTensor>& tensors) {
  for (const Format& format : formats()) {
    if (format.write && format.endings.front().substr(1) == name) return format.write(tensors);
  }
  throw ValueError(fmt::format("{} is no format that tensors are written in", name));
}

std::vector<NamedTensor> read_tensors(const std::string& file_name,
                                      std::string_view bytes) {
  std::string_view ending;
  const Format* const named = format_by_ending(file_name, ending);
  const Format* const told = format_by_start(bytes);
  const Format* const format = named ? named : told;
  std::string stem(base_name(file_name));
  stem.resize(stem.size() - ending.size());
  io::Collection collection;
  try {
    if (bytes.empty()) io::refuse("the file is empty");
    if (told && told != format) {
      io::refuse(fmt::format("it ends in {}, but what it holds begins as {}", ending, told->what),
                 fmt::format("rename it to {}{}", stem, told->endings.front()));
    }
    (format ? format->read : read_text<read_any>)(bytes, stem, collection);
    if (collection.tensors().empty()) io::refuse("there is no tensor in it");
  } catch (const Error& error) {
    refuse_file(file_name, format, error.message(), error.help());
  } catch (const std::bad_alloc&) {
    refuse_file(file_name, format, "there is not memory enough to read it",
                "hand in only the tensors asked for");
  }
  return std::move(collection.tensors());
}

}  // namespace mha
