#pragma once

// The words that the terminal report and the HTML page share.

#include <string>
#include <vector>

#include "homework/verdict/result.h"
#include "render/style.h"

namespace mha::render {

/// "right", "wrong numbers", "wrong shape", ...: at most 13 letters.
std::string verdict_word(homework::StageVerdict verdict);
/// "✓", "✗", "~" (not seen), "-" (not reached, not judged).
std::string verdict_mark(homework::StageVerdict verdict);

/// "11 of 12 stages are right: 11 of 12 points." What is right comes first.
std::string count_sentence(const homework::Result& result);
/// "class MultiHeadAttention", "your tensors", "the script".
std::string subject_text(const homework::Result& result);
/// "line 5", or "cell 3, line 5" where the source is a part of the file.
std::string line_text(const homework::Result& result, const homework::Location& place);

/// Where a stage went wrong: what made its tensor, or, where that was not seen,
/// where its mistake shows.
homework::Location place_of(const homework::Result& result, const homework::StageResult& stage);
/// The place to look at first: of the cause, if it is the only one that comes into
/// question; else of the first wrong stage or the error. Unknown if nothing tells.
homework::Location fault_of(const homework::Result& result);
/// Whether a stage that is wrong, or was not judged, comes before: "right" then means right, given what
/// came before.
bool follows_wrong(const homework::Result& result, const homework::StageResult& stage);
/// What is said of all such stages at once; empty if there is none.
std::string given_sentence(const homework::Result& result);
/// What "not seen" means, where a stage was not.
std::string unseen_sentence(const homework::Result& result);
/// Both in the same line of the same source.
bool same_line(const homework::Location& a, const homework::Location& b);

/// What to say where no stage is wrong, and yet the verdict is not "right".
std::string hidden_fault_sentence(const homework::Result& result);
/// Where it parts from the reference, if no mistake is known that does.
std::string unknown_sentence(const homework::Result& result, const homework::StageResult& first_wrong);
/// Whether a stage has the right numbers with its axes in another order.
bool is_turned(const homework::StageResult& stage);

/// Of a result with a next experiment: "Try next, after line 23:"; and what its line
/// should show.
std::string experiment_lead(const homework::Result& result);
std::string experiment_sentence(const homework::Result& result);

/// "(2, 3, 5, 5)".
std::string shape_text(const Shape& shape);
/// The program's shape of a stage, and which axis is missing if it is just one.
std::string own_shape(const homework::StageResult& stage);
/// "batch 2, head 3, query 5, key 5", or the shape where no names fit.
std::string named_shape(const Shape& shape, const std::vector<std::string>& axes);
/// Two numbers with as many digits as it takes to tell them apart, four at least.
struct TwoNumbers {
  std::string expected;
  std::string got;
};
TwoNumbers number_texts(double expected, double got);
/// A difference, in two digits: "0.43", "1.2e-05"; "nan" where there is none.
std::string size_text(double difference);

/// "expected 0.12, yours 0.43 (tolerance 1e-05)", of its first wrong cell.
std::string numbers_sentence(const homework::StageResult& stage);
/// "60 of 150 numbers differ, by up to 0.43".
std::string difference_sentence(const homework::StageResult& stage);

/// Findings that cannot be told apart stand together, in the order given.
std::vector<std::vector<const homework::Finding*>> grouped(const std::vector<homework::Finding>& findings);
/// How it is known that this is the cause: said as far as it is known.
std::string evidence_sentence(const homework::Result& result, const homework::Finding& finding);

/// Of n mistakes any would do it: "Two mistakes give just these numbers. One of
/// them was made:".
std::string alike_sentence(const homework::Finding& first, size_t n);
/// "Together, these two mistakes give just your numbers (to within 1e-05)."
std::string together_sentence(const homework::Result& result, size_t n);

/// Whether all that was found is known by the numbers, and so explains them together.
bool explained_together(const homework::Result& result);

/// Where it goes right and where wrong: "right in 5 of 7; wrong: one token
/// (tokens 1)." Empty if all cases are wrong, or there is one only.
std::string probes_sentence(const homework::Result& result);
/// The case that the stages were judged on, if it is not the first:
/// "one token (tokens 1)"; else empty.
std::string judged_case(const homework::Result& result);

/// The same with harmless() text wherever it comes from what was handed in.
homework::Result harmless(homework::Result result);

}  // namespace mha::render
