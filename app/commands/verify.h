#pragma once

#include <string>
#include <vector>

#include "io/notebook.h"
#include "lang/runtime/interpreter.h"

namespace mha::app {

/// A cell's last value as Jupyter shows it; empty for None, and for a cell that ends in no value.
std::string jupyter_text(lang::Interpreter& interp, const lang::Value& value);

/// Runs a notebook, and says of each cell whether it prints and shows what is stored in the file.
/// Returns the exit code: 1 if something differs.
int verify_notebook(lang::Interpreter& interp, const std::vector<NotebookCell>& cells);

}  // namespace mha::app
