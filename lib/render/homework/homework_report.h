#pragma once

#include <string>

#include "homework/verdict/result.h"
#include "render/style.h"

namespace mha::render {

struct HomeworkReportOptions {
  /// How many hints to show for each mistake; 3 shows all of them, why people make it, and what it
  /// does to a model.
  int hints = 1;
  /// Lists right stages together rather than one on each line.
  bool compact = false;
  /// Explains only the first of several mistakes; counts right stages, and leaves out what else
  /// does not hold where a mistake is known.
  bool brief = false;
  /// The number of lines on the screen: a longer report becomes compact, and then brief. 0: no
  /// limit.
  int height = 0;
};

/// A checked homework as terminal text: the stages; then the first wrong stage with its line,
/// shapes and first wrong number; what the mistake is, if known; and a hint in the form of a
/// question.
std::string homework_report(const Style& style, const homework::Result& result,
                            const HomeworkReportOptions& options);

/// What changed from one check to the next: stages and mistakes.
std::string homework_changes(const Style& style, const homework::Result& before,
                             const homework::Result& now);

}  // namespace mha::render
