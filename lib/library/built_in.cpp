// The lines of built_in.md.

#include <map>
#include <string>
#include <vector>

#include "library/library.h"

namespace mha::library {

namespace {

using Notes = std::map<std::string, Note, std::less<>>;

/// "- `len(x)`: How many items x has." under "## Python".
void read_line(std::string_view line, const std::vector<std::string>& owners, Notes& notes) {
  constexpr std::string_view kBegin = "- `", kEnd = "`: ";
  if (!line.starts_with(kBegin)) return;
  line.remove_prefix(kBegin.size());
  const size_t end = line.find(kEnd);
  if (end == std::string_view::npos) return;
  const std::string_view call = line.substr(0, end);
  const std::string_view name = call.substr(0, call.find('('));
  const Note note{name.size() < call.size() ? call : std::string_view(), std::string(line.substr(end + kEnd.size()))};
  for (const std::string& owner : owners) {
    notes.try_emplace((owner == "Python" ? "" : owner + ".") + std::string(name), note);
  }
}

const Notes& all_notes() {
  static const Notes notes = [] {
    Notes made;
    std::vector<std::string> owners;
    std::string_view rest = built_in().front().text;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      constexpr std::string_view kHeading = "## ";
      if (!line.starts_with(kHeading)) {
        read_line(line, owners, made);
        continue;
      }
      owners.clear();
      for (std::string_view names = line.substr(kHeading.size()); !names.empty();) {
        const size_t comma = std::min(names.find(", "), names.size());
        owners.emplace_back(names.substr(0, comma));
        names.remove_prefix(std::min(comma + 2, names.size()));
      }
    }
    return made;
  }();
  return notes;
}

}  // namespace

std::optional<Note> find_note(std::string_view name) {
  if (const auto found = all_notes().find(name); found != all_notes().end()) return found->second;
  // relu_ is relu, but in place.
  if (!name.starts_with("torch.") || !name.ends_with('_')) return std::nullopt;
  const auto found = all_notes().find(name.substr(0, name.size() - 1));
  if (found == all_notes().end()) return std::nullopt;
  return Note{"", found->second.text + " In place: the tensor itself changes."};
}

std::vector<std::string> noted_names() {
  std::vector<std::string> names;
  for (const auto& [name, note] : all_notes()) names.push_back(name);
  return names;
}

}  // namespace mha::library
