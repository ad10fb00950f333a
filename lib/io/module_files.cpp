#include "io/module_files.h"

#include <algorithm>
#include <system_error>

#include "base/error.h"
#include "base/files.h"

namespace mha {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kMostBytes = 1 << 20;

/// Of a name, each part becomes a part of a path: no dots, no slashes, nothing hidden.
bool is_name(std::string_view part) {
  const auto letter = [](char c) {
    return c == '_' || (c & 0x80) != 0 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9');
  };
  return !part.empty() && std::all_of(part.begin(), part.end(), letter);
}

}  // namespace

ModuleFiles::ModuleFiles(fs::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  real_folder_ = fs::canonical(folder_.empty() ? "." : folder_, error);
}

bool ModuleFiles::is_inside(const fs::path& path) const {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error || real_folder_.empty()) return false;
  return std::mismatch(real_folder_.begin(), real_folder_.end(), real.begin(), real.end()).first ==
         real_folder_.end();
}

std::optional<ModuleFiles::Found> ModuleFiles::find(const std::string& module) {
  if (const auto known = known_.find(module); known != known_.end()) return known->second;
  return known_[module] = look_for(module);
}

std::optional<ModuleFiles::Found> ModuleFiles::look_for(std::string_view module) {
  fs::path place = folder_;
  for (size_t begin = 0; begin <= module.size();) {
    const size_t end = std::min(module.find('.', begin), module.size());
    const std::string_view part = module.substr(begin, end - begin);
    if (!is_name(part)) return std::nullopt;
    place /= part;
    begin = end + 1;
  }
  const auto file = [&](const fs::path& path, bool is_package) -> std::optional<Found> {
    std::error_code error;
    if (!fs::is_regular_file(path, error) || !is_inside(path)) return std::nullopt;
    read_.push_back(std::make_shared<Source>(path.string(), read_file(path, kMostBytes)));
    return Found{read_.back(), is_package};
  };
  if (auto found = file(place / "__init__.py", true)) return found;
  if (auto found = file(fs::path(place.string() + ".py"), false)) return found;
  std::error_code error;
  if (fs::is_directory(place, error) && is_inside(place)) return Found{nullptr, true};
  return std::nullopt;
}

}  // namespace mha
