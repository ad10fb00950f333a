// What a page asks, beside the commands: mha_ask() takes a question in JSON and gives the answer.
//
//   {"do": "course"}                       the lessons, how far the learner is, what is due
//   {"do": "homework"}                     the assignments
//   {"do": "draft", "name": "multi-head"}  the file to start from
//   {"do": "begin", "lesson": "the-scale"} a lesson; {"review": 10}, {"quiz": ""} or {"prompt": true} instead
//   {"do": "take", "text": "(4, 64)"}      what was typed
//   {"do": "set", "knob": 0, "cell": 2, "value": "0.5"} turns what a view has; {"reset": true} instead: all of it
//   {"do": "played"}                       the view is left
//   {"do": "complete", "text": "torch.so"} names that go on from there
//   {"do": "ending", "text": "for x in y:"} whether Enter may hand it in
//   {"do": "stack", "bytes": 300000}       how much of the stack calls may take
//   {"do": "page"}                         from now on, sentences name what a page has, not commands
//
// "width" gives the columns of a picture. Answers to begin and take have "html", an element for each thing
// to show, "waiting", "draft" and "exercise", and "play" (play_json) in place of "html" for a view to open; an error is {"error": words}.

#include <emscripten.h>
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "homework/spec/assignment.h"
#include "homework/spec/draft.h"
#include "homework/verdict/attempts.h"
#include "lang/runtime/run_stack.h"
#include "lesson/quiz.h"
#include "lesson/steering.h"
#include "render/page/lesson_html.h"
#include "render/page/markdown_html.h"
#include "learner_files.h"
#include "page_front_end.h"
#include "play_json.h"
#include "talk.h"

namespace {

using mha::Error;
using mha::lesson::Lesson;
using mha::lesson::LessonProgress;
using mha::lesson::Progress;
using mha::lesson::ReviewItem;
using mha::lesson::Waiting;
using nlohmann::json;

const char* name_of(Waiting waiting) {
  switch (waiting) {
    case Waiting::enter: return "enter";
    case Waiting::answer: return "answer";
    case Waiting::code: return "code";
    case Waiting::play: return "play";
    case Waiting::finished: return "finished";
    case Waiting::left: return "left";
  }
  return "";
}

/// What a page talks to: at most one lesson, review or prompt at a time.
class Tutor {
 public:
  json answer(const json& asked) {
    width_ = asked.value("width", kWidth);
    const std::string what = asked.value("do", "");
    if (what == "course") return course();
    if (what == "homework") return homework();
    if (what == "draft") return {{"text", mha::homework::draft(mha::homework::find_assignment(asked.at("name").get<std::string>()))}};
    if (what == "begin") return begin(asked);
    if (what == "take") return take(asked.at("text").get<std::string>());
    if (what == "set") return turned(asked);
    if (what == "played") return shown(talk_->played());
    if (what == "complete") return complete(asked.at("text").get<std::string>());
    if (what == "ending") return ending(asked.at("text").get<std::string>());
    if (what == "stack") {
      mha::lang::stack_end = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - asked.at("bytes").get<uintptr_t>();
      return json::object();
    }
    if (what == "page") {
      static const mha::web::PageFrontEnd page;
      mha::set_front_end(page);
      return json::object();
    }
    throw mha::ValueError("nothing answers '" + what + "'");
  }

 private:
  static constexpr int kWidth = 80;
  static constexpr size_t kAtOnce = 10;  // questions

  Progress& progress() {
    if (!progress_) {
      progress_.emplace(mha::app::progress_file({}));
      mha::lesson::keep_reworded(mha::lesson::course(), *progress_);
    }
    return *progress_;
  }

  json course() {
    json lessons = json::array();
    for (const Lesson& l : mha::lesson::course()) {
      const LessonProgress* p = progress().find(l.id);
      lessons.push_back({{"number", l.number}, {"id", l.id}, {"title", l.title}, {"goal", mha::render::markdown_html(l.goal)},
                         {"minutes", l.minutes}, {"steps", l.steps.size()}, {"step", p ? p->step : 0}, {"done", p && p->done}});
    }
    const size_t due = mha::lesson::due_items(mha::lesson::course(), progress(), mha::lesson::unix_now()).size();
    return {{"lessons", lessons}, {"current", progress().current()}, {"due", due}};
  }

  json homework() {
    const mha::homework::Attempts attempts(mha::app::attempts_file());
    json out = json::array();
    for (const mha::homework::Assignment& a : mha::homework::assignments()) {
      if (!a.form.empty()) continue;
      out.push_back({{"id", a.id}, {"title", a.title}, {"task", mha::render::markdown_html(a.text)}, {"passed", attempts.passed(a.id)}});
    }
    return {{"homework", out}};
  }

  json begin(const json& asked) {
    talk_.reset();
    lesson_ = nullptr;
    if (asked.contains("lesson")) {
      const auto& all = mha::lesson::course();
      const auto name = asked.at("lesson").get<std::string>();
      lesson_ = name.empty() ? &current() : &mha::lesson::find_lesson(all, name);
      const LessonProgress* before = progress().find(lesson_->id);
      const int step = before ? before->step : 0;
      progress().set_current(lesson_->id);
      talk_ = std::make_unique<mha::web::TalkOf<mha::web::InPage<mha::lesson::Session>>>(*lesson_, progress().lesson(lesson_->id), step, mha::torch::TorchOptions{});
    } else if (asked.contains("prompt")) {
      talk_ = std::make_unique<mha::web::TalkOf<mha::lesson::Workbench>>(mha::torch::TorchOptions{});
    } else {
      std::vector<ReviewItem> items = asked_again(asked);
      if (items.empty()) return {{"html", ""}, {"waiting", "finished"}, {"nothing", true}};
      if (items.size() > kAtOnce) items.resize(kAtOnce);
      talk_ = std::make_unique<mha::web::TalkOf<mha::web::InPage<mha::lesson::ReviewSession>>>(std::move(items), progress(), mha::torch::TorchOptions{});
    }
    return shown(talk_->begin());
  }

