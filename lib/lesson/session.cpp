#include "lesson/session.h"

#include <algorithm>

#include "base/text.h"
#include "lang/parser.h"

namespace mha::lesson {

namespace {

/// The commands, each with the words that mean it. A command is the whole line:
/// "next" goes on, "next = 3" is code. No word is a letter that may answer a
/// choice.
struct Command {
  const char* name;
  std::vector<std::string> words;
  const char* help;
};

const std::vector<Command>& command_table() {
  static const std::vector<Command> table = {
      {"next", {"", "next", "n"}, "go on (or press Enter)"},
      {"back", {"back"}, "one step back"},
      {"hint", {"hint", "h"}, "a hint for the question; ask again for more"},
      {"skip", {"skip", "s"}, "show the answer and go on"},
      {"again", {"again"}, "show this step again"},
      {"help", {"help", "?"}, "this list"},
      {"quit", {"quit", "q", "exit"}, "leave; your place is kept"},
  };
  return table;
}

std::string command_of(const std::string& line) {
  for (const Command& c : command_table()) {
    if (std::find(c.words.begin(), c.words.end(), line) != c.words.end()) {
      return c.name;
    }
  }
  return "code";
}

Event event(Event::Kind kind, std::string text, std::string detail = "") {
  return {kind, std::move(text), std::move(detail), nullptr, nullptr};
}

Event failure(const torch::Report& r) {
  return {Event::Kind::failure, "", "", std::make_shared<torch::Report>(r),
          nullptr};
}

std::string letter(size_t i) {
  return std::string(1, static_cast<char>('a' + i));
}

std::string question_text(const Block& q) {
  if (const auto* p = std::get_if<Predict>(&q)) return p->expression;
  if (const auto* c = std::get_if<Choice>(&q)) return c->question;
  if (const auto* o = std::get_if<Order>(&q)) return o->question;
  return "write " + std::get<Exercise>(q).name;
}

const std::vector<Text>& hints_of(const Block& q) { return question_of(q)->hints; }

}  // namespace

const std::vector<std::pair<std::string, std::string>>& commands() {
  static const std::vector<std::pair<std::string, std::string>> words = [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const Command& c : command_table()) all.emplace_back(c.name, c.help);
    return all;
  }();
  return words;
}

Session::Session(const Lesson& lesson, LessonProgress& progress, int step,
                 torch::TorchOptions options)
    : lesson_(lesson), progress_(progress), options_(options) {
  step_ = std::clamp(step, 0, step_count() - 1);
  progress_.steps = step_count();
}

Session::~Session() = default;

void Session::interrupt() { world_->interpreter().interrupt = true; }

std::vector<Event> Session::begin() {
  Events out;
  if (step_ == 0) {
    out.push_back(event(Event::Kind::title, lesson_.title, lesson_.goal));
  }
  rebuild();
  show_step(out);
  return out;
}

/// A fresh world in which the cells of all earlier steps have been run.
void Session::rebuild() {
  world_ = std::make_unique<World>(options_);
  for (int i = 0; i < step_; ++i) {
    for (const Block& b : lesson_.steps[static_cast<size_t>(i)].blocks) {
      if (const auto* cell = std::get_if<Cell>(&b)) run_cell(*cell, true, nullptr);
    }
  }
  dirty_ = false;
}

void Session::run_cell(const Cell& cell, bool silent, Events* out) {
  const Outcome o = world_->run(cell.code);
  if (silent || cell.hidden) return;
  if (!o.output.empty()) out->push_back(event(Event::Kind::output, o.output));
  if (o.failure) out->push_back(failure(*o.failure));
}

