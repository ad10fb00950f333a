#include "io/notebook.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"

namespace mha {

namespace {

using nlohmann::json;

/// A cell's source is a text or a list of lines.
std::string joined_source(const json& cell) {
  const char* key = cell.contains("source") ? "source" : "input";
  if (!cell.contains(key)) return "";
  const json& source = cell.at(key);
  if (source.is_string()) return source.get<std::string>();
  std::string text;
  for (const json& line : source) text += line.get<std::string>();
  return text;
}

/// A cell magic makes the whole cell something else, except these.
bool keeps_python(std::string_view magic) {
  return magic.starts_with("%%time") || magic.starts_with("%%capture");
}

/// Blanks the lines that Jupyter takes for itself. Line numbers stay.
std::string without_magics(const std::string& text,
                           std::vector<std::string>& passed_over) {
  std::string out;
  for (const std::string& line : split_lines(text)) {
    const std::string_view code = trim(line);
    if (!code.starts_with('%') && !code.starts_with('!')) {
      out += line + "\n";
      continue;
    }
    passed_over.emplace_back(code);
    if (code.starts_with("%%") && !keeps_python(code)) return "";
    out += "\n";
  }
  return out;
}

}  // namespace

std::vector<NotebookCell> read_notebook(const std::string& name,
                                        const std::string& text) {
  std::vector<NotebookCell> cells;
  try {
    const json notebook = json::parse(text);
    const json& list = notebook.contains("cells")
                           ? notebook.at("cells")
                           : notebook.at("worksheets").at(0).at("cells");
    for (const json& cell : list) {
      if (cell.value("cell_type", "") != "code") continue;
      NotebookCell out;
      out.number = static_cast<int>(cells.size()) + 1;
      out.code = std::make_shared<Source>(
          fmt::format("{}, cell {}", name, out.number),
          without_magics(joined_source(cell), out.passed_over));
      cells.push_back(std::move(out));
    }
  } catch (const json::exception&) {
    throw ValueError(name + " is not a notebook: it should be JSON with a list "
                            "of cells");
  }
  return cells;
}

}  // namespace mha
