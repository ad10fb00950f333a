#include "library/library.h"

#include <algorithm>

namespace mha::library {

namespace {

constexpr std::string_view kPython = "python/";
constexpr std::string_view kLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// "Linear" of "class Linear(Module):", "exp" of "exp = lambda a: ..."; empty for a line that
/// defines nothing.
std::string_view defined_name(std::string_view line) {
  for (const std::string_view word : {"class ", "def "}) {
    if (!line.starts_with(word)) continue;
    line.remove_prefix(word.size());
    return line.substr(0, line.find_first_not_of(kLetters));
  }
  const std::string_view name = line.substr(0, line.find_first_not_of(kLetters));
  return line.substr(name.size()).starts_with(" = lambda ") ? name : std::string_view();
}

/// What stands between two definitions at the left margin belongs to the second if it
/// is a comment or a decorator; all that is indented, and what closes a bracket, to the first.
std::vector<Definition> read(const EmbeddedFile& file) {
  std::vector<Definition> found;
  const std::string_view text = file.text;
  size_t head = 0;         // where the comments and decorators before this line begin
  int head_line = 1;
  bool in_head = false, inside = false;
  int number = 1;
  for (size_t at = 0; at < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (const std::string_view name = defined_name(line); !name.empty()) {
      const size_t begin = in_head ? head : at;
      found.push_back({name, &file, in_head ? head_line : number, text.substr(begin, end - begin)});
      inside = true;
      in_head = false;
    } else if (line.starts_with('#') || line.starts_with('@')) {
      if (!in_head) head = at, head_line = number;
      in_head = true;
      inside = false;
    } else if (!line.empty()) {
      const bool goes_on = line.starts_with(' ') || line.starts_with(')');
      inside = inside && goes_on;
      in_head = in_head && goes_on;
      if (inside) {
        const auto begin = static_cast<size_t>(found.back().text.data() - text.data());
        found.back().text = text.substr(begin, end - begin);
      }
    } else if (!inside) {
      in_head = false;
    }
    at = end + 1;
  }
  return found;
}

const std::vector<std::vector<Definition>>& all_definitions() {
  static const std::vector<std::vector<Definition>> every = [] {
    std::vector<std::vector<Definition>> made;
    for (const EmbeddedFile& file : files()) made.push_back(read(file));
    return made;
  }();
  return every;
}

}  // namespace

std::string module_name(const EmbeddedFile& file) {
  std::string name(file.name.substr(0, file.name.rfind('.')));
  if (name.starts_with(kPython)) name.erase(0, kPython.size());
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

const EmbeddedFile* find_module(std::string_view module) {
  std::string path = std::string(module) + ".py";
  std::replace(path.begin(), path.end() - 3, '.', '/');
  for (const EmbeddedFile& file : files()) {
    std::string_view name = file.name;
    if (name.starts_with(kPython)) name.remove_prefix(kPython.size());
    if (name == path) return &file;
  }
  return nullptr;
}

std::vector<Definition> definitions(std::string_view module) {
  const EmbeddedFile* file = find_module(module);
  return file ? all_definitions()[static_cast<size_t>(file - files().data())] : std::vector<Definition>();
}

const Definition* find_definition(std::string_view module, std::string_view name) {
  for (const auto& defined : all_definitions()) {
    if (defined.empty()) continue;
    const std::string of = module_name(*defined.front().file);
    if (of != module && !of.starts_with(std::string(module) + ".")) continue;
    for (const Definition& d : defined)
      if (d.name == name) return &d;
  }
  return nullptr;
}

std::string first_sentence(const EmbeddedFile& file) {
  std::string_view text = file.text;
  if (!text.starts_with("\"\"\"")) return "";
  text.remove_prefix(3);
  // A sentence ends at a full stop before a blank, a new line or the end of the text.
  std::string out;
  for (const char c : text.substr(0, std::min(text.find("\n\n"), text.find("\"\"\"")))) {
    if ((c == ' ' || c == '\n') && out.ends_with('.')) break;
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace mha::library
