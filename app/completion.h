#pragma once

#include <string>
#include <vector>

#include "command_line.h"

namespace mha::app {

/// What a shell may offer for the last of these words, which is begun or empty; the words
/// before it are what stands behind the program's name. A line each: the word, a tab, what
/// it means; or, where files are wanted, ":files" and the endings of their names, "/" for
/// folders alone. The shells' own scripts are in app/completions/.
std::string completion_text(const CommandRow& program, std::vector<std::string> words);

}  // namespace mha::app