void Session::show_step(Events& out) {
  const Step& step = lesson_.steps[static_cast<size_t>(step_)];
  tries_ = 0;
  hints_shown_ = 0;
  answered_ = false;
  progress_.step = step_;
  if (!step.heading.empty()) {
    out.push_back(event(Event::Kind::heading, step.heading));
  }
  for (const Block& b : step.blocks) {
    if (const auto* prose = std::get_if<Prose>(&b)) {
      out.push_back(event(Event::Kind::prose, prose->markdown));
    } else if (const auto* cell = std::get_if<Cell>(&b)) {
      if (!cell->hidden) out.push_back(event(Event::Kind::code, cell->code->text()));
      run_cell(*cell, false, &out);
    } else if (const auto* picture = std::get_if<Picture>(&b)) {
      out.push_back({Event::Kind::picture, "", "", nullptr,
                     std::make_shared<PictureData>(world_->picture(*picture))});
    }
  }
  waiting_ = Waiting::enter;
  if (question()) ask(out);
}

const Block* Session::question() const {
  return lesson_.steps[static_cast<size_t>(step_)].question();
}

void Session::ask(Events& out) {
  const Block& q = *question();
  waiting_ = Waiting::answer;
  if (const auto* predict = std::get_if<Predict>(&q)) {
    const Outcome o = world_->run("question", predict->expression);
    out.push_back(event(Event::Kind::question,
                        predict->question.empty()
                            ? "Before it is shown: what is `" + predict->expression + "`?"
                            : predict->question,
                        answer_form(*world_, o.value)));
  } else if (const auto* choice = std::get_if<Choice>(&q)) {
    out.push_back(event(Event::Kind::question, choice->question, "a letter"));
    for (size_t i = 0; i < choice->options.size(); ++i) {
      out.push_back(event(Event::Kind::option, choice->options[i].text, letter(i)));
    }
  } else if (const auto* order = std::get_if<Order>(&q)) {
    out.push_back(event(Event::Kind::question, order->question, "letters"));
  } else {
    const Exercise& exercise = std::get<Exercise>(q);
    waiting_ = Waiting::code;
    out.push_back(event(Event::Kind::starter, exercise.start.text));
    out.push_back(event(Event::Kind::question,
                        "Your turn: write `" + exercise.name + "`.",
                        "code; an empty line ends it"));
  }
}

bool Session::needs_more(const std::string& text) const {
  // An open bracket goes on; so does a block, until an empty line.
  if (text.ends_with("\n\n")) return false;
  try {
    const lang::ModulePtr code = lang::parse(std::make_shared<Source>("line", text));
    if (code->body.empty()) return false;
    switch (code->body.back()->kind) {
      case lang::StmtKind::if_:
      case lang::StmtKind::for_:
      case lang::StmtKind::while_:
      case lang::StmtKind::with:
      case lang::StmtKind::try_:
      case lang::StmtKind::function:
      case lang::StmtKind::class_:
        return true;
      default:
        return false;
    }
  } catch (const lang::SyntaxError& e) {
    return e.incomplete;
  } catch (const Error&) {
    return false;
  }
}

std::vector<Event> Session::take(const std::string& line) {
  Events out;
  const std::string text(trim(line));
  const std::string command = command_of(text);
  if (command == "quit") {
    waiting_ = Waiting::left;
  } else if (command == "help") {
    for (const auto& [word, help] : commands()) {
      out.push_back(event(Event::Kind::note, help, word));
    }
    out.push_back(event(Event::Kind::note,
                        "runs it here: `q.shape`, `scores * 2`, `print(x)`",
                        "any code"));
  } else if (command == "back") {
    if (step_ == 0) {
      out.push_back(event(Event::Kind::note, "This is the first step."));
    } else {
      go_to(step_ - 1, out);
    }
  } else if (command == "again") {
    go_to(step_, out);
  } else if (command == "hint") {
    hint(out);
  } else if (command == "skip") {
    skip(out);
  } else if (command == "next" && question() && !answered_) {
    out.push_back(event(Event::Kind::note,
                        "Have a guess first: a wrong one teaches as much. "
                        "Or type `hint`, or `skip`."));
  } else if (command == "next") {
    advance(out);
  } else if (!question() || answered_) {
    live(line, out);
  } else if (const auto* predict = std::get_if<Predict>(question())) {
    answer_predict(*predict, text, out);
  } else if (const auto* choice = std::get_if<Choice>(question())) {
    answer_choice(*choice, text, out);
  } else if (std::holds_alternative<Order>(*question())) {
    live(line, out);
  } else {
    answer_exercise(std::get<Exercise>(*question()), line, out);
  }
  return out;
}