  std::vector<ReviewItem> asked_again(const json& asked) {
    if (asked.contains("review")) return mha::lesson::due_items(mha::lesson::course(), progress(), mha::lesson::unix_now());
    const Lesson& quiz = mha::lesson::quiz();
    const auto topic = asked.at("quiz").get<std::string>();
    return mha::lesson::quiz_items(quiz, topic.empty() ? "" : mha::lesson::find_topic(quiz, topic), progress());
  }

  const Lesson& current() {
    for (const Lesson& l : mha::lesson::course()) {
      if (l.id == progress().current()) return l;
    }
    return mha::lesson::course().front();
  }

  json take(const std::string& text) {
    if (!talk_) throw mha::ValueError("no lesson has begun");
    json out = shown(talk_->take(text));
    if (const auto* playing = talk_->playing()) {
      out["play"] = mha::web::play_json(*playing, width_);
      out["html"] = "";
    }
    if (!talk_->elsewhere().empty()) out["elsewhere"] = elsewhere(talk_->elsewhere());
    return out;
  }

  /// Where `learn 4` goes, or why it cannot.
  static json elsewhere(const std::string& line) {
    const std::optional<std::string> name = mha::lesson::lesson_request(line);
    if (!name) return {{"list", true}};
    try {
      return {{"lesson", mha::lesson::find_lesson(mha::lesson::course(), *name).id}};
    } catch (const Error& e) {
      return {{"error", e.message() + "."}};
    }
  }

  json turned(const json& asked) {
    mha::lesson::Playing* playing = talk_ ? talk_->playing() : nullptr;
    if (!playing) throw mha::ValueError("no view is open");
    std::string problem;
    if (asked.contains("reset")) {
      playing->reset(std::nullopt);
    } else {
      const auto knob = asked.at("knob").get<size_t>();
      if (knob >= playing->play().knobs.size()) throw mha::ValueError("the view has no such knob");
      problem = playing->set(knob, asked.value("cell", int64_t{0}), asked.at("value").get<std::string>());
    }
    json out = mha::web::play_json(*playing, width_);
    out["problem"] = problem;
    return out;
  }

  json shown(mha::lesson::Events events) {
    static const Lesson none;
    progress().save();
    say_how_to_answer(events);
    json out = {{"html", mha::render::lesson_html(lesson_ ? *lesson_ : none, events, width_)},
                {"waiting", name_of(talk_->waiting())},
                {"draft", talk_->draft()},
                {"exercise", talk_->exercise()},
                {"index", talk_->index()},
                {"count", talk_->count()},
                {"lesson", lesson_ ? lesson_->id : ""}};
    if (lesson_ && talk_->waiting() == Waiting::finished) {
      if (const Lesson* next = after(*lesson_)) {
        out["next"] = {{"id", next->id}, {"number", next->number}, {"title", next->title}};
        progress().set_current(next->id);
        progress().save();
      }
    }
    return out;
  }

  /// What a page has for it beside a line to type into.
  void say_how_to_answer(mha::lesson::Events& events) const {
    using Kind = mha::lesson::Event::Kind;
    for (size_t i = 0; i < events.size(); ++i) {
      if (events[i].kind != Kind::question) continue;
      const Kind next = i + 1 < events.size() ? events[i + 1].kind : Kind::done;
      if (talk_->waiting() == Waiting::code) events[i].detail = "code, in the editor; Hand in gives it to the tutor";
      if (next == Kind::option) events[i].detail = "press one, or type its letter or its words";
      if (next == Kind::line) events[i].detail = "press the lines in the right order, then Answer; or type their letters";
    }
  }

  static const Lesson* after(const Lesson& lesson) {
    for (const Lesson& l : mha::lesson::course()) {
      if (l.number > lesson.number) return &l;
    }
    return nullptr;
  }

  json complete(const std::string& text) {
    if (!talk_) return {{"typed", 0}, {"words", json::array()}};
    const mha::lesson::Completions found = talk_->completions(text);
    return {{"typed", found.typed}, {"words", found.words}};
  }

  /// "whole": Enter hands it in; otherwise it may start another line.
  json ending(const std::string& text) {
    using mha::lang::Ending;
    const Ending end = mha::lesson::ending_at(talk_ ? talk_->waiting() : Waiting::code, text);
    return {{"ending", end == Ending::whole        ? "whole"
                       : end == Ending::unfinished ? "unfinished"
                                                   : "may go on"},
            {"missing", talk_ ? talk_->missing(text) : ""}};
  }

  std::optional<Progress> progress_;
  const Lesson* lesson_ = nullptr;
  std::unique_ptr<mha::web::Talk> talk_;
  int width_ = kWidth;
};

}  // namespace

extern "C" EMSCRIPTEN_KEEPALIVE const char* mha_ask(const char* question) {
  // Never destroyed: the page goes with all its memory.
  static Tutor* const tutor = new Tutor;
  static std::string reply;
  json out;
  try {
    out = tutor->answer(json::parse(question));
  } catch (const Error& e) {
    out = {{"error", e.message()}, {"help", e.help()}};
  } catch (const json::exception& e) {
    out = {{"error", std::string("not a question: ") + e.what()}};
  }
  // What learners type may hold bytes that are not UTF-8.
  reply = out.dump(-1, ' ', false, json::error_handler_t::replace);
  return reply.c_str();
}
