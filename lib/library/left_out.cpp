#include "library/left_out.h"

#include <algorithm>

#include "base/text.h"

namespace mha::library {

namespace {

using Names = std::map<std::string, std::string, std::less<>>;
using Owners = std::map<std::string, Names, std::less<>>;

/// "`enum`: use plain names", as it stands behind the dash.
void add(Names& names, std::string_view item) {
  const size_t close = item.rfind('`');
  std::string_view rest = item.substr(1, close - 1), advice = item.substr(close + 1);
  if (advice.starts_with(": ")) advice.remove_prefix(2);
  while (!rest.empty()) {
    const size_t blank = std::min(rest.find(' '), rest.size());
    names.emplace(rest.substr(0, blank), advice);
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
}

const Owners& all() {
  static const Owners owners = [] {
    Owners made;
    std::string heading, item;
    const auto end_item = [&] {
      if (!item.empty()) add(made[heading], item);
      item.clear();
    };
    for (const std::string& line : split_lines(left_out_page().front().text)) {
      if (line.starts_with("  ") && !item.empty()) {
        item += line.substr(1);
        continue;
      }
      end_item();
      if (line.starts_with("## ")) heading = line.substr(3);
      if (line.starts_with("- ")) item = line.substr(2);
    }
    end_item();
    return made;
  }();
  return owners;
}

}  // namespace

const std::string* left_out(std::string_view owner, std::string_view name) {
  const auto names = all().find(owner);
  if (names == all().end()) return nullptr;
  const auto found = names->second.find(name);
  return found == names->second.end() ? nullptr : &found->second;
}

bool leaves_out(std::string_view owner) { return all().contains(owner); }

}  // namespace mha::library
