#include "render/fold.h"

#include <algorithm>

#include "base/text.h"

namespace mha::render {

namespace {

/// How much of the line fits `width` columns: up to the last space or, if there
/// is none after the line's `beginning`, up to the last sign of code behind which
/// it may go on, or as many characters as fit.
size_t fitting(std::string_view line, int width, size_t beginning) {
  size_t at = 0, blank = 0, sign = 0;
  int used = 0;
  while (at < line.size()) {
    const size_t end = past_character(line, at);
    used += display_width(line.substr(at, end - at));
    if (used > width) return blank > beginning ? blank : sign > beginning ? sign : std::max(at, size_t{1});
    if (line[at] == ' ') blank = at;
    if (std::string_view("([{,").find(line[at]) != std::string_view::npos) sign = end;
    at = end;
  }
  return line.size();
}

/// Where a line's text begins, behind blanks and the bar beside code.
size_t beginning_of(std::string_view line) {
  size_t at = 0;
  while (at < line.size()) {
    const size_t end = past_character(line, at);
    const std::string_view character = line.substr(at, end - at);
    if (character[0] != '\033' && character != " " && character != "│" && character != "|") break;
    at = end;
  }
  return at;
}

}  // namespace

std::string fold(const Style& style, std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    size_t lead = std::min(line.find_first_not_of(' '), line.size());
    // The first row of a tensor begins where its other rows do.
    constexpr std::string_view kTensor = "tensor(";
    if (line.substr(lead).starts_with("tensor([")) {
      lead = std::min(line.find_first_not_of('[', lead + kTensor.size()), line.size()) - 1;
    }
    // A deep indent would leave no room for the rest.
    const size_t indent = std::min(lead + 2, static_cast<size_t>(style.width / 2));
    size_t least = std::max(lead, beginning_of(line));
    int width = style.width;
    while (display_width(line) > width) {
      const size_t cut = fitting(line, width, least);
      out += std::string(line.substr(0, cut)) + "\n" + std::string(indent, ' ');
      line.remove_prefix(cut);
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      width = style.width - static_cast<int>(indent);
      least = 0;
    }
    out += line;
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

}  // namespace mha::render
