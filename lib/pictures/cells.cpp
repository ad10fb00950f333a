#include "pictures/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <array>
#include <cmath>

#include "base/text.h"

namespace mha::pictures {

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // Small numbers are told in decimals, which learners read: 0.000053.
  const double size = std::abs(value);
  if (size >= 1e-7 && size < 1e-4) {
    const int decimals = 1 - static_cast<int>(std::floor(std::log10(size)));  // two digits that count
    return fmt::format("{:.{}f}", value, decimals);
  }
  // Pictures show -0.0 as 0.
  return fmt::format("{:.4g}", value == 0 ? 0.0 : value);
}

std::string readable_numbers(const std::string& text) {
  constexpr size_t kMostDecimals = 9;
  constexpr std::string_view kDigits = "0123456789";
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t point = std::min(text.find_first_not_of(kDigits, at), text.size());
    const size_t end = std::min(text.find_first_not_of(kDigits, point + 1), text.size());
    // A number with decimals, not a part of a name or version.
    const bool begins = at == 0 || (!std::isalnum(static_cast<unsigned char>(text[at - 1])) && text[at - 1] != '.');
    const bool number = begins && point > at && point < text.size() && text[point] == '.' &&
                        end - point - 1 > kMostDecimals && (end == text.size() || text[end] != 'e');
    if (!number) {
      out += text[at++];
      continue;
    }
    std::string shown = fmt::format("{:.4f}", std::stod(text.substr(at, end - at)));
    while (shown.ends_with('0') && !shown.ends_with(".0")) shown.pop_back();
    out += shown;
    at = end;
  }
  return out;
}

std::string padded_left(const std::string& text, int width) {
  return std::string(static_cast<size_t>(std::max(0, width - display_width(text))), ' ') + text;
}

std::string padded_right(const std::string& text, int width) {
  return text + std::string(static_cast<size_t>(std::max(0, width - display_width(text))), ' ');
}

std::string shortened(const Style& style, const std::string& text, int width) {
  if (display_width(text) <= width) return text;
  const std::string more = style.unicode ? "…" : ".";
  size_t end = 0;
  for (size_t next = 0; next < text.size(); next = past_character(text, next)) {
    if (display_width(std::string_view(text).substr(0, next)) + 1 > width) break;
    end = next;
  }
  return text.substr(0, end) + more;
}

std::string coloured(const Style& style, const std::string& parameters, const std::string& text) {
  return style.colour && !text.empty() && !parameters.empty() ? "\033[" + parameters + "m" + text + "\033[0m" : text;
}

std::string sentence(const Style& style, const std::string& text, int indent) {
  std::string out;
  const std::string margin(static_cast<size_t>(indent), ' ');
  for (const std::string& line : wrap(fit_charset(style, text), std::min(style.text_width(), style.width - 1) - indent)) {
    // Code can be longer than a line and has no blank to break it at.
    out += (out.empty() ? "" : margin) + shortened(style, line, style.width - 1 - indent) + "\n";
  }
  return out;
}

std::string hung(const std::string& lead, const std::vector<std::string>& lines, int indent) {
  const std::string below(static_cast<size_t>(indent < 0 ? display_width(lead) : indent), ' ');
  std::string out;
  for (const std::string& line : lines) out += line.empty() ? "\n" : (out.empty() ? lead : below) + line + "\n";
  return out;
}

std::string without_trailing_blanks(const std::string& text) {
  std::string out;
  for (std::string line : split_lines(text)) {
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
  }
  return out;
}

std::string bar(const Style& style, double part, int columns) {
  static constexpr std::array<const char*, 8> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  static constexpr std::array<const char*, 4> kDensities = {"", ".", ":", "o"};
  const int steps = style.unicode ? 8 : 4;
  const int all = columns * steps;
  int filled = static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * all));
  // If there are enough steps, a small share shows more than a zero share.
  if (filled == 0 && part >= kNothing && all >= 8) filled = 1;
  std::string out;
  for (int i = 0; i < filled / steps; ++i) out += style.unicode ? "█" : "#";
  const auto rest = static_cast<size_t>(filled % steps);
  return padded_right(out + (style.unicode ? kEighths[rest] : kDensities[rest]), columns);
}

std::string plural(int64_t n, const std::string& one) {
  return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

namespace {

/// The number of decimals with which a number of that size has about four
/// digits.
int decimals_for(double largest) {
  if (largest >= 1000) return 0;
  if (largest >= 100) return 1;
  if (largest >= 1) return 2;
  if (largest >= 0.01) return 3;
  return 5;
}

}  // namespace

std::vector<std::string> number_cells(const std::vector<double>& values) {
  double largest = 0;
  for (const double v : values) {
    if (std::isfinite(v)) largest = std::max(largest, std::abs(v));
  }
  if (largest >= 1e6 || (largest > 0 && largest < 1e-4)) {
    std::vector<std::string> cells;
    for (const double v : values) cells.push_back(number_text(v));
    return cells;
  }
  // Zeros at the end of every number say nothing.
  int decimals = decimals_for(largest);
  const auto rounded_away = [&](double v) {
    const double scale = std::pow(10.0, decimals);
    return !std::isfinite(v) || std::fmod(std::round(v * scale), 10.0) == 0;
  };
  while (decimals > 0 && std::all_of(values.begin(), values.end(), rounded_away)) --decimals;
  std::vector<std::string> cells;
  for (const double v : values) {
    if (!std::isfinite(v)) {
      cells.push_back(number_text(v));
      continue;
    }
    std::string cell = fmt::format("{:.{}f}", v, decimals);
    // A number that rounds to zero has no sign.
    if (cell.starts_with('-') && cell.find_first_of("123456789") == std::string::npos) cell.erase(0, 1);
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::vector<std::string> tensor_cells(const Tensor& t) {
  std::vector<double> values;
  std::vector<std::string> cells;
  Shape index(t.shape().size(), 0);
  for (int64_t i = 0; i < t.numel(); ++i) {
    int64_t rest = i;
    for (size_t k = index.size(); k-- > 0; rest /= t.shape()[k]) index[k] = rest % t.shape()[k];
    const Scalar v = t.at(index);
    values.push_back(v.to_double());
    if (t.dtype() == DType::bool_) {
      cells.push_back(v.to_bool() ? "True" : "False");
    } else if (!is_floating(t.dtype())) {
      cells.push_back(std::to_string(v.to_int()));
    }
  }
  return is_floating(t.dtype()) ? number_cells(values) : cells;
}

int widest(const std::vector<std::string>& texts) {
  int width = 0;
  for (const std::string& t : texts) width = std::max(width, display_width(t));
  return width;
}

std::vector<int64_t> shown_indices(int64_t count, int64_t most, int64_t wanted) {
  std::vector<int64_t> shown;
  if (count <= most) {
    for (int64_t i = 0; i < count; ++i) shown.push_back(i);
    return shown;
  }
  // The first ones; the wanted one where it is not among them; the gaps.
  const int64_t first = std::max<int64_t>(1, wanted < most - 1 ? most - 1 : most - 3);
  for (int64_t i = 0; i < first; ++i) shown.push_back(i);
  if (wanted >= first) {
    if (wanted > first) shown.push_back(-1);
    shown.push_back(wanted);
  }
  if (shown.back() != count - 1) shown.push_back(-1);
  return shown;
}

}  // namespace mha::pictures
