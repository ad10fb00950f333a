#pragma once

// The fences of a lesson file, one function for each kind that asks or shows
// something. reader.cpp finds them and puts their blocks into steps.

#include <optional>
#include <string>
#include <string_view>

#include "lang/syntax/ast.h"
#include "lesson/lesson.h"

namespace mha::lesson {

/// What opens a fence and closes it.
inline constexpr std::string_view kFence = "```";

/// A fence as it stands in the file: "```ROLE REST", lines, "```".
struct Fence {
  std::string role;
  std::string rest;
  std::string body;  // its lines, each with a newline
  Span head;         // the opening line
  Span content;      // the lines inside
};

/// Collects the problems of one file. In a proven file it skips the code,
/// because parsing a whole course takes longer than showing its first screen.
class Complaints {
 public:
  Complaints(SourcePtr file, std::vector<Problem>& problems, bool proven = false)
      : file_(std::move(file)), problems_(problems), proven_(proven) {}
  void add(Span span, std::string message, std::string help = "") {
    problems_.push_back({file_, span, std::move(message), std::move(help)});
  }
  /// Adds "no such WHAT: 'name'" with the nearest of the candidates.
  void no_such(Span span, const std::string& what, const std::string& name,
               const std::vector<std::string>& candidates);
  /// The parsed code, which starts at `begin` in the file; null, after adding a
  /// problem, if it has a syntax error.
  lang::ModulePtr parsed(const std::string& code, uint32_t begin);
  /// True if it has none, or the file is proven.
  bool parses(const std::string& code, uint32_t begin) { return proven_ || parsed(code, begin); }
  const SourcePtr& file() const { return file_; }
  bool proven() const { return proven_; }

 private:
  SourcePtr file_;
  std::vector<Problem>& problems_;
  bool proven_;
};

std::optional<Predict> read_predict(const Fence& fence, Complaints& complaints);
Choice read_choice(const Fence& fence, Complaints& complaints);
Order read_order(const Fence& fence, Complaints& complaints);
std::optional<Picture> read_picture(const Fence& fence, Complaints& complaints);
std::optional<Play> read_play(const Fence& fence, Complaints& complaints);

/// The code of a fence, without problems if it parses.
Text read_code(const Fence& fence, Complaints& complaints);

/// A question's id: its kind and its words as a slug, "predict-q-at-k".
std::string question_id(const std::string& kind, const std::string& text);

}  // namespace mha::lesson
