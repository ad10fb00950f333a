#pragma once

// Spaced repetition: questions come back, first those that were missed, then
// those not seen for a long time, at growing intervals and in another form:
// with new numbers or, if there are none, with other letters.

#include <memory>
#include <vector>

#include "lesson/progress.h"
#include "lesson/prompting.h"

namespace mha::lesson {

/// A question to ask again.
struct ReviewItem {
  const Lesson* lesson = nullptr;
  int step = 0;    // that ends in the question
  std::string id;  // the question's
  bool missed = false;  // the first try was not right
};

/// Says when an answer comes back: after 1, 3, 7, 16, 35 days if it was right
/// at once; else at the next review or, if it came back already, tomorrow.
/// Practice before the due time changes nothing.
void schedule(Answer& answer, const Answer* before, int64_t now);

/// Gives what was answered of a question whose words have changed since, in the course or the
/// quiz, to the question as it is asked now: one of its kind, nearly the same, and not answered yet.
void keep_reworded(const std::vector<Lesson>& course, Progress& progress);

/// The due questions, missed ones first; among these, first questions with new
/// numbers, and last those that open a lesson, which learners remember best.
/// `course` and everything in it must outlive the items.
std::vector<ReviewItem> due_items(const std::vector<Lesson>& course,
                                  const Progress& progress, int64_t now);

/// Asks them one after the other, outside their lessons.
class ReviewSession : public Prompting {
 public:
  /// `progress` must outlive the object, which reports every answer to it.
  ReviewSession(std::vector<ReviewItem> items, Progress& progress,
                torch::TorchOptions options);

  Events begin();
  Events take(const std::string& line);

  /// The index of the current item, and the number of items.
  int index() const { return static_cast<int>(index_); }
  int count() const { return static_cast<int>(items_.size()); }
  /// The lesson of that item.
  const Lesson& lesson() const { return *items_[index_].lesson; }

 protected:
  std::vector<std::string> meaningless() const override;

 private:
  Scene& scene() override { return *scene_; }
  void keep_answer(Events& out) override;
  void show(Events& out);

  std::vector<ReviewItem> items_;
  Progress& progress_;
  torch::TorchOptions options_;
  size_t index_ = 0;
  std::unique_ptr<Lesson> lettered_;  // the item's lesson, its question in another form
  std::unique_ptr<Scene> scene_;
  int right_ = 0;
};

}  // namespace mha::lesson
