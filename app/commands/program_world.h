#pragma once

#include "commands/program_options.h"
#include "lesson/world.h"

namespace mha::app {

/// True if nothing failed; otherwise it has printed the report on standard error.
bool succeeded(const lesson::Outcome& outcome);

/// Runs the file whose names are wanted, a program as a whole, a notebook cell by cell; true if
/// nothing failed.
bool run_file(lesson::World& world, const ProgramOptions& options);

}  // namespace mha::app
