#pragma once

// What was asked comes back: what was missed first, then what has not been
// seen for long, at growing distance and in another form: with new numbers or,
// where there are none, with other letters.

#include <memory>
#include <vector>

#include "lesson/asking.h"
#include "lesson/completion.h"
#include "lesson/progress.h"

namespace mha::lesson {

/// A question to be asked again.
struct ReviewItem {
  const Lesson* lesson = nullptr;
  int step = 0;    // that ends in the question
  std::string id;  // the question's
  bool missed = false;  // it was not right at once
};

/// Says when an answer comes back: after 1, 3, 7, 16, 35 days if it was right
/// at once; else at the next review or, if it came back already, tomorrow.
/// Practice before it is due moves nothing.
void schedule(Answer& answer, const Answer* before, int64_t now);

/// The questions that are due, those that were missed first; among equals, those
/// that come with new numbers, and last those that open a lesson, whose words are
/// best remembered. `course` and everything in it outlive the items. Answers kept by an earlier version are
/// put in place.
std::vector<ReviewItem> due_items(const std::vector<Lesson>& course,
                                  Progress& progress, int64_t now);

/// Asks them one after the other, outside their lessons.
class ReviewSession {
 public:
  /// `progress` outlives it and is told of every answer.
  ReviewSession(std::vector<ReviewItem> items, Progress& progress,
                torch::TorchOptions options);

  Events begin();
  Events take(const std::string& line);

  /// The last line, if it asked for a lesson, `learn 4`, or for `list`. The program around
  /// sees to it.
  const std::string& elsewhere() const { return elsewhere_; }

  Waiting waiting() const;
  /// The code that the prompt begins with: of an open exercise, what was tried last or
  /// the start; else none.
  std::string draft() const { return asking_ ? asking_->draft() : ""; }
  /// Of an open exercise, its name; else empty.
  std::string exercise() const { return waiting() == Waiting::code ? asking_->question_name() : ""; }
  /// What may follow at the prompt.
  Completions completions(const std::string& before_cursor);
  void interrupt() { World::interrupt_running(); }
  /// The item that is being asked, from 0, and how many there are.
  int index() const { return static_cast<int>(index_); }
  int count() const { return static_cast<int>(items_.size()); }
  /// The lesson of that item.
  const Lesson& lesson() const { return *items_[index_].lesson; }

 private:
  std::vector<std::string> meaningless() const;  // commands that do nothing here
  void show(Events& out);
  void keep_if_settled();

  std::vector<ReviewItem> items_;
  Progress& progress_;
  torch::TorchOptions options_;
  size_t index_ = 0;
  std::unique_ptr<Lesson> lettered_;  // the item's lesson, its question in another form
  std::unique_ptr<Scene> scene_;
  std::unique_ptr<Asking> asking_;
  std::string elsewhere_;
  int right_ = 0;
  bool finished_ = false;
  bool left_ = false;
};

}  // namespace mha::lesson
