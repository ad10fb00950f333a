#include "commands/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "terminal.h"
#include "torch/explain/report.h"

namespace mha::app {

namespace {

/// The lines of a text, without blanks at their ends. An address is another in every run.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines = split_lines(text);
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    for (size_t at = line.find("0x"); at != std::string::npos; at = line.find("0x", at + 2)) {
      line.erase(at + 2, std::min(line.find_first_not_of("0123456789abcdefABCDEF", at + 2), line.size()) - at - 2);
    }
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// Runs the cells of one notebook.
class Verifying {
 public:
  explicit Verifying(lang::Interpreter& interp) : interp_(interp) {
    interp_.out = [this](std::string_view text) { printed_ += text; };
    interp_.err = [](std::string_view) {};  // warnings name the place of a file of PyTorch's
  }

  int run(const std::vector<NotebookCell>& cells) {
    size_t done = 0;
    while (done < cells.size() && cell(cells[done])) ++done;
    if (done < cells.size()) {
      ++done;
      if (done < cells.size()) write_out(fmt::format("The cells after it were not run.\n"));
    }
    write_out(fmt::format("{} of {} cells: {} as stored, {} not, {} with nothing to compare.\n", done, cells.size(), same_, differ_, other_));
    return differ_ > 0 || done < cells.size() ? 1 : 0;
  }

 private:
  /// False if the next cells cannot be run.
  bool cell(const NotebookCell& cell) {
    printed_.clear();
    std::string value, error;
    try {
      value = jupyter_text(interp_, interp_.run_cell(cell.code));
    } catch (const lang::PyError& e) {
      if (torch::exit_code(e, interp_) >= 0) return differs(cell, "the program ends here"), false;
      error = told(torch::report(e, interp_));
    } catch (const Error& e) {
      error = told(torch::report(e));
    }
    if (!cell.stored || !cell.passed_over.empty()) {
      ++other_;
      const std::string why = cell.stored ? "`" + cell.passed_over[0] + "` is for Jupyter" : "nothing is stored";
      write_out(fmt::format("{}: {}\n", cell.code->name(), error.empty() ? why : "stops: " + error));
      return error.empty();
    }
    const NotebookCell::Stored& stored = *cell.stored;
    if (!error.empty() && stored.error.empty()) return differs(cell, "stops: " + error), false;
    if (compare(cell, stored.printed, printed_) && compare(cell, stored.pictures ? "" : stored.value, stored.pictures ? "" : value) &&
        compare(cell, stored.error, error)) {
      ++same_;
      write_out(fmt::format("{}: as stored\n", cell.code->name()));
    }
    return true;
  }

  static std::string told(const torch::Report& report) { return report.kind + ": " + report.message; }

  void differs(const NotebookCell& cell, const std::string& how) {
    ++differ_;
    write_out(fmt::format("{}: {}\n", cell.code->name(), how));
  }

  /// Reports the first line that is another one.
  bool compare(const NotebookCell& cell, const std::string& stored, const std::string& here) {
    const std::vector<std::string> before = lines_of(stored), now = lines_of(here);
    if (before == now) return true;
    const auto at = static_cast<size_t>(std::mismatch(before.begin(), before.end(), now.begin(), now.end()).first - before.begin());
    const auto line = [at](const std::vector<std::string>& lines) { return at < lines.size() ? lines[at] : "(nothing)"; };
    differs(cell, fmt::format("line {} differs\n    stored  {}\n    here    {}", at + 1, line(before), line(now)));
    return false;
  }

  lang::Interpreter& interp_;
  std::string printed_;
  size_t same_ = 0, differ_ = 0, other_ = 0;
};

}  // namespace

std::string jupyter_text(lang::Interpreter& interp, const lang::Value& value) {
  if (!value.defined() || value.is_none()) return "";
  return interp.str(interp.call(interp.get_attr(interp.import("_jupyter"), "shown"), {value}));
}

int verify_notebook(lang::Interpreter& interp, const std::vector<NotebookCell>& cells) { return Verifying(interp).run(cells); }

}  // namespace mha::app
