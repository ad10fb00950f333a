#pragma once

// Sentences shared by the terminal report and the HTML page.

#include <string>
#include <vector>

#include "homework/verdict/result.h"
#include "render/style.h"
#include "tensor/core/print.h"

namespace mha::render {

/// "right", "wrong numbers", "wrong shape", ...: at most 13 characters.
std::string verdict_word(homework::StageVerdict verdict);
/// The same for programs, in JSON: "wrong value".
std::string verdict_name(homework::StageVerdict verdict);
/// "✓", "✗", "~" (not seen), "-" (not reached, not judged).
std::string verdict_mark(homework::StageVerdict verdict);

/// "11 of 12 stages are right: 11 of 12 points." What is right comes first.
std::string count_sentence(const homework::Result& result);
/// "class MultiHeadAttention", "your tensors", "the script".
std::string subject_text(const homework::Result& result);
/// "line 5", or "cell 3, line 5" if the source is one cell of the file.
std::string line_text(const homework::Result& result, const homework::Location& place);

/// Where a stage went wrong: the code that made its tensor or, if that was not seen, where its
/// mistake shows.
homework::Location place_of(const homework::Result& result, const homework::StageResult& stage);
/// Where to look first: at the cause if there is only one possible place; else at the first wrong
/// stage, the error or the call that leads to it, or the first mistake. Unknown if there is none of
/// these.
homework::Location fault_of(const homework::Result& result);
/// The help of the result's error; none if a mistake on another line explains the error, for a guess
/// about the line that stops would mislead.
std::string help_of_error(const homework::Result& result);
/// Whether an earlier stage is wrong or was not judged; "right" then means right for the numbers
/// that go into it.
bool follows_wrong(const homework::Result& result, const homework::StageResult& stage);
/// A sentence about all such stages; empty if there are none.
std::string given_sentence(const homework::Result& result);
/// Explains "not seen"; empty if every stage was seen.
std::string unseen_sentence(const homework::Result& result);
/// Whether both are on the same line of the same source.
bool same_line(const homework::Location& a, const homework::Location& b);

/// For a result that is not right although no stage is wrong.
std::string hidden_fault_sentence(const homework::Result& result);
/// Where the program departs from the reference, if no known mistake explains it.
std::string unknown_sentence(const homework::Result& result, const homework::StageResult& first_wrong);
/// Whether a stage has the right numbers in another order of axes.
bool is_turned(const homework::StageResult& stage);

/// For a result with an experiment: "Try next, after line 23:", and what the line should print.
homework::Location experiment_place(const homework::Experiment& experiment);
std::string experiment_lead(const homework::Result& result);
std::string experiment_sentence(const homework::Result& result);

/// The program's shape for a stage, with the missing axis if exactly one is missing.
std::string own_shape(const homework::StageResult& stage);
/// "batch 2, head 3, query 5, key 5", or the plain shape if the names do not fit.
std::string named_shape(const Shape& shape, const std::vector<std::string>& axes);
/// Two numbers with enough digits to tell them apart, but at least four.
struct TwoNumbers {
  std::string expected;
  std::string got;
};
TwoNumbers number_texts(double expected, double got);
/// A difference with two digits: "0.43", "1.2e-05"; "nan" if it is not a number.
std::string size_text(double difference);

/// "expected 0.12, yours 0.43 (tolerance 1e-05)", for a stage's first wrong cell.
std::string numbers_sentence(const homework::StageResult& stage);
/// "60 of 150 numbers differ, by up to 0.43".
std::string difference_sentence(const homework::StageResult& stage);

/// Groups the findings that cannot be told apart; the order is kept.
std::vector<std::vector<const homework::Finding*>> grouped(const std::vector<homework::Finding>& findings);
/// The evidence for a finding, as strong as it is.
std::string evidence_sentence(const homework::Result& result, const homework::Finding& finding);

/// The introduction to n findings that cannot be told apart: "Two mistakes that give exactly these
/// numbers; it may be one of them:".
std::string alike_sentence(const homework::Finding& first, size_t n);
/// "Together, these two mistakes give exactly your numbers (to within 1e-05)."
std::string together_sentence(const homework::Result& result, size_t n);

/// Whether one of the findings may be why the first wrong stage is wrong: not if all that the source
/// shows belongs to later stages.
bool explains_first_wrong(const homework::Result& result);
/// Whether the findings together explain all numbers.
bool explained_together(const homework::Result& result);

/// The cases that are right and wrong: "5 of 7 are right; wrong: one token (tokens 1)." Empty if
/// all are wrong or there is only one.
std::string probes_sentence(const homework::Result& result);
/// The case on which the stages were judged, if it is not the first: "one token (tokens 1)"; else
/// empty.
std::string judged_case(const homework::Result& result);

/// The result with harmless() applied to all text that comes from the submission.
homework::Result harmless(homework::Result result);

}  // namespace mha::render
