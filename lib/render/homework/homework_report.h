#pragma once

#include <string>

#include "homework/verdict/result.h"
#include "render/style.h"

namespace mha::render {

struct HomeworkReportOptions {
  /// How many hints are shown of each mistake; 3 shows all there are, and why
  /// people think so and what it does to a model.
  int hints = 1;
  /// Stages that are right stand together, not a line each.
  bool compact = false;
  /// Of several mistakes, only the first is explained.
  bool brief = false;
  /// Lines that the screen has: a longer report is made compact, and brief if it
  /// is still too long. 0: any number.
  int height = 0;
};

/// A checked homework as terminal text: a line a stage, what is right before
/// what is wrong; then the first wrong stage with its line, shapes and first
/// wrong number; what was done there, if that is known; a hint that asks.
std::string homework_report(const Style& style, const homework::Result& result,
                            const HomeworkReportOptions& options);

/// What has changed from one check to the next: stages and mistakes.
std::string homework_changes(const Style& style, const homework::Result& before,
                             const homework::Result& now);

}  // namespace mha::render
