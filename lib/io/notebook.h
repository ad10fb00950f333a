#pragma once

#include <string>
#include <vector>

#include "base/source.h"

namespace mha {

/// A code cell of a Jupyter notebook.
struct NotebookCell {
  int number = 0;  // from 1, among the code cells
  SourcePtr code;  // named "file.ipynb, cell 3"
  /// Lines for Jupyter only (%magics, !commands), which were replaced by empty
  /// lines.
  std::vector<std::string> passed_over;
};

/// The code cells of a notebook (.ipynb, format 3 or 4), in order. Runs none of
/// them. Throws ValueError if the text is not a notebook.
std::vector<NotebookCell> read_notebook(const std::string& name,
                                        const std::string& text);

}  // namespace mha
