#pragma once

// Small edits of a program's text. Each gives another program that parses; mend.h finds out which
// ones help.

#include <string>
#include <vector>

#include "homework/compare/recording.h"
#include "homework/spec/misconception.h"
#include "reading/index.h"

namespace mha::homework {

/// A stretch of the text and its replacement.
struct Change {
  Span span;
  std::string text;
};

struct Edit {
  const lang::Module* module = nullptr;
  std::vector<Change> changes;  // in order, not overlapping
  Span at;  // what is wrong: the change that shows it best
  const Misconception* known = nullptr;  // the mistake that it corrects
  /// Distance from the first wrong tensor plus the edit's price; small costs are tried first.
  int cost = 0;
  /// It exchanges two axes, after which queries and keys may have changed roles.
  bool turns = false;
  bool sets_up = false;  // it is in code that builds an object, not in code that calls it
  bool other_weights = false;  // it changes how many weights the program has
};

/// The program's text after an edit.
std::string edited_text(const Edit& edit);
/// The span in the original text for a span of the edited text.
Span span_before(const Edit& edit, Span span);

/// Where to search: the modules, the recording of a run (which tells which expressions are
/// tensors), and the place of the first wrong tensor.
struct EditsAt {
  const std::vector<const lang::Module*>& modules;
  const Recording& recording;
  const lang::Module* module = nullptr;  // of `fault`; null if it is unknown
  Span fault;
  bool script = false;  // the program is a script
  /// The calls that lead to `fault` if the program fails there, the outermost first.
  std::vector<lang::TraceEntry> calls = {};
  bool constructed = true;  // whether the object could be built
};

/// All edits, the most likely first. A change that fits several places is added for each and for
/// all of them together.
std::vector<Edit> edits_of(const EditsAt& at);

}  // namespace mha::homework
