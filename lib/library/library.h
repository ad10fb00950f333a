#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded.h"

// The modules that programs import and that are written in the language itself: the
// .py files of this folder, built into the program. Nothing here runs them; that is
// Interpreter::run_library (lang/runtime/interpreter.h). Python's own modules are in python/, which
// is no part of their names; those of packages stand here as they are imported.

namespace mha::library {

/// All files, by their names below this folder: "torch/nn/modules/linear.py".
std::span<const EmbeddedFile> files();

/// The name under which a file is imported: "torch.nn.modules.linear".
std::string module_name(const EmbeddedFile& file);

/// The file of a module by its name; null if it is not written here.
const EmbeddedFile* find_module(std::string_view module);

/// A function or class that stands at the left margin of a module.
struct Definition {
  std::string_view name;    // "Linear"
  const EmbeddedFile* file = nullptr;
  int line = 1;             // of the file, the first with its decorators
  std::string_view text;    // all of it, decorators and comments before it included
};

/// What a module defines, in the order of its text; nothing for an unknown module.
std::vector<Definition> definitions(std::string_view module);

/// Where a name is defined: in the module or in those below it ("torch.nn" finds what
/// "torch.nn.modules.linear" defines). Null if nowhere.
const Definition* find_definition(std::string_view module, std::string_view name);

/// What a module's docstring says first, in one line.
std::string first_sentence(const EmbeddedFile& file);

// ------------------------------------------------------------------- what is C++

/// built_in.md, which has a line for each thing that is C++ and has a name.
std::span<const EmbeddedFile> built_in();

/// One of its lines.
struct Note {
  std::string_view call;  // "len(x)"; empty where only the name stands there
  std::string text;
};

/// What is noted of "torch.matmul", "torch.Tensor.masked_fill_", "len".
std::optional<Note> find_note(std::string_view name);

/// All that is noted, by full names.
std::vector<std::string> noted_names();

}  // namespace mha::library
