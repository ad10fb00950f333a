#include "lesson/review.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "base/pattern.h"
#include "base/text.h"
#include "lang/syntax/typed.h"
#include "lesson/course/fences.h"
#include "lesson/quiz.h"
#include "lesson/reminder.h"
#include "lesson/session.h"

namespace mha::lesson {

namespace {

using Kind = Event::Kind;

constexpr int64_t kDay = 24 * 60 * 60;
constexpr double kSameQuestion = 0.7;  // of the words; then it is the same in other words
constexpr int kDistances[] = {1, 3, 7, 16, 35};  // in days

/// The question of a step with its options or lines under other letters,
/// because remembering a letter is not understanding. The order is never the lesson's own.
void change_letters(Step& step, uint32_t seed) {
  Block& block = step.blocks.back();
  if (auto* choice = std::get_if<Choice>(&block)) {
    const std::vector<Choice::Option> own = choice->options;
    const auto as_in_lesson = [&] {
      return std::equal(own.begin(), own.end(), choice->options.begin(), [](const auto& a, const auto& b) { return a.text == b.text; });
    };
    std::mt19937 random(seed);
    while (as_in_lesson()) std::shuffle(choice->options.begin(), choice->options.end(), random);
  } else if (auto* order = std::get_if<Order>(&block)) {
    order->id += "-" + std::to_string(seed);  // its lines are shuffled by it
  }
}

/// The letter of a choice's right option.
std::string right_letter(const Choice& choice) {
  const auto right = std::find_if(choice.options.begin(), choice.options.end(),
                                  [](const Choice::Option& o) { return o.right; });
  return std::string(1, static_cast<char>('a' + (right - choice.options.begin())));
}

}  // namespace

void schedule(Answer& answer, const Answer* before, int64_t now) {
  answer.when = now;
  if (!answer.at_once()) {
    answer.interval_days = before ? 1 : 0;
  } else if (before && before->interval_days > 0 && now < before->due) {
    answer.interval_days = before->interval_days;
    answer.due = before->due;
    return;
  } else {
    const int last = before ? before->interval_days : 0;
    const auto* next = std::upper_bound(std::begin(kDistances), std::end(kDistances), last);
    answer.interval_days = next == std::end(kDistances) ? kDistances[4] : *next;
  }
  answer.due = now + answer.interval_days * kDay;
}

/// How many of the words of the shorter of two ids are in the other, as a share; 0 if fewer
/// than three are. Short words are in every question, and the first is its kind.
static double words_in_common(const std::string& a, const std::string& b) {
  const auto words = [](const std::string& id) {
    const std::vector<std::string> all = Pattern("-").split(id);
    std::set<std::string> out;
    std::copy_if(all.begin() + 1, all.end(), std::inserter(out, out.end()), [](const std::string& w) { return w.size() > 3; });
    return out;
  };
  const std::set<std::string> one = words(a), other = words(b);
  const auto common = std::count_if(one.begin(), one.end(), [&](const std::string& w) { return other.contains(w); });
  return common < 3 ? 0 : static_cast<double>(common) / static_cast<double>(std::min(one.size(), other.size()));
}

static void keep_reworded(const Lesson& lesson, LessonProgress& progress) {
  std::map<std::string, std::string> asked;  // by id, what a former id began with as well
  for (const Step& step : lesson.steps) {
    const Block* q = step.question();
    // What is written or played has a name, and is another under another.
    if (!q || std::holds_alternative<Exercise>(*q) || std::holds_alternative<Play>(*q)) continue;
    const auto* predict = std::get_if<Predict>(q);
    const std::string& id = question_of(*q)->id;
    asked[id] = predict ? question_id("predict", predict->expression) : id.substr(0, id.find('-') + 1);
  }
  for (auto* entries : {&progress.answers, &progress.begun}) {
    std::vector<std::string> former;
    for (const auto& [id, answer] : *entries) {
      if (!asked.contains(id)) former.push_back(id);
    }
    for (const std::string& id : former) {
      std::vector<std::string> candidates;
      for (const auto& [now, beginning] : asked) {
        if (id.starts_with(beginning) && !entries->contains(now)) candidates.push_back(now);
      }
      std::string now = nearest(id, candidates);
      if (now.empty() && !candidates.empty()) {
        const auto worse = [&](const std::string& x, const std::string& y) { return words_in_common(id, x) < words_in_common(id, y); };
        now = *std::max_element(candidates.begin(), candidates.end(), worse);
        if (words_in_common(id, now) < kSameQuestion) now.clear();
      }
      if (now.empty()) continue;
      auto entry = entries->extract(id);
      entry.key() = now;
      entries->insert(std::move(entry));
    }
  }
}

void keep_reworded(const std::vector<Lesson>& course, Progress& progress) {
  const auto keep = [&](const Lesson& lesson) {
    if (progress.find(lesson.id)) keep_reworded(lesson, progress.lesson(lesson.id));
  };
  std::for_each(course.begin(), course.end(), keep);
  keep(quiz());
}

std::vector<ReviewItem> due_items(const std::vector<Lesson>& course,
                                  const Progress& progress, int64_t now) {
  // The sort key, smallest first.
  using Key = std::tuple<bool, bool, bool, int64_t>;
  std::vector<std::pair<Key, ReviewItem>> due;
  for (const Lesson& lesson : course) {
    const LessonProgress* mine = progress.find(lesson.id);
    if (!mine) continue;
    bool opening = true;
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
      const Block* q = lesson.steps[i].question();
      // A `play` task is done once; there is nothing to memorise.
      if (!q || std::holds_alternative<Play>(*q)) continue;
      const bool opens = std::exchange(opening, false);
      const auto it = mine->answers.find(question_of(*q)->id);
      if (it == mine->answers.end() || it->second.due > now) continue;
      const bool missed = !it->second.at_once();
      due.push_back({{!missed, !question_of(*q)->fresh, opens, it->second.due},
                     {&lesson, static_cast<int>(i), it->first, missed}});
    }
  }
  std::stable_sort(due.begin(), due.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<ReviewItem> items;
  for (auto& [key, item] : due) items.push_back(std::move(item));
  return items;
}

ReviewSession::ReviewSession(std::vector<ReviewItem> items, Progress& progress,
                             torch::TorchOptions options)
    : items_(std::move(items)), progress_(progress), options_(options) {}

Events ReviewSession::begin() {
  Events out;
  if (items_.empty()) {
    finished_ = true;
    out.add(Kind::done, "Nothing is due.");
  } else {
    if (items_[0].lesson->number <= 0) out.add(Kind::note, "The quiz asks about the whole course. Where a word is new to you, `explain` it, or `skip` the question.");
    show(out);
  }
  return out;
}

void ReviewSession::show(Events& out) {
  const ReviewItem& item = items_[index_];
  // The quiz is not a lesson of the course, and has no number.
  const int number = item.lesson->number;
  out.add(Kind::heading,
          (number > 0 ? "From lesson " + std::to_string(number) + ": " : "") +
              item.lesson->title);
  const Block& q = *item.lesson->steps[static_cast<size_t>(item.step)].question();
  if (const Lesson* from = not_taken(q, progress_)) {
    out.add(Kind::note, "(From lesson " + std::to_string(from->number) + ", which you have not taken.)");
  }
  asking_.reset();
  scene_.reset();
  lettered_ = std::make_unique<Lesson>(*item.lesson);
  change_letters(lettered_->steps[static_cast<size_t>(item.step)], new_seed());
  scene_ = std::make_unique<Scene>(*lettered_, options_);
  const bool renewed = question_of(q)->fresh.has_value();
  Events shown;
  if (const auto* exercise = std::get_if<Exercise>(&q)) show_used(*item.lesson, item.step, *exercise, shown);
  enter_with_section(*scene_, item.step, renewed, shown);
  if (renewed) scene_->renew(new_seed(), shown);
  show_given(*scene_, shown);
  std::move(shown.begin(), shown.end(), std::back_inserter(out));
  asking_ = std::make_unique<Asking>(*scene_);
  asking_->ask(out);
}

std::vector<std::string> ReviewSession::meaningless() const {
  std::vector<std::string> words = {"back", "forward", "fresh", "play"};
  if (waiting() != Waiting::code) words.push_back("file");
  if (!asking_->open()) words.insert(words.end(), {"hint", "skip", "again"});
  return words;
}

Events ReviewSession::take(const std::string& typed) {
  Events out;
  const std::string line = lang::handed_in(typed);
  const std::string command = command_in(line);
  if (take_common(line, command, out)) {
    const size_t done = index_ + (asking_->open() ? 0 : 1);
    if (waiting() == Waiting::left && done > 0) out.add(Kind::note, std::to_string(right_) + " of " + std::to_string(done) + " right on the first try so far.");
    return out;
  } else if (command == "again" && asks()) {
    asking_->ask(out);
  } else if (command == "next" || command == "skip") {
    if (index_ + 1 < items_.size()) {
      ++index_;
      show(out);
    } else {
      finished_ = true;
      out.add(Kind::done, "That was the last one.",
              std::to_string(right_) + " of " + std::to_string(items_.size()) +
                  " right on the first try");
    }
  } else if (command != "code") {
    out.add(Kind::note, std::string("There is nothing to go to here: ") + (asks() ? "`skip` leaves this question." : "Enter goes on."));
  } else {
    take_text(line, out);
  }
  return out;
}

void ReviewSession::keep_answer(Events&) {
  if (asking_->open()) return;
  const ReviewItem& item = items_[index_];
  LessonProgress& mine = progress_.lesson(item.lesson->id);
  const auto before = mine.answers.find(item.id);
  Answer answer = asking_->answer();
  if (answer.at_once()) ++right_;
  // Saves the answer with the lesson's own letters.
  const Block& q = *item.lesson->steps[static_cast<size_t>(item.step)].question();
  const auto* choice = std::get_if<Choice>(&q);
  if (choice && answer.right) answer.said = right_letter(*choice);
  schedule(answer, before == mine.answers.end() ? nullptr : &before->second, unix_now());
  mine.answers[item.id] = std::move(answer);
}

}  // namespace mha::lesson
