// Reads a lesson file into a Lesson: front matter, sections, and fences
// arranged in steps. fences.cpp reads single fences.

#include <algorithm>
#include <map>

#include "base/text.h"
#include "lesson/course/document.h"

namespace mha::lesson {

namespace {

constexpr int kLessonFormat = 1;  // of lesson files, that this version knows

// In the quiz: the lesson that the questions below it are from.
constexpr std::string_view kLessonMark = "lesson: ";

/// Reads one file, line by line.
class LessonReader : FileReader {
 public:
  LessonReader(const SourcePtr& file, std::vector<Problem>& problems, bool proven) : FileReader(file, problems, proven) {
    lesson_.file = file;
  }

  Lesson read() {
    number_and_id();
    front_matter([this](const std::string& key, const std::string& value) { front_entry(key, value); });
    // A newer format may mean anything: nothing more is said about such a file.
    if (newer_) return std::move(lesson_);
    const int end = std::max(line_ - 1, 1);
    if (end > 1 && lesson_.title.empty()) problem(end, "front matter without a title");
    if (end > 1 && lesson_.goal.empty() && lesson_.id != kQuiz) problem(end, "front matter without a goal");
    lesson_.steps.emplace_back();
    for (; line_ <= file_->line_count(); ++line_) {
      const std::string_view line = file_->line(line_);
      if (line.starts_with(kFence)) {
        flush_prose();
        if (const auto f = fence()) take_fence(*f);
      } else if (line.starts_with("## ")) {
        flush_prose();
        section(std::string(trim(line.substr(3))));
      } else if (lesson_.id == kQuiz && line.starts_with(kLessonMark)) {
        from_ = trim(line.substr(kLessonMark.size()));
      } else if (trim(line) == "---") {
        // A pause: what follows is the next step.
        flush_prose();
        if (exercise_is_whole()) finish_exercise();
        if (!lesson_.steps.back().blocks.empty()) lesson_.steps.emplace_back();
      } else {
        prose_ += std::string(line) + "\n";
      }
    }
    flush_prose();
    finish_exercise();
    if (lesson_.steps.back().blocks.empty()) lesson_.steps.pop_back();
    if (lesson_.steps.empty()) problem(1, "a lesson without anything in it");
    return std::move(lesson_);
  }

 private:
  void number_and_id() {
    if (name_ == kQuiz) {
      lesson_.id = name_;
      return;
    }
    const size_t dash = name_.find('-');
    const std::string digits = name_.substr(0, dash);
    if (dash == std::string::npos || digits.empty() || digits.size() > 4 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      problem(1, "the file's name must be NN-name.md: its number is its order, "
                 "its name its id");
      return;
    }
    lesson_.number = std::stoi(digits);
    lesson_.id = name_.substr(dash + 1);
  }

  void front_entry(const std::string& key, const std::string& value) {
    if (key == "title") {
      lesson_.title = value;
    } else if (key == "goal") {
      lesson_.goal = value;
    } else if (key == "minutes") {
      lesson_.minutes = whole_number(key, value);
    } else if (key == "format") {
      newer_ = whole_number(key, value) > kLessonFormat;
      if (newer_) {
        problem(line_, "made for a newer mha-tutor: its format is " + value +
                           ", this one knows " + std::to_string(kLessonFormat));
      }
    } else if (key == "needs") {
      lesson_.needs_span = span_of(line_);
      lesson_.needs = comma_list(value);
    } else {
      complaints_.no_such(span_of(line_), "key", key,
                          {"title", "goal", "needs", "minutes", "format"});
    }
  }

  int whole_number(const std::string& key, const std::string& value) {
    if (value.empty() || value.size() > 6 ||
        value.find_first_not_of("0123456789") != std::string::npos) {
      problem(line_, key + " is a whole number, not '" + value + "'");
      return 0;
    }
    return std::stoi(value);
  }

  void section(const std::string& heading) {
    finish_exercise();
    if (!lesson_.steps.back().blocks.empty()) lesson_.steps.emplace_back();
    lesson_.steps.back().heading = heading;
    constexpr std::string_view kExercise = "Exercise:";
    if (heading.starts_with(kExercise)) {
      exercise_.emplace();
      exercise_->name = trim(heading.substr(kExercise.size()));
      exercise_->span = span_of(line_);
      exercise_->id = question_id("exercise", exercise_->name);
      if (exercise_->name.empty()) {
        problem(line_, "an exercise needs the name that it is about");
      }
    }
  }

  void flush_prose() {
    const std::string text(trim(prose_));
    prose_.clear();
    if (!text.empty()) add(Prose{text});
  }

  /// Adds to the step that is being filled: a new one after a question.
  void add(Block block) {
    if (Question* q = question_of(block)) {
      q->lesson = from_;
      if (!ids_.emplace(q->id, q->span).second) {
        complaints_.add(q->span, "this question was asked before, on line " +
                            std::to_string(file_->place(ids_[q->id].begin).line),
                        "word it otherwise: answers are kept by its words");
      }
    }
    if (lesson_.steps.back().question()) lesson_.steps.emplace_back();
    lesson_.steps.back().blocks.push_back(std::move(block));
  }

