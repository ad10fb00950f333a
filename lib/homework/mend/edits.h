#pragma once

// The small changes that could mend a program: each turns its text into another
// program that parses. Which of them help is for mend.h to find out.

#include <string>
#include <vector>

#include "homework/compare/recording.h"
#include "homework/spec/misconception.h"
#include "reading/index.h"

namespace mha::homework {

/// One stretch of the text and what stands there instead.
struct Change {
  Span span;
  std::string text;
};

struct Edit {
  const lang::Module* module = nullptr;
  std::vector<Change> changes;  // in order, apart
  Span at;  // what is wrong: of several changes, the one that says so
  const Misconception* known = nullptr;  // what the program had before it
  /// How far from where the numbers part, and how unlikely: small is tried first.
  int cost = 0;
  /// It exchanges two axes, so that queries may take the place of keys.
  bool turns = false;
  bool sets_up = false;  // it lies in what makes an object, not in what calls it
  bool other_weights = false;  // the program holds more or fewer with it
};

/// A program's text with an edit made.
std::string edited_text(const Edit& edit);
/// Where a stretch of the edited text was before the edit.
Span span_before(const Edit& edit, Span span);

/// Where to begin: the modules, what a run of them recorded (which expressions are
/// tensors is read from it), and the stretch where its first wrong tensor was made.
struct EditsAt {
  const std::vector<const lang::Module*>& modules;
  const Recording& recording;
  const lang::Module* module = nullptr;  // of `fault`; null where nothing tells
  Span fault;
  bool script = false;  // its loose statements are what is mended
};

/// The edits, the likeliest first; the same change at all alike places is one more.
std::vector<Edit> edits_of(const EditsAt& at);

}  // namespace mha::homework
