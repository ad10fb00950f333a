#pragma once

#include <optional>
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

  /// What is stored with it from when it was run last.
  struct Stored {
    std::string printed;  // on standard output
    std::string value;    // of its last expression, as Jupyter shows it
    std::string error;    // "ValueError: x"; empty if there was none
    bool pictures = false;
  };
  std::optional<Stored> stored;  // nothing if it was not run
};

/// The code cells of a notebook (.ipynb, format 3 or 4), in order. Runs none of
/// them. Throws ValueError if the text is not a notebook.
std::vector<NotebookCell> read_notebook(const std::string& name,
                                        const std::string& text);

}  // namespace mha
