#include "lesson/session.h"

#include <algorithm>
#include <utility>
#include <random>

#include "base/front_end.h"
#include "base/pattern.h"
#include "base/text.h"
#include "lang/syntax/typed.h"
#include "lesson/answers/pieces.h"
#include "lesson/play/play_lines.h"
#include "lesson/review.h"

namespace mha::lesson {

namespace {

using Kind = Event::Kind;

const char* const kFreshOffer = "Type `fresh` to be asked again with new numbers.";

}  // namespace

Session::Session(const Lesson& lesson, LessonProgress& progress, int step,
                 torch::TorchOptions options)
    : progress_(progress), scene_(lesson, options) {
  first_ = std::clamp(step, 0, step_count() - 1);
  furthest_ = progress_.done ? step_count() - 1 : first_;
  progress_.steps = step_count();
  if (progress_.done) progress_.begun.clear();
  // Half-way through a lesson, settled questions stay settled; from the start,
  // it asks everything again.
  for (int i = 0; i <= first_ && first_ > 0; ++i) {
    const Block* q = lesson.steps[static_cast<size_t>(i)].question();
    if (q && progress_.answers.contains(question_of(*q)->id)) {
      settled_.insert(question_of(*q)->id);
    }
  }
}

Events Session::begin() {
  Events out;
  const Lesson& lesson = scene_.lesson();
  out.add(Kind::title, lesson.title, first_ == 0 ? lesson.goal : "");
  // A question alone is about what the steps before it showed.
  int from = first_;
  while (from > 0 && !lesson.steps[static_cast<size_t>(from)].shows_something()) --from;
  for (; from < first_; ++from) scene_.enter(from, &out);
  go_to(first_, out);
  return out;
}

void Session::go_to(int step, Events& out) {
  asking_.reset();
  scene_.enter(step, &out);
  furthest_ = std::max(furthest_, step);
  if (progress_.step != step) progress_.when = unix_now();
  progress_.step = step;
  repeated_ = false;
  if (!scene_.now().question()) return;
  asking_ = std::make_unique<Asking>(scene_);
  const auto begun = progress_.begun.find(asking_->question().id);
  if (begun != progress_.begun.end()) asking_->resume(begun->second);
  asking_->ask(out);
  const auto before = progress_.answers.find(asking_->question().id);
  if (settled_.contains(asking_->question().id) && before != progress_.answers.end()) {
    // Enter goes on now; `play` opens the view.
    const auto asked = std::find_if(out.begin(), out.end(), [](const Event& e) { return e.kind == Kind::question; });
    if (asking_->playing() && asked != out.end()) asked->detail = "`play` opens the view again";
    asking_->recall(before->second, out);
  }
}

std::vector<std::string> Session::meaningless() const {
  std::vector<std::string> words;
  const auto without = [&](bool useless, const char* word) {
    if (useless) words.emplace_back(word);
  };
  without(step() == 0, "back");
  without(step() >= furthest_, "forward");
  without(!asks(), "hint");
  without(!asks(), "skip");
  without(!asking_ || !asking_->question().fresh || (asks() && !scene_.seed()), "fresh");
  without(waiting() != Waiting::code, "file");
  without(plays_of(scene_.lesson()).empty(), "play");
  return words;
}

Events Session::take(const std::string& typed) {
  Events out;
  const std::string line = lang::handed_in(typed);
  wanted_ = nullptr;
  const std::string command = command_in(line);
  // After its end, a lesson can be opened again.
  const bool opens = command == "back" || command == "again" || command == "fresh";
  const bool ended = std::exchange(finished_, finished_ && !opens);
  if (command == "play" || (command == "next" && waiting() == Waiting::play)) {
    open_play(command == "play" ? line : "", out);
  } else if (take_common(line, command, out)) {
    return out;
  } else if (command == "back") {
    if (ended) {
      go_to(step(), out);
    } else if (step() == 0) {
      out.add(Kind::note, "This is the first step.");
    } else {
      go_to(step() - 1, out);
    }
  } else if (command == "forward") {
    forward(out);
  } else if (command == "again") {
    again(out);
  } else if (command == "fresh") {
    fresh(out);
  } else if (command == "hint") {
    out.add(Kind::note, "There is no question open here. `explain WORD` looks a word up, `back` shows the step before.");
  } else if (command == "next" || command == "skip") {
    advance(out);
  } else if (!take_play(line, out)) {
    take_text(line, out);
  }
  return out;
}

/// Handles `set` lines, if the step has no `play` view of its own.
bool Session::take_play(const std::string& line, Events& out) {
  const std::string text(trim(line));
  const std::optional<std::string> set = set_line(text);
  if (!set || (asking_ && asking_->playing() && asks())) return false;
  if (asking_ && asking_->playing()) return take_play_line(*asking_->playing(), text, out);
  const std::string name(trim(set->substr(0, set->find_first_of("[="))));
  Playing* view = view_with(name);
  return view && take_play_line(*view, text, out);
}

/// The view beside the step that has this knob: the last one or, without any, the
/// lesson's first.
Playing* Session::view_with(const std::string& knob) {
  const auto has = [&](const Play& play) {
    return std::any_of(play.knobs.begin(), play.knobs.end(), [&](const Knob& k) { return k.name == knob; });
  };
  if (beside_ && has(beside_->play())) return beside_.get();
  const std::vector<const Play*> plays = plays_of(scene_.lesson());
  if (plays.empty()) return nullptr;
  const auto other = std::find_if(plays.begin(), plays.end(), [&](const Play* p) { return has(*p); });
  // A name of the lesson's, and of no view, is assigned to as Python does.
  if (other == plays.end() && scene_.world().has_name(knob)) return nullptr;
  if (other == plays.end() && beside_) return beside_.get();
  beside_ = make_playing(scene_.lesson(), other == plays.end() ? *plays[0] : **other, {});
  return beside_.get();
}

/// Whether the view is in a step that the learner has not come to.
bool Session::comes_later(const Play& play) const {
  const std::vector<Step>& steps = scene_.lesson().steps;
  return std::any_of(steps.begin() + furthest_ + 1, steps.end(), [&](const Step& s) { return s.question() && std::get_if<Play>(s.question()) == &play; });
}

/// Opens the view of `play NAME` or, without a name, that of the step or the lesson's only one.
void Session::open_play(const std::string& line, Events& out) {
  static const Pattern kNamed(".*play +(\\w+)[.!]*", Pattern::kAnyCase);
  const PatternMatch named = kNamed.fullmatch(trim(line));
  const std::string name = named ? lower(named[1]) : "";
  const std::vector<const Play*> plays = plays_of(scene_.lesson());
  std::vector<std::string> names;
  for (const Play* p : plays) names.push_back(p->name);
  const auto found = std::find(names.begin(), names.end(), name);
  Playing* own = asking_ ? asking_->playing() : nullptr;
  if (plays.empty()) {
    out.add(Kind::note, "This lesson has no view to play with. " + front_end().views());
  } else if (name.empty() ? own != nullptr : own && own->play().name == name) {
    wanted_ = own;
  } else if (name.empty() && !beside_ && plays.size() == 1 && comes_later(*plays[0])) {
    out.add(Kind::note, "The view of this lesson comes in a later step; it shows what is asked before. `play " + names[0] + "` opens it now.");
  } else if (found != names.end() || (name.empty() && (plays.size() == 1 || beside_))) {
    const Play& play = found != names.end() ? *plays[static_cast<size_t>(found - names.begin())]
                       : beside_            ? beside_->play() : *plays[0];
    if (!beside_ || &beside_->play() != &play) beside_ = make_playing(scene_.lesson(), play, {});
    wanted_ = beside_.get();
  } else {
    out.add(Kind::note, "Which view? `play " + join(names, "`, `play ") + "`.");
  }
  if (wanted_) show_play(*wanted_, out);
}

Events Session::played() {
  Events out;
  if (!asking_ || wanted_ != asking_->playing()) {
    if (wanted_ && wanted_->now().reached) out.add(Kind::note, "Reached: " + wanted_->settings() + ".");
  } else if (asks()) {
    asking_->played(out);
    keep_answer(out);
  }
  return out;
}

void Session::keep_answer(Events& out) {
  const std::string& id = asking_->question().id;
  if (asks()) {
    // A try counts until its question is settled, even if the learner leaves.
    if (!repeated_ && !scene_.seed()) progress_.begun[id] = asking_->answer();
    return;
  }
  const auto before = progress_.answers.find(id);
  // Going through old steps does not make right answers due again.
  const bool passed_by = asking_->answer().skipped() && before != progress_.answers.end() &&
                         before->second.right;
  if (!repeated_ && !passed_by) {
    Answer answer = asking_->answer();
    schedule(answer, before == progress_.answers.end() ? nullptr : &before->second,
             unix_now());
    progress_.answers[id] = std::move(answer);
  }
  settled_.insert(id);
  progress_.begun.erase(id);
  if (asking_->question().fresh && !asking_->answer().at_once()) {
    out.add(Kind::note, kFreshOffer);
  }
}

void Session::forward(Events& out) {
  if (step() < furthest_) {
    go_to(step() + 1, out);
  } else {
    out.add(Kind::note, "This is as far as you have come. Enter goes on.");
  }
}

void Session::again(Events& out) {
  const bool was_settled = asking_ && !asking_->open();
  if (!was_settled) {
    // The same question, with the tries and hints it has had.
    if (!scene_.seed()) scene_.enter(step(), &out);
    if (asking_) asking_->ask_anew(out);
    return;
  }
  asking_.reset();
  scene_.enter(step(), &out);
  asking_ = std::make_unique<Asking>(scene_);
  repeated_ = true;
  asking_->ask(out);
}

void Session::fresh(Events& out) {
  if (!asking_) {
    out.add(Kind::note, "There is no question here.");
  } else if (!asking_->question().fresh) {
    out.add(Kind::note, "This question has no other numbers.");
  } else if (asking_->open() && !scene_.seed()) {
    out.add(Kind::note, "First these numbers: answer, or `skip`.");
  } else {
    asking_.reset();
    scene_.renew(new_seed(), out);
    asking_ = std::make_unique<Asking>(scene_);
    repeated_ = false;
    asking_->ask(out);
  }
}

void Session::advance(Events& out) {
  if (step() + 1 < step_count()) {
    go_to(step() + 1, out);
  } else {
    finish(out);
  }
}

void Session::finish(Events& out) {
  progress_.done = true;
  progress_.step = 0;
  progress_.when = unix_now();
  finished_ = true;
  const Lesson& lesson = scene_.lesson();
  int right = 0, at_once = 0;
  for (const Step& s : lesson.steps) {
    if (!s.question()) continue;
    const auto a = progress_.answers.find(question_of(*s.question())->id);
    if (a == progress_.answers.end()) continue;
    right += a->second.right;
    at_once += a->second.at_once();
  }
  std::string score = std::to_string(right) + " of " + std::to_string(lesson.questions()) + " questions right";
  // Of none, silence is kinder.
  if (at_once == right && right > 0) {
    score += " on the first try";
  } else if (at_once > 0) {
    score += ", " + std::to_string(at_once) + " of them on the first try and without a hint";
  }
  out.add(Kind::done,
          (lesson.number > 0 ? "Lesson " + std::to_string(lesson.number) + " is done" : "The quiz is done") +
              ". Its goal: " + lesson.goal,
          std::move(score));
}

Events read_through(const Lesson& lesson, torch::TorchOptions options) {
  LessonProgress nowhere;
  Session session(lesson, nowhere, 0, options);
  Events all = session.begin();
  while (session.waiting() != Waiting::finished) {
    const bool asks = session.waiting() != Waiting::enter;
    for (Event& e : session.take(asks ? "skip" : "next")) {
      // Nobody answered, so nothing is done, and a score means nothing.
      if (e.kind == Kind::done) {
        e.detail.clear();
        e.text = (lesson.number > 0 ? "That was lesson " + std::to_string(lesson.number) : "That was the quiz") + ". Its goal: " + lesson.goal;
      }
      if (e.text == kFreshOffer) continue;
      all.push_back(std::move(e));
    }
  }
  return all;
}

uint32_t new_seed() {
  // Few enough digits to read to someone else.
  return std::random_device()() % 10000;
}

}  // namespace mha::lesson
