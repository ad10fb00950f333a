#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lang/runtime/interpreter.h"

// What the files that make the module `torch` share.

namespace mha::torch {

/// A function of torch whose arguments PyTorch binds in Python, not in its own
/// parser: a Python signature, or none for the arguments as written.
struct PlainRow {
  const char* name;
  const char* signature;
  lang::Value (*run)(lang::Interpreter&, lang::Args&);
};
std::span<const PlainRow> setting_rows();    // torch_settings.cpp
std::span<const PlainRow> plain_rows();      // torch_functions.cpp
lang::Value make_plain(const PlainRow& row);
/// What is accepted and changes nothing here.
inline lang::Value nothing(lang::Interpreter&, lang::Args&) { return lang::Value::none(); }

/// torch.cuda, torch.backends, torch.linalg, ...
void add_submodules(lang::Interpreter& interp);
/// safetensors.torch: load_file().
void add_safetensors(lang::Interpreter& interp);
/// Throws, in a plain sentence, for a name that PyTorch's torch or Tensor has
/// and this library has not; returns for any other name.
void refuse_if_known(std::string_view owner, std::string_view name);

}  // namespace mha::torch
