#include "render/page/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/text.h"

namespace mha::render {

namespace {

constexpr std::array<std::pair<int, const char*>, 5> kAttributes = {
    {{1, "bold"}, {2, "faint"}, {3, "italic"}, {4, "underline"}, {7, "inverse"}}};

/// The classes of a sequence such as "1;38;2;53;116;210"; of "0" or "", none.
std::string classes_of(const std::string& sequence) {
  std::vector<int> numbers;
  for (size_t at = 0; at < sequence.size(); at = std::min(sequence.find(';', at), sequence.size()) + 1) {
    numbers.push_back(std::atoi(sequence.c_str() + at));
  }
  std::string classes;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == 38 && i + 4 < numbers.size() && numbers[i + 1] == 2) {
      classes += fmt::format(" ink-{:02x}{:02x}{:02x}", numbers[i + 2], numbers[i + 3], numbers[i + 4]);
      i += 4;
      continue;
    }
    for (const auto& [number, name] : kAttributes) {
      if (numbers[i] == number) classes += std::string(" ") + name;
    }
  }
  return classes.empty() ? "" : classes.substr(1);
}

}  // namespace

Style html_style(int width) {
  Style style;
  style.colour = true;
  style.colours = pictures::Colours::all;
  style.width = width;
  return style;
}

std::string html_of(std::string_view text) {
  std::string out;
  bool open = false;
  while (!text.empty()) {
    const size_t escape = std::min(text.find('\033'), text.size());
    out += html_escaped(text.substr(0, escape));
    text.remove_prefix(escape);
    if (text.empty()) break;
    const size_t end = text.starts_with("\033[") ? text.find_first_not_of("0123456789;", 2) : 0;
    if (end == 0 || end == std::string_view::npos) {
      text.remove_prefix(1);
      continue;
    }
    if (text[end] == 'm') {
      const std::string classes = classes_of(std::string(text.substr(2, end - 2)));
      if (open) out += "</span>";
      open = !classes.empty();
      if (open) out += "<span class=\"" + classes + "\">";
    }
    text.remove_prefix(end + 1);
  }
  return out + (open ? "</span>" : "");
}

std::string html_page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body class=\"alone\">\n{}</body>\n</html>\n",
      html_escaped(title), page_files()[0].text, body);
}

}  // namespace mha::render
