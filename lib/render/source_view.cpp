#include "render/source_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "library/library.h"
#include "render/fold.h"

namespace mha::render {

namespace {

std::string wrapped(const Style& style, const std::string& text, int indent) {
  return hung(std::string(static_cast<size_t>(indent), ' '), wrap(fit_charset(style, text), style.text_width() - indent));
}

/// The names that a module defines for others.
std::string public_names(const std::string& module) {
  std::vector<std::string> names;
  for (const library::Definition& d : library::definitions(module)) {
    if (!d.name.starts_with('_')) names.emplace_back(d.name);
  }
  return join(names, ", ");
}

std::string page_text(const Style& style, const std::string& module) {
  const EmbeddedFile* file = library::find_module(module);
  const std::string names = public_names(module);
  if (names.empty()) return "";
  return paint(style, Role::strong, module) + "\n" + wrapped(style, library::first_sentence(*file), 2) +
         paint(style, Role::faint, wrapped(style, names, 4));
}

std::string built_in_text(const Style& style, const torch::Listing& listing) {
  std::string out = wrapped(style, listing.name + " is built in: it is C++, so there is no page of it to read.", 0);
  for (const std::string& s : listing.signatures) {
    for (const std::string& line : split_lines(fold(style, "  " + s))) out += paint_code(style, line) + "\n";
  }
  return out + wrapped(style, listing.about, 0);
}

/// A line that is too wide, with the comment behind its code moved nearer.
std::string narrowed(std::string line, int width) {
  const size_t gap = line.find("   #");
  const size_t code = line.find_last_not_of(' ', gap);
  if (display_width(line) <= width || gap == std::string::npos || code == std::string::npos) return line;
  return line.replace(code + 1, line.find('#', gap) - code - 1, "  ");
}

}  // namespace

std::string numbered_lines(const Style& style, const Source& source, int first, int last, LongLines long_lines,
                           const std::function<std::string(int)>& below) {
  const bool folds = long_lines == LongLines::folded;
  Style room = style;
  room.width = std::max(style.width - 7, 20);
  // Painted as a whole, for strings that go over several lines.
  std::string whole;
  for (int n = first; n <= last; ++n) {
    const std::string line = harmless(std::string(source.line(n)));
    whole += (folds ? narrowed(line, room.width) : line) + "\n";
  }
  std::vector<std::string> lines = split_lines(paint_code(style, whole));
  lines.resize(static_cast<size_t>(std::max(last - first + 1, 0)));
  const std::string bar = paint(style, Role::faint, style.unicode ? "│" : "|");
  std::string out;
  for (int n = first; n <= last; ++n) {
    const std::string& line = lines[static_cast<size_t>(n - first)];
    std::string margin = fmt::format("{:>4} ", n) + bar;
    for (const std::string& row : split_lines((folds ? fold(room, line) : line) + "\n")) {
      out += margin + (row.empty() ? "" : " ") + row + "\n";
      margin = "     " + bar;
    }
    if (below) out += below(n);
  }
  return out;
}

std::string source_text(const Style& style, const torch::Listing& listing) {
  if (listing.source) {
    const std::string where = fmt::format("{}, line {}", listing.source->name(), listing.first_line);
    return paint(style, Role::heading, fit_charset(style, listing.name)) + "\n" +
           paint(style, Role::faint, fit_charset(style, where)) + "\n" +
           numbered_lines(style, *listing.source, listing.first_line, listing.last_line, LongLines::folded);
  }
  if (listing.pages.empty()) return built_in_text(style, listing);
  std::string out = wrapped(style, listing.name + " has these pages to read:", 0);
  for (const std::string& module : listing.pages) out += page_text(style, module);
  return out;
}

std::string source_index(const Style& style) {
  std::vector<std::string> modules;
  for (const EmbeddedFile& file : library::files()) {
    const std::string module = library::module_name(file);
    if (module.find("._") == std::string::npos && !module.starts_with('_')) modules.push_back(module);
  }
  std::sort(modules.begin(), modules.end());
  std::string out = wrapped(style, "These pages are Python and can be read: `source nn.MultiheadAttention` prints "
                                   "one class or function, `source torch.nn.modules.linear` a whole page.", 0) + "\n";
  for (const std::string& module : modules) out += page_text(style, module);
  return out;
}

}  // namespace mha::render
