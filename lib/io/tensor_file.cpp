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

enum class Format { npy, npz, pt, safetensors, json, csv, text, unknown };

struct FormatRow {
  std::string_view ending;
  Format format;
  std::string_view what;
  std::string_view help;
};
constexpr FormatRow kFormats[] = {
    {".npy", Format::npy, "NumPy's .npy", "save it with np.save(path, array)"},
    {".npz", Format::npz, "NumPy's .npz",
     "save it with np.savez(path, scores=scores)"},
    {".pt", Format::pt, "PyTorch's .pt",
     "save it with torch.save({'scores': scores}, path)"},
    {".pth", Format::pt, "PyTorch's .pt",
     "save it with torch.save({'scores': scores}, path)"},
    {".safetensors", Format::safetensors, "a .safetensors",
     "save it with safetensors.torch.save_file({'scores': scores}, path)"},
    {".json", Format::json, "JSON",
     "save it with json.dump({'scores': scores.tolist()}, file)"},
    {".csv", Format::csv, "a table",
     "save it with np.savetxt(path, matrix, delimiter=',')"},
    {".txt", Format::text, "text",
     "paste what print(scores) shows, with a name before it"}};

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

const FormatRow* row_by_ending(std::string_view path) {
  const std::string name = lower(base_name(path));
  for (const FormatRow& row : kFormats) {
    if (name.ends_with(row.ending)) return &row;
  }
  return nullptr;
}

const FormatRow& row_of(Format format) {
  return *std::find_if(
      std::begin(kFormats), std::end(kFormats),
      [&](const FormatRow& row) { return row.format == format; });
}

/// The format, if the first bytes make it certain.
Format format_by_start(std::string_view bytes) {
  if (bytes.starts_with(io::kNpyMagic)) return Format::npy;
  if (bytes.starts_with("PK\x03\x04")) {
    // torch.save()'s first entry is its pickle.
    return bytes.substr(0, 300).find("/data.pkl") != bytes.npos ? Format::pt
                                                                : Format::npz;
  }
  if (bytes.starts_with('\x80')) return Format::pt;
  if (bytes.size() > 8 && bytes[8] == '{' &&
      io::little_endian(bytes.substr(0, 8)) <= bytes.size() - 8) {
    return Format::safetensors;
  }
  return Format::unknown;
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

/// Which kind of text it is.
Format format_by_text(std::string_view text) {
  if (text.find("tensor(") == text.npos && text.find("array(") == text.npos) {
    if (text.starts_with('{')) return Format::json;
    if (text.find('[') == text.npos && is_table(text)) return Format::csv;
  }
  return Format::text;
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

void read_text(std::string_view text, Format format, const std::string& stem,
               io::Collection& collection) {
  if (text.find('\0') != text.npos) {
    io::refuse("it is not text: it has bytes that no text has");
  }
  if (trim(text).empty()) io::refuse("there is nothing in it");
  if (format == Format::text || format == Format::unknown) {
    format = format_by_text(trim(text));
  }
  if (format == Format::json) {
    io::read_json(text, stem, collection);
  } else if (format == Format::csv) {
    io::read_csv(text, stem, collection);
  } else {
    io::read_printed(text, collection);
  }
}

void read_as(Format format, std::string_view bytes, const std::string& stem,
             io::Collection& collection) {
  switch (format) {
    case Format::npy: {
      io::MemoryStream stream(bytes);
      collection.add(stem, io::read_npy(stream, collection));
      break;
    }
    case Format::npz:
      io::read_npz(bytes, collection);
      break;
    case Format::pt:
      io::read_pt(bytes, stem, collection);
      break;
    case Format::safetensors:
      io::read_safetensors(bytes, collection);
      break;
    default:
      read_text(as_utf8(bytes), format, stem, collection);
  }
}

/// A reader's error, with the file's name and, if it has none, help.
[[noreturn]] void refuse_file(const std::string& file_name, Format format,
                              const std::string& message,
                              const std::string& help) {
  ValueError error(fmt::format("{}: {}", file_name, message));
  error.with_help(!help.empty()               ? help
                  : format != Format::unknown ? std::string(row_of(format).help)
                                              : "");
  throw error;
}

}  // namespace

bool is_tensor_file(std::string_view path) {
  return row_by_ending(path) != nullptr;
}

std::vector<NamedTensor> read_tensors(const std::string& file_name,
                                      std::string_view bytes) {
  const FormatRow* const named = row_by_ending(file_name);
  const Format told = format_by_start(bytes);
  const Format format = named != nullptr ? named->format : told;
  std::string stem(base_name(file_name));
  if (named != nullptr) stem.resize(stem.size() - named->ending.size());
  io::Collection collection;
  try {
    if (bytes.empty()) io::refuse("the file is empty");
    if (told != Format::unknown && told != format) {
      io::refuse(fmt::format("it ends in {}, but what it holds begins as {}",
                             named->ending, row_of(told).what),
                 fmt::format("rename it to {}{}", stem, row_of(told).ending));
    }
    read_as(format, bytes, stem, collection);
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
