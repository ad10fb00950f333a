#include "io/notebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"

namespace mha {

namespace {

using nlohmann::json;

/// The texts of a notebook stand as one text or as a list of lines.
std::string joined(const json& object, const char* key) {
  if (!object.contains(key)) return "";
  const json& source = object.at(key);
  if (source.is_string()) return source.get<std::string>();
  std::string text;
  for (const json& line : source) text += line.get<std::string>();
  return text;
}

/// The outputs of format 4; nothing if the cell was not run, or if they cannot be read.
std::optional<NotebookCell::Stored> stored_outputs(const json& cell) try {
  const bool was_run = cell.contains("execution_count") && !cell.at("execution_count").is_null();
  if (!cell.contains("outputs") || (cell.at("outputs").empty() && !was_run)) return std::nullopt;
  NotebookCell::Stored stored;
  for (const json& output : cell.at("outputs")) {
    const std::string type = output.value("output_type", "");
    if (type == "stream" && output.value("name", "") == "stdout") stored.printed += joined(output, "text");
    if (type == "error") stored.error = output.value("ename", "") + ": " + output.value("evalue", "");
    if (!output.contains("data")) continue;
    const json& data = output.at("data");
    for (const auto& item : data.items()) stored.pictures = stored.pictures || item.key().starts_with("image/");
    if (type == "execute_result") stored.value += joined(data, "text/plain");
  }
  return stored;
} catch (const json::exception&) {
  return std::nullopt;
}

/// A cell magic makes the whole cell something else, except these.
bool keeps_python(std::string_view magic) {
  return magic.starts_with("%%time") || magic.starts_with("%%capture");
}

/// `?name`, `name?` and `name.part??` ask Jupyter for help.
bool asks_for_help(std::string_view code) {
  if (code.starts_with('?')) return true;
  if (!code.ends_with('?')) return false;
  while (code.ends_with('?')) code.remove_suffix(1);
  return !code.empty() && std::all_of(code.begin(), code.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  });
}

/// Empties the lines that are for Jupyter, so that line numbers stay the same.
std::string without_magics(const std::string& text,
                           std::vector<std::string>& passed_over) {
  std::string out;
  for (const std::string& line : split_lines(text)) {
    const std::string_view code = trim(line);
    if (!code.starts_with('%') && !code.starts_with('!') &&
        !asks_for_help(code)) {
      out += line + "\n";
      continue;
    }
    passed_over.emplace_back(code);
    if (code.starts_with("%%") && !keeps_python(code)) return "";
    out += "\n";
  }
  return out;
}

Error not_a_notebook(const std::string& name) {
  ValueError error(name +
                   " is not a notebook: it should be JSON with a list "
                   "of cells");
  error.with_help(
      "save it again from Jupyter; a program in plain text needs a "
      "name that ends in .py");
  return error;
}

/// An estimate of the memory for the values of a JSON text, which is far more
/// than the text. It counts the punctuation, also inside strings.
int64_t parsed_size(const std::string& text) {
  constexpr int64_t kValue = 32, kNamed = 128, kList = 80;
  int64_t bytes = 0;
  for (const char c : text) {
    bytes += c == ',' ? kValue : c == ':' ? kNamed : c == '[' || c == '{' ? kList : 0;
  }
  return bytes;
}

}  // namespace

std::vector<NotebookCell> read_notebook(const std::string& name,
                                        const std::string& text) {
  constexpr int64_t kMostParsed = int64_t{1} << 30;
  if (parsed_size(text) > kMostParsed) {
    ValueError error(name + " has more in it than can be read");
    error.with_help("clear the outputs of its cells and save it again");
    throw error;
  }
  std::vector<NotebookCell> cells;
  try {
    const json notebook = json::parse(text);
    const json& list = notebook.contains("cells")
                           ? notebook.at("cells")
                           : notebook.at("worksheets").at(0).at("cells");
    if (!list.is_array()) throw not_a_notebook(name);
    for (const json& cell : list) {
      if (cell.value("cell_type", "") != "code") continue;
      NotebookCell out;
      out.number = static_cast<int>(cells.size()) + 1;
      out.code = std::make_shared<Source>(
          fmt::format("{}, cell {}", name, out.number),
          without_magics(joined(cell, cell.contains("source") ? "source" : "input"), out.passed_over));
      out.stored = stored_outputs(cell);
      cells.push_back(std::move(out));
    }
  } catch (const json::exception&) {
    throw not_a_notebook(name);
  }
  if (cells.empty()) {
    ValueError error(name + " has no code cells to run");
    error.with_help("put the program into cells of the kind Code and save");
    throw error;
  }
  return cells;
}

}  // namespace mha
