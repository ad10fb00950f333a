#pragma once

// What the prompts of a lesson and of a review have in common.

#include <memory>
#include <string>
#include <vector>

#include "lesson/asking.h"
#include "lesson/completion.h"
#include "lesson/scene.h"

namespace mha::lesson {

class Prompting {
 public:
  virtual ~Prompting() = default;

  /// The last line, if it was `learn 4`, `list` or the like, which the caller
  /// must handle.
  const std::string& elsewhere() const { return elsewhere_; }
  Waiting waiting() const;
  /// The code that the prompt offers: in an open exercise, the last try or the
  /// starter code; otherwise none.
  std::string draft() const { return asking_ ? asking_->draft() : ""; }
  /// The name of the open exercise, or empty.
  std::string exercise() const { return waiting() == Waiting::code ? asking_->question_name() : ""; }
  /// What the open exercise asks for and this code does not define, or empty.
  std::string missing(const std::string& code) const { return asking_ ? asking_->missing(code) : ""; }
  /// Completions at the prompt.
  Completions completions(const std::string& before_cursor);
  /// Ends a line of code that is running (Ctrl-C).
  void interrupt() { World::interrupt_running(); }

 protected:
  virtual Scene& scene() = 0;
  virtual std::vector<std::string> meaningless() const = 0;  // commands that do nothing here
  /// Keeps what the learner has just done at the question.
  virtual void keep_answer(Events& out) = 0;

  bool asks() const { return asking_ && asking_->open(); }
  /// The command that a new line is; "code" for any other line.
  std::string command_in(const std::string& line);
  /// Carries out what means the same everywhere. False for other lines.
  bool take_common(const std::string& line, const std::string& command, Events& out);
  /// Takes an answer, or runs code.
  void take_text(const std::string& line, Events& out);

  std::unique_ptr<Asking> asking_;  // null at a step without a question
  bool finished_ = false;
  bool left_ = false;

 private:
  std::string elsewhere_;
};

}  // namespace mha::lesson