  void take_fence(const Fence& f) {
    if (f.role == "torch") {
      torch_fence(f);
    } else if (f.role == "predict") {
      if (auto q = read_predict(f, complaints_)) add_question(std::move(*q));
    } else if (f.role == "choice") {
      add_question(read_choice(f, complaints_));
    } else if (f.role == "order") {
      add_question(read_order(f, complaints_));
    } else if (f.role == "show") {
      if (auto p = read_picture(f, complaints_)) add(std::move(*p));
    } else if (f.role == "play") {
      if (auto q = read_play(f, complaints_)) add_question(std::move(*q));
    } else if (f.role == "hint" || f.role == "why") {
      said_to_question(f);
    } else {
      complaints_.no_such(f.head, "kind of fence", f.role,
                          {"torch", "predict", "choice", "order", "play", "hint",
                           "why", "show"});
    }
  }

  void add_question(Block question) {
    if (exercise_is_whole()) finish_exercise();
    add(std::move(question));
  }

  void torch_fence(const Fence& f) {
    const size_t blank = std::min(f.rest.find(' '), f.rest.size());
    const std::string use = f.rest.substr(0, blank);
    const std::string more(trim(f.rest.substr(blank)));
    if (!more.empty() && use != "wrong") {
      complaints_.add(f.head, "nothing follows 'torch " + use + "'");
    }
    if (use == "start" || use == "solution" || use == "check" || use == "wrong") {
      exercise_fence(f, use, more);
    } else if (use == "fresh") {
      fresh_fence(f);
    } else if (use.empty() || use == "hidden" || use == "error") {
      const Text code = read_code(f, complaints_);
      auto source = std::make_shared<Source>(
          "lesson " + std::to_string(lesson_.number), code.text);
      add(Cell{std::move(source), use == "hidden", use == "error", code.span});
    } else {
      complaints_.no_such(f.head, "use of a torch fence", use,
                          {"hidden", "error", "start", "solution", "check",
                           "wrong", "fresh"});
    }
  }

  void exercise_fence(const Fence& f, const std::string& use,
                      const std::string& reply) {
    if (!exercise_) {
      complaints_.add(f.head, "'torch " + use + "' stands only under a heading "
                              "'## Exercise: name'");
      return;
    }
    if (use == "start") {
      // It may contain the mistake that the learner should find.
      exercise_->start = {f.body, f.content};
    } else if (use == "solution") {
      exercise_->solution = read_code(f, complaints_);
    } else if (use == "check") {
      exercise_->checks.push_back(read_code(f, complaints_));
    } else {
      const Text code = read_code(f, complaints_);
      if (reply.empty()) {
        complaints_.add(f.head, "a wrong program needs the reply to it",
                        "```torch wrong This forgets to divide.");
      }
      exercise_->wrong.push_back({code.text, reply, code.span});
    }
  }

  void fresh_fence(const Fence& f) {
    Question* q = asked_last();
    if (!q) {
      complaints_.add(f.head, "'torch fresh' follows the question that it gives "
                              "new numbers");
    } else if (q->fresh) {
      complaints_.add(f.head, "this question has a 'torch fresh' already");
    } else {
      q->fresh = read_code(f, complaints_);
    }
  }

  void said_to_question(const Fence& f) {
    Question* q = asked_last();
    const std::string text(trim(f.body));
    if (!q) {
      complaints_.add(f.head, f.role == "hint"
                                  ? "a hint follows the question it belongs to"
                                  : "'why' follows the question that it explains");
    } else if (!f.rest.empty() && !(f.role == "hint" && f.rest == "first")) {
      complaints_.add(f.head, f.role == "hint" ? "only 'first' may follow 'hint'" : "nothing follows 'why'");
    } else if (text.empty()) {
      complaints_.add(f.head, "this " + f.role + " says nothing");
    } else if (f.role == "hint") {
      q->hints.push_back({{text, f.content}, f.rest == "first"});
    } else if (!q->why.empty()) {
      complaints_.add(f.head, "this question has a 'why' already");
    } else {
      q->why = text;
    }
  }

  /// The question that hints and the like belong to, or null.
  Question* asked_last() {
    Step& step = lesson_.steps.back();
    const bool begun = exercise_ && (is_there(exercise_->start) ||
                                     is_there(exercise_->solution));
    if (!begun && step.question()) return question_of(step.blocks.back());
    return exercise_ ? &*exercise_ : nullptr;
  }

  static bool is_there(const Text& code) { return code.span.end > 0; }

  bool exercise_is_whole() const {
    return exercise_ && is_there(exercise_->start) &&
           is_there(exercise_->solution);
  }

  void finish_exercise() {
    if (!exercise_) return;
    if (!exercise_is_whole()) {
      complaints_.add(exercise_->span, "an exercise has a 'torch start' and a "
                                       "'torch solution'");
    }
    Exercise whole = std::move(*exercise_);
    exercise_.reset();
    add(std::move(whole));
  }

  Lesson lesson_;
  bool newer_ = false;
  std::string prose_;
  std::string from_;
  std::optional<Exercise> exercise_;   // the section that is being read
  std::map<std::string, Span> ids_;    // of the questions so far
};

}  // namespace

Lesson read_lesson(const SourcePtr& file, std::vector<Problem>& problems, bool proven) {
  return LessonReader(file, problems, proven).read();
}

}  // namespace mha::lesson
