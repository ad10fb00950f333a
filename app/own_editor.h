#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "render/style.h"

namespace mha::app {

/// Opens `text` in the user's editor ($VISUAL, $EDITOR, else nano or vi) as a
/// temporary .py file. Returns what was saved, without blank lines at the end.
/// Returns an empty string and prints why if nothing was changed, the file was
/// left empty, or the editor failed. Throws Error if there is no editor.
std::string text_from_editor(const render::Style& style, const std::string& text);

/// Writes `text` to NAME.py in this folder (or to NAME_2.py: it overwrites
/// nothing), says so, and calls `take` with the file's text at every save,
/// until `take` returns false or the user presses Enter or Ctrl-C. Throws Error
/// if the file cannot be written.
void texts_from_file(const render::Style& style, const std::string& name, const std::string& text,
                     const std::function<bool(const std::string&)>& take);

}  // namespace mha::app
