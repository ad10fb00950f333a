#include "io/program_folder.h"

#include <algorithm>
#include <system_error>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"

namespace mha {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kMostOfModule = 1 << 20, kMostOfText = 1 << 26;

/// Of a name, each part becomes a part of a path: no dots, no slashes, nothing hidden.
bool is_name(std::string_view part) {
  const auto letter = [](char c) {
    return c == '_' || (c & 0x80) != 0 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9');
  };
  return !part.empty() && std::all_of(part.begin(), part.end(), letter);
}

/// Whether a path leads out of the folder that it starts in.
bool is_above(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  return plain.is_absolute() || (!plain.empty() && *plain.begin() == "..");
}

/// Where a module of that name would be, without an ending; nothing if it is no name.
std::optional<fs::path> place_of(fs::path folder, std::string_view module) {
  for (size_t begin = 0; begin <= module.size();) {
    const size_t end = std::min(module.find('.', begin), module.size());
    const std::string_view part = module.substr(begin, end - begin);
    if (!is_name(part)) return std::nullopt;
    folder /= part;
    begin = end + 1;
  }
  return folder;
}

}  // namespace

ProgramFolder::ProgramFolder(fs::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  real_folder_ = fs::canonical(folder_.empty() ? "." : folder_, error);
}

bool ProgramFolder::is_inside(const fs::path& path) const {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error || real_folder_.empty()) return false;
  return std::mismatch(real_folder_.begin(), real_folder_.end(), real.begin(), real.end()).first ==
         real_folder_.end();
}

std::optional<ProgramFolder::Found> ProgramFolder::find_module(const std::string& module) {
  if (const auto known = known_.find(module); known != known_.end()) return known->second;
  return known_[module] = look_for(module);
}

std::string ProgramFolder::text_of(const std::string& path) const {
  std::string text = bytes_of(path);
  if (!is_valid_utf8(text)) {
    throw Refusal("'" + path + "' is not text in UTF-8, and bytes are not part of the language here")
        .with_help(path.ends_with(".safetensors")
                       ? "from safetensors.torch import load_file reads it"
                       : "numbers of .npy, .pt and .safetensors files can be checked with `mha-tutor check`");
  }
  return text;
}

std::string ProgramFolder::bytes_of(const std::string& path) const {
  const fs::path place = folder_ / path;
  std::error_code error;
  const bool exists = fs::exists(place, error);
  if (exists ? !is_inside(place) : is_above(path)) {
    throw Refusal("'" + path + "' is not in the program's folder, and other files are not opened here")
        .with_help("put a copy of it beside the program");
  }
  // In the words of the program: the folder is not part of what it opens.
  const auto fail = [&](const char* kind, const std::string& message) -> Error {
    return Error(kind, message + ": '" + path + "'");
  };
  if (!exists) {
    const bool inside = is_inside(place.parent_path().empty() ? "." : place.parent_path());
    const std::string guess =
        did_you_mean(place.filename().string(), inside ? entries_in(place.parent_path()) : std::vector<std::string>());
    throw fail("FileNotFoundError", "[Errno 2] No such file or directory")
        .with_help(guess.empty() ? "a program opens the files of its own folder: put it there" : guess);
  }
  if (fs::is_directory(place, error)) throw fail("IsADirectoryError", "[Errno 21] Is a directory");
  return read_file(place, kMostOfText);
}

std::optional<ProgramFolder::Found> ProgramFolder::look_for(std::string_view module) {
  const std::optional<fs::path> named = place_of(folder_, module);
  if (!named) return std::nullopt;
  const fs::path& place = *named;
  const auto file = [&](const fs::path& path, bool is_package) -> std::optional<Found> {
    std::error_code error;
    if (!fs::is_regular_file(path, error) || !is_inside(path)) return std::nullopt;
    read_.push_back(std::make_shared<Source>(path.string(), read_file(path, kMostOfModule)));
    return Found{read_.back(), is_package};
  };
  if (auto found = file(place / "__init__.py", true)) return found;
  if (auto found = file(fs::path(place.string() + ".py"), false)) return found;
  std::error_code error;
  if (fs::is_directory(place, error) && is_inside(place)) return Found{nullptr, true};
  return std::nullopt;
}

std::vector<std::string> ProgramFolder::beside(const std::string& module) const {
  const std::string package = module.substr(0, module.rfind('.') + 1);  // "models.", or nothing
  std::vector<std::string> names;
  std::error_code error;
  const auto place = place_of(folder_, module);
  if (!place) return names;
  const fs::path folder = place->has_parent_path() ? place->parent_path() : ".";
  if (!is_inside(folder)) return names;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string stem = it->path().stem().string();
    const bool is_module = it->path().extension() == ".py" || (it->is_directory(error) && it->path().extension().empty());
    if (is_module && is_name(stem) && stem != "__init__" && is_inside(it->path())) names.push_back(package + stem);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace mha
