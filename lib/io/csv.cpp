// The .csv reader of formats.h. A matrix as text, one row per line.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "io/formats.h"
#include "io/numbers.h"

namespace mha::io {
namespace {

/// The separator of a line: the first of these that it contains, or else
/// spaces.
char separator_of(std::string_view line) {
  for (const char c : {';', '\t', ','}) {
    if (line.find(c) != std::string_view::npos) return c;
  }
  return ' ';
}

std::string_view without_quotes(std::string_view cell) {
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') {
    return trim(cell.substr(1, cell.size() - 2));
  }
  return cell;
}

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  if (separator == ' ') {
    while (!(line = trim(line)).empty()) {
      const size_t end = std::min(line.find_first_of(" \t"), line.size());
      cells.push_back(without_quotes(line.substr(0, end)));
      line.remove_prefix(end);
    }
    return cells;
  }
  for (;;) {
    const size_t end = line.find(separator);
    cells.push_back(without_quotes(trim(line.substr(0, end))));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

std::optional<WrittenNumber> whole_number(std::string_view cell) {
  const auto number = number_at(cell);
  if (!number || number->length != cell.size()) return {};
  return number;
}

class CsvReader {
 public:
  void line(std::string_view text) {
    ++line_;
    const std::string_view content = trim(text);
    if (content.empty() || content.starts_with('#')) return;
    if (separator_ == '\0') {
      separator_ = separator_of(text);
      if (is_heading(split(text, separator_))) return;
    }
    row(split(separator_ == '\t' ? text : content, separator_));
  }

  NamedTensor finish(const std::string& name, Collection& collection) {
    numbers_.close();
    if (rows_ == 0) {
      refuse("there is no row of numbers in it",
             "a row of the matrix a line, its numbers parted by commas");
    }
    NamedTensor out{name,
                    numbers_.tensor(collection, numbers_.shape(),
                                    numbers_.natural_dtype(DType::float32))};
    // Numbers of one length were rounded to it; those of Python's own printing
    // differ in length and are exact.
    constexpr int kLeastRounded = 2;
    if (units_.any() && units_.same_decimals() &&
        units_.most_decimals() >= kLeastRounded) {
      units_.apply(out, units_.most_decimals(), rounding_of(DType::float32),
                   collection);
    }
    return out;
  }

  CsvReader() { numbers_.open(); }

 private:
  /// Headings over the columns; the one over the rows' own is empty.
  bool is_heading(const std::vector<std::string_view>& cells) {
    const bool heading =
        std::any_of(cells.begin(), cells.end(), [](std::string_view cell) {
          return !cell.empty() && !whole_number(cell);
        });
    has_row_names_ = cells.size() > 1 && cells[0].empty();
    columns_ = cells.size();
    return heading || has_row_names_;
  }

  void row(const std::vector<std::string_view>& cells) {
    if (cells.size() != columns_) {
      refuse(fmt::format("line {} has {} where the first has {}", line_,
                         counted(static_cast<int64_t>(cells.size()), "cell"),
                         columns_),
             "every row of a matrix is as long as the first");
    }
    numbers_.open();
    for (size_t i = has_row_names_ ? 1 : 0; i < cells.size(); ++i) {
      const auto number = whole_number(cells[i]);
      if (!number) bad_cell(cells[i], i);
      numbers_.add(*number);
      units_.add(*number);
    }
    numbers_.close();
    ++rows_;
  }

  [[noreturn]] void bad_cell(std::string_view cell, size_t column) const {
    if (cell.empty()) {
      refuse(fmt::format("line {}, cell {} is empty", line_, column + 1),
             "write nan for missing numbers: na_rep='nan' in pandas");
    }
    refuse(fmt::format("line {}, cell {} is not a number: {}", line_, column + 1,
                       shown(cell)),
           "a row of the matrix a line, its numbers parted by commas and "
           "written with a point");
  }

  int64_t line_ = 0;
  int64_t rows_ = 0;
  size_t columns_ = 0;
  char separator_ = '\0';
  bool has_row_names_ = false;
  NestedNumbers numbers_;
  HalfUnits units_;
};

}  // namespace

void read_csv(std::string_view text, const std::string& stem,
              Collection& collection) {
  CsvReader reader;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    reader.line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  collection.add(reader.finish(stem, collection));
}

}  // namespace mha::io
