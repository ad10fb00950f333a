#pragma once

// Turns an explanation into verdicts on stages, and into findings with their places.

#include "homework/diagnosis/diagnosis.h"
#include "homework/trial/program.h"
#include "homework/verdict/result.h"
#include "reading/clues.h"

namespace mha::homework {

/// The result for a stage that was not seen: no shape, no points.
StageResult blank(const StageSpec& stage, StageVerdict verdict = StageVerdict::not_judged);

/// The position of a cell in a stage's tensor: "batch 1, head 0, query 2 "starts"".
std::string cell_words(const Assignment& assignment, const StageSpec& stage, const Shape& index);

/// Fills in how `got`, a wrong tensor of a stage, differs from what was expected. `precision` is
/// allowed in addition to rounding.
void show_difference(StageResult& result, const Assignment& assignment, const StageSpec& stage,
                     const Numbers& expected, const Numbers& got, double precision = 0);

class Judge {
 public:
  /// `program` is null for tensors that were submitted as numbers.
  Judge(Reference& reference, const Trial& trial, Diagnosis& diagnosis, const Program* program);

  /// The verdict on every stage; without an explanation, as far as the program's tensors can be
  /// followed.
  std::vector<StageResult> stages(const Explanation* explanation);
  /// The finding for a mistake: its name and its place. Call stages() first.
  Finding finding(const Explanation& explanation, const Mistake& mistake) const;
  /// The finding for a misconception that the source or a property shows.
  Finding finding(const Misconception& m) const;
  Location location(size_t made) const;
  /// Whether a mistake's step gives the same as the step before it.
  bool is_left_out(const Explanation& explanation, const Mistake& mistake) const;

  /// For an expression that adds the result of one of the program's own functions: where that
  /// function makes it, such as a mask.
  std::optional<Span> added_by_own_function(const lang::Module& module, Span span) const;
  /// Where the number is computed by which an expression multiplies or divides a tensor.
  std::optional<Span> number_behind(const lang::Module& module, const lang::Expr& e) const;

  /// Whether the innermost expression around a place made a tensor that is as the task says.
  bool makes_right(const Location& place) const;

 private:
  std::vector<StageResult> explained(const Explanation& explanation);
  std::vector<StageResult> followed();
  static void take_back_unseen(std::vector<StageResult>& out, size_t from, size_t end, StageVerdict verdict);
  void take_back_undone(std::vector<StageResult>& out) const;
  void compare(StageResult& result, const StageSpec& stage, const Numbers& expected, const Numbers& got) const;
  void judge_slip(StageResult& result, const StageSpec& stage, const Mistake& mistake, Names& names,
                  const Names& theirs);
  void judge_seen(StageResult& result, const StageSpec& stage, const Names& names);
  bool is_of_before(const StageSpec& stage, const Names& names, const Numbers& n) const;
  bool never_drops() const;
  bool is_still_whole(const StageSpec& stage, const Names& names, const Numbers& expected, const Numbers& made) const;
  bool judge_followed(StageResult& result, size_t index, Names& names);
  const std::vector<std::vector<size_t>>& rounds();
  void judge_pieces(StageResult& result, const Numbers& expected);
  bool is_step(size_t made) const;
  bool shows_later(size_t index, const std::string& name, Names names) const;
  void judge_returned(StageResult& result, const StageSpec& stage, const Numbers& expected);
  void place_at_output(StageResult& result);
  bool is_own_call(const Made& made) const;
  bool gives_back(const lang::Module& module, const lang::Expr& e, const Numbers& given) const;
  std::optional<size_t> substitute(size_t index, const std::string& name,
                                   const Numbers& expected, const Names& names,
                                   bool sure = false) const;
  std::optional<size_t> joined_otherwise(size_t index, const Names& before, const Names& ours);
  bool is_given(const Numbers& n) const;
  bool has_numbers_of_input(const Numbers& n, const Names& names) const;
  std::optional<Match> find_named(const Numbers& n, const std::string& name) const;
  std::optional<Match> made_again(const Numbers& n) const;
  std::optional<Match> made_of_input(const Numbers& n, const Names& names) const;
  void trace_slip(StageResult& r, size_t index, const Mistake& mistake,
                  const Explanation& explanation);
  std::optional<size_t> first_trace(const Explanation& explanation, const Mistake& mistake) const;
  void move_to_first_trace(Finding& f, const Explanation& explanation, const Mistake& mistake) const;
  void move_to_container(Finding& f) const;
  bool made_rightly(const Source& source, Span span, const Explanation& explanation) const;
  void move_to_cause(Finding& f, const Misconception& m, const Explanation& explanation) const;
  void move_to_idle(Finding& f, const Explanation& explanation, const Mistake& mistake) const;
  void move_to_unused(Finding& f, const Explanation& explanation, const Mistake& mistake) const;
  void move_to_call(Finding& f, const std::vector<std::string>& calls, const Explanation& explanation) const;
  bool has_made(const lang::Module& module, Span span) const;
  bool was_run(const lang::Module& module, Span place) const;
  std::optional<Span> made_beside(const lang::Module& module, const Finding& f, const std::vector<std::string>& in,
                                  const std::vector<std::string>& lacks, const Explanation& explanation) const;
  void move_to_shared(Finding& f, const Mistake& mistake) const;
  void move_to_use(Finding& f, size_t made, const Explanation& explanation, const Mistake& mistake) const;
  bool cuts(const lang::Module& module, Span span, bool causal = false) const;
  std::optional<Span> nan_behind(const lang::Module& module, Span span) const;
  std::optional<Span> binding_of_another(const Source& source, const lang::Expr& e) const;
  std::optional<Span> handed_as_another(const lang::Module& module, Span place) const;

  Reference& reference_;
  const Trial& trial_;
  Diagnosis& diagnosis_;
  const Program* program_;
  std::vector<size_t> taken_;   // tensors of the recording that a stage already has
  std::vector<std::vector<size_t>> rounds_;
  std::vector<size_t> in_pieces_;  // the pieces in which the last stage that was seen so is right
  std::vector<std::optional<size_t>> seen_;  // for each stage: its tensor in the recording
};

}  // namespace mha::homework
