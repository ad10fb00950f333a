#pragma once

#include <string_view>

#include "io/reading.h"

/// Tensors as PyTorch and NumPy print them. For the sources of lib/io only.
namespace mha::io {

/// Whether there may be a print of a tensor in the text.
bool looks_printed(std::string_view text);

/// Every tensor(...), array(...) and block of rows in brackets in the text, in
/// order, with the printed precision. Skips other text. A tensor's name is the
/// label before it, on its line or alone on the line above: "scores = ",
/// "scores: ", up to four words; 'scores': and ('scores', in a dict.
///
/// PyTorch prints whole floats as "1." only if all are whole, so these are
/// exact; NumPy drops zeros at the end of its 8 digits.
void read_printed(std::string_view text, Collection& collection);

}  // namespace mha::io
