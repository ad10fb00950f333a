#pragma once

// From an explanation to verdicts on stages and to findings with their places.

#include "homework/diagnosis/diagnosis.h"
#include "homework/trial/program.h"
#include "homework/verdict/result.h"
#include "reading/clues.h"

namespace mha::homework {

/// A stage of which nothing was seen: no shapes, no points.
StageResult blank(const StageSpec& stage, StageVerdict verdict = StageVerdict::not_judged);

/// Where a cell of a stage's tensor is: "batch 1, head 0, query 2 "starts"".
std::string cell_words(const Assignment& assignment, const StageSpec& stage, const Shape& index);

/// Fills in how a stage's tensor, which is not the right one, differs from it. A number
/// of `got` may be off by `precision` beside what counts as rounding.
void show_difference(StageResult& result, const Assignment& assignment, const StageSpec& stage,
                     const Numbers& expected, const Numbers& got, double precision = 0);

class Judge {
 public:
  /// `program` is null for numbers that were handed in.
  Judge(Reference& reference, const Trial& trial, Diagnosis& diagnosis, const Program* program);

  /// The verdict on every stage; without an explanation, as far as the program's
  /// tensors can be followed.
  std::vector<StageResult> stages(const Explanation* explanation);
  /// What a mistake is called, and where it is; after stages().
  Finding finding(const Explanation& explanation, const Mistake& mistake) const;
  /// The same for what the source or a property tells.
  Finding finding(const Misconception& m) const;
  Location location(size_t made) const;
  /// Whether a mistake's step gives what one before it gave.
  bool is_left_out(const Explanation& explanation, const Mistake& mistake) const;

  /// What a function of the program's own gives, where an expression adds it: a mask made there.
  static std::optional<Span> added_by_own_function(const lang::Module& module, Span span);
  /// Where the number was computed that an expression multiplies or divides a tensor by.
  std::optional<Span> number_behind(const lang::Module& module, const lang::Expr& e) const;

 private:
  std::vector<StageResult> explained(const Explanation& explanation);
  std::vector<StageResult> followed();
  static void take_back_unseen(std::vector<StageResult>& out, size_t from, size_t end, StageVerdict verdict);
  void compare(StageResult& result, const StageSpec& stage, const Numbers& expected, const Numbers& got) const;
  void judge_slip(StageResult& result, const StageSpec& stage, const Mistake& mistake, Names& names,
                  const Names& theirs);
  void judge_seen(StageResult& result, const StageSpec& stage, const Names& names);
  bool is_of_before(const StageSpec& stage, const Names& names, const Numbers& n) const;
  bool judge_followed(StageResult& result, size_t index, Names& names);
  bool is_step(size_t made) const;
  bool shows_later(size_t index, const std::string& name, Names names) const;
  void judge_returned(StageResult& result, const StageSpec& stage, const Numbers& expected);
  std::optional<size_t> substitute(size_t index, const std::string& name,
                                   const Numbers& expected, const Names& names,
                                   bool sure = false) const;
  std::optional<size_t> joined_otherwise(size_t index, const Names& before, const Names& ours);
  bool is_given(const Numbers& n) const;
  std::optional<Match> find_named(const Numbers& n, const std::string& name) const;
  std::optional<Match> made_again(const Numbers& n) const;
  void trace_slip(StageResult& r, size_t index, const Mistake& mistake,
                  const Explanation& explanation);
  std::optional<size_t> first_trace(const Explanation& explanation, const Mistake& mistake) const;
  void move_to_first_trace(Finding& f, const Explanation& explanation, const Mistake& mistake) const;
  void move_to_cause(Finding& f, const Misconception& m, const Explanation& explanation) const;
  void move_to_idle(Finding& f, const Explanation& explanation, const Mistake& mistake) const;
  void move_to_unused(Finding& f, const Explanation& explanation, const Mistake& mistake) const;
  std::optional<Span> made_beside(const lang::Module& module, const Finding& f, const std::vector<std::string>& in,
                                  const Explanation& explanation) const;
  void move_to_shared(Finding& f, const Mistake& mistake) const;
  void move_to_use(Finding& f, size_t made, const Explanation& explanation, const Mistake& mistake) const;
  std::optional<Span> binding_of_another(const Source& source, const lang::Expr& e) const;
  std::optional<Span> handed_as_another(const lang::Module& module, Span place) const;

  Reference& reference_;
  const Trial& trial_;
  Diagnosis& diagnosis_;
  const Program* program_;
  std::vector<size_t> taken_;   // of the recording: tensors that have their stage
  std::vector<std::optional<size_t>> seen_;  // by stage: where
};

}  // namespace mha::homework