void Session::go_to(int step, Events& out) {
  step_ = step;
  rebuild();
  show_step(out);
}

void Session::advance(Events& out) {
  if (step_ + 1 < step_count()) {
    ++step_;
    // What the learner's own lines changed is put right for the next cell.
    if (dirty_) rebuild();
    show_step(out);
    return;
  }
  progress_.done = true;
  progress_.step = 0;
  waiting_ = Waiting::finished;
  const auto right = std::count_if(
      progress_.answers.begin(), progress_.answers.end(), [](const auto& a) {
        return a.second.right && a.second.tries == 1 && a.second.hints == 0;
      });
  out.push_back(event(Event::Kind::done,
                      "That was lesson " + std::to_string(lesson_.number) +
                          ". " + lesson_.goal,
                      std::to_string(right) + " of " +
                          std::to_string(lesson_.questions()) +
                          " questions right at once"));
}

void Session::hint(Events& out) {
  if (!question() || answered_) {
    out.push_back(event(Event::Kind::note, "There is no question open here."));
    return;
  }
  const std::vector<Text>& hints = hints_of(*question());
  if (hints.empty()) {
    out.push_back(event(Event::Kind::note,
                        "No hint for this one: try a small case at the prompt, "
                        "or `skip` to see the answer."));
    return;
  }
  const size_t i = std::min(static_cast<size_t>(hints_shown_), hints.size() - 1);
  hints_shown_ = static_cast<int>(i) + 1;
  out.push_back(event(Event::Kind::hint, hints[i].text,
                      std::to_string(i + 1) + " of " + std::to_string(hints.size())));
}

void Session::skip(Events& out) {
  if (question() && !answered_) {
    settled(false, "(skipped)", out);
    show_answer(out);
    waiting_ = Waiting::enter;
    return;
  }
  advance(out);
}

void Session::show_answer(Events& out) {
  const Block& q = *question();
  if (const auto* predict = std::get_if<Predict>(&q)) {
    const Outcome o = world_->run("answer", predict->expression);
    out.push_back(event(Event::Kind::output, o.output));
    if (!predict->why.empty()) out.push_back(event(Event::Kind::prose, predict->why));
  } else if (const auto* choice = std::get_if<Choice>(&q)) {
    for (size_t i = 0; i < choice->options.size(); ++i) {
      if (!choice->options[i].right) continue;
      out.push_back(event(Event::Kind::note, "The answer is " + letter(i) + ": " + choice->options[i].text + "."));
      out.push_back(event(Event::Kind::prose, choice->options[i].reply));
    }
  } else if (const auto* order = std::get_if<Order>(&q)) {
    for (const std::string& line : order->lines) {
      out.push_back(event(Event::Kind::code, line));
    }
  } else {
    const Exercise& exercise = std::get<Exercise>(q);
    out.push_back(event(Event::Kind::note, "One way to write it:"));
    out.push_back(event(Event::Kind::code, exercise.solution.text));
    world_->run("solution", exercise.solution.text);
  }
}

void Session::settled(bool right, const std::string& said, Events&) {
  answered_ = true;
  Answer& a = progress_.answers[step_];
  a = {question_text(*question()), said, right, tries_, hints_shown_};
}

void Session::live(const std::string& code, Events& out) {
  dirty_ = true;
  const Outcome o = world_->run("your line", code);
  if (!o.output.empty()) out.push_back(event(Event::Kind::output, o.output));
  if (o.failure) out.push_back(failure(*o.failure));
}

}  // namespace mha::lesson
