#include "lesson/course/models.h"

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "lesson/course/embedded.h"

namespace mha::lesson {

namespace {

constexpr std::string_view kFolder = "models/", kProgram = ".py", kTrained = ".safetensors";
constexpr int64_t kMostBytes = 1 << 20;

bool is_ours(std::string_view name) {
  return name.starts_with(kFolder) && (name.ends_with(kProgram) || name.ends_with(kTrained));
}

/// "models/sentences.py" -> "sentences".
std::string stem_of(std::string_view program) {
  return std::string(program.substr(kFolder.size(), program.size() - kFolder.size() - kProgram.size()));
}

}  // namespace

std::shared_ptr<const Models> Models::built_in() {
  static const std::shared_ptr<const Models> models = [] {
    auto made = std::make_shared<Models>();
    for (const EmbeddedFile& file : embedded_lessons()) {
      if (is_ours(file.name)) made->files_.emplace(file.name, file.text);
    }
    return made;
  }();
  return models;
}

std::shared_ptr<const Models> Models::beside(const std::filesystem::path& lessons) {
  auto made = std::make_shared<Models>();
  for (const std::string& file : entries_in(lessons / "models")) {
    const std::string name = std::string(kFolder) + file;
    if (is_ours(name)) made->files_.emplace(name, read_file(lessons / name, kMostBytes));
  }
  return made;
}

std::vector<std::string> Models::names() const {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files_) {
    if (name.ends_with(kProgram) && files_.count(std::string(kFolder) + stem_of(name) + std::string(kTrained))) {
      names.push_back(stem_of(name));
    }
  }
  return names;
}

void Models::add(lang::Interpreter& interp, std::shared_ptr<const Models> models) {
  interp.add_module("models", [](lang::Interpreter&, lang::ModuleObject&) {});
  for (const auto& [name, text] : models->files_) {
    if (name.ends_with(kProgram)) interp.add_module("models." + stem_of(name), std::make_shared<Source>(name, text));
  }
  interp.read_bytes = [models = std::move(models)](const std::string& path) {
    const auto file = models->files_.find(path);
    if (file != models->files_.end()) return file->second;
    std::vector<std::string> names;
    for (const auto& entry : models->files_) names.push_back(entry.first);
    throw Error("FileNotFoundError", "No such file or directory: " + path).with_help(did_you_mean(path, names));
  };
}

}  // namespace mha::lesson
