#pragma once

#include "command_line.h"

/// What completion offers where the course and its homework are named.
namespace mha::app {

Candidates lesson_names();
Candidates view_names();
Candidates term_names();
Candidates homework_names();
/// Programs and notebooks.
Candidates program_files();

}  // namespace mha::app
