#pragma once

#include <string>
#include <string_view>

#include "io/reading.h"

/// A reader for each format; the table of formats is in tensor_file.cpp. `stem` is the name
/// for a tensor without one. For the sources of lib/io only.
namespace mha::io {

void read_npy_file(std::string_view bytes, const std::string& stem, Collection& collection);
void read_npz(std::string_view bytes, const std::string& stem, Collection& collection);
void read_pt(std::string_view bytes, const std::string& stem,
             Collection& collection);
void read_safetensors(std::string_view bytes, const std::string& stem, Collection& collection);
/// Nested lists; an object of such lists and of further objects; and the output
/// of write_json().
void read_json(std::string_view text, const std::string& stem,
               Collection& collection);
/// A matrix with one row per line, separated by commas, semicolons, tabs or
/// spaces, with or without a line of headings.
void read_csv(std::string_view text, const std::string& stem,
              Collection& collection);

}  // namespace mha::io
