// What a learner types at an open question: an option, an order of lines, a program, or code to
// try. asking_value.cpp has those that ask for a value.

#include "lesson/asking.h"

#include <algorithm>
#include <cctype>

#include "base/pattern.h"
#include "base/text.h"
#include "lang/syntax/typed.h"
#include "lesson/answers/choosing.h"
#include "lesson/answers/compare.h"
#include "lesson/answers/core.h"
#include "lesson/answers/line_order.h"
#include "lesson/answers/order_said.h"
#include "lesson/answers/typed_code.h"
#include "lesson/steering.h"

namespace mha::lesson {

namespace {

using Kind = Event::Kind;

// After this many wrong tries it offers the answer.
constexpr int kTries = 3;

constexpr size_t kLongestAnswer = 2000;  // characters

/// "option 3", "#3": its letter, unless an option has this number.
std::string with_letter(const std::string& line, const std::vector<Choice::Option>& options) {
  static const Pattern kNumbered(R"( *(?:(?:(?:option|number|choice|answer|no\.?) *){1,2}|# *)([1-9]) *)", Pattern::kAnyCase);
  const PatternMatch m = kNumbered.fullmatch(line);
  if (!m) return line;
  const std::string number = m[1];
  const auto place = static_cast<size_t>(number[0] - '1');
  const bool taken = std::any_of(options.begin(), options.end(), [&](const Choice::Option& o) { return o.text.find(number) != std::string::npos; });
  return taken || place >= options.size() ? line : option_letter(place);
}

/// "solution", "tell me", at a question.
bool asks_for_help(const std::string& line) {
  static const Pattern kAsks(R"( *(?:(?:the |what is the )?(?:solution|answer)|(?:please )?(?:tell|help) me(?: please)?)[.!? ]*)", Pattern::kAnyCase);
  return kAsks.matches(line);
}

/// Whether the code defines the name, or gives it a value or a part of one.
bool makes_name(const std::string& code, const std::string& name) {
  const Pattern defines("(?:^|\n) *(?:(?:def|class) +" + name + "\\b|(?:[\\w, *]*, *)?" + name + "\\b[^=\n()]*=(?!=))");
  return defines.is_in(code);
}

/// A program's output, cut so that the verdict above it stays on the screen.
std::string beginning_of(const std::string& shown) {
  constexpr std::ptrdiff_t kWhole = 12, kPart = 6;
  const std::ptrdiff_t lines = std::count(shown.begin(), shown.end(), '\n');
  if (lines <= kWhole) return shown;
  size_t end = 0;
  for (std::ptrdiff_t i = 0; i < kPart; ++i) end = shown.find('\n', end) + 1;
  return shown.substr(0, end) + "... (" + std::to_string(lines - kPart) + " more lines)\n";
}

}  // namespace

void Asking::take(const std::string& line, Events& out) {
  const bool told = std::holds_alternative<Predict>(block_) || std::holds_alternative<Choice>(block_) || std::holds_alternative<Order>(block_);
  if (told && line.size() > kLongestAnswer) {
    try_line(line, out);  // nobody answers so: pasted code
  } else if (asks_for_help(line) && !scene_.world().has_name(std::string(trim(line)))) {
    out.add(Kind::note, "`hint` helps, `show me` shows the answer.");
  } else if (const auto* predict = std::get_if<Predict>(&block_)) {
    take_predict(*predict, std::string(trim(line)), out);
  } else if (const auto* choice = std::get_if<Choice>(&block_)) {
    take_choice(*choice, numbers_alone(without_doubts(std::string(trim(line)))), out);
  } else if (const auto* order = std::get_if<Order>(&block_)) {
    take_order(*order, numbers_alone(without_doubts(std::string(trim(line)))), out);
  } else if (const auto* play = std::get_if<Play>(&block_)) {
    take_play(*play, line, out);
  } else {
    take_exercise(std::get<Exercise>(block_), line, out);
  }
}

void Asking::try_line(const std::string& line, Events& out) {
  Events shown;
  scene_.live(line, shown);
  still_open(std::move(shown), out);
}

void Asking::still_open(Events shown, Events& out) {
  for (Event& e : shown) out.push_back(std::move(e));
  out.add(Kind::note, "(That ran your line. The question is still open.)");
}

void Asking::not_an_answer(const std::string& slip, const std::string& form, Events& out) {
  if (!slip.empty()) {
    out.add(Kind::note, slip + "The answer is " + form + ".");
    told_form_ = true;
    return;
  }
  if (told_form_) {
    out.add(Kind::note, "That does not read as an answer either. `hint` helps, `show me` shows the answer.");
    return;
  }
  told_form_ = true;
  out.add(Kind::note, "I could not read that as an answer. It should be " + form + ". (You lose no try.)");
}

void Asking::try_again(Events& out) {
  const bool more = static_cast<size_t>(answer_.hints) < hints().size();
  const std::string text =
      answer_.tries >= kTries && more
          ? std::string("Try again, take ") + (answer_.hints > 0 ? "another" : "a") + " `hint`, or type `show me` for the answer."
      : more ? "Try again, or type `hint`." : "Try again, or type `show me` for the answer.";
  out.add(Kind::note, text);
}

bool Asking::takes_as_answer(const std::string& line) {
  const std::string command = command_of(std::string(trim(line)));
  if (std::holds_alternative<Play>(block_)) return open_ && trim(line) == "reset";
  if (const auto* choice = std::get_if<Choice>(&block_); choice && open_) {
    // `learn 4` goes to a lesson, whatever the options are.
    const bool numbered = line.find_first_of("0123456789") != std::string::npos;
    return (command == "list" || (command == "learn" && !numbered)) &&
           options_meant(choice->question, choice->options, line).options.size() == 1;
  }
  if (command != "next") return false;
  const auto* predict = std::get_if<Predict>(&block_);
  if (!open_ || !predict) return false;
  World& world = scene_.pristine();
  const lang::Value came = world.value_of(predict->expression).value;
  return came.defined() && kind_of(world, came) == AnswerKind::truth && compare(world, came, line) != Match::unreadable;
}

/// The option whose code alone gives what this expression gives: "torch.cat(parts)" for `torch.cat(parts, dim=0)`.
static std::optional<size_t> option_computed(Scene& scene, const std::vector<Choice::Option>& options, const std::string& line) {
  static const Pattern kCode("`([^`]+)`");
  const bool codes = std::any_of(options.begin(), options.end(), [](const Choice::Option& o) { return kCode.matches(o.text); });
  // "dim=0 or 1" names two.
  static const Pattern kOr(R"(\bor\b)");
  if (!codes || kOr.is_in(line) || !code_of(scene.world(), line).is_expression) return std::nullopt;
  const std::unique_ptr<World> world = scene.make_world(scene.seed());
  const Outcome mine = world->value_of(line);
  std::optional<size_t> same;
  for (size_t i = 0; i < options.size() && !mine.failure; ++i) {
    const PatternMatch code = kCode.fullmatch(options[i].text);
    const Outcome theirs = code ? world->value_of(code[1]) : Outcome();
    if (theirs.failure || !theirs.value.defined() || !same_value(*world, theirs.value, mine.value)) continue;
    if (same) return std::nullopt;
    same = i;
  }
  return same;
}

void Asking::take_choice(const Choice& q, const std::string& typed, Events& out) {
  static const Pattern kRoot(R"(\b([A-Za-z_]\w*) *(?:\*\*|\^) *0?\.5\b)");
  static const Pattern kSquare(R"( *([A-Za-z_]\w*) *(?:\*\*|\^) *2 *)");
  std::string line = kRoot.sub("sqrt($1)", dots_in_python(scene_.world(), with_letter(typed, q.options)));
  // "d**2" of an option that says it in words
  if (const PatternMatch square = kSquare.fullmatch(line)) {
    for (const Choice::Option& o : q.options) {
      if (o.text.find("square of " + square[1]) != std::string::npos) line = o.text;
    }
  }
  if (const std::optional<size_t> same = option_computed(scene_, q.options, line)) line = q.options[*same].text;
  const std::string last = option_letter(q.options.size() - 1);
  const Meant meant = options_meant(q.question, q.options, line);
  const CodeLine code = code_of(scene_.world(), line);
  // Runs code, unless it is the text of an option; a single name may be either.
  const bool shortened = line.find("...") != std::string::npos;
  const std::string unknown = code.is_code && code.is_expression ? unknown_name(scene_.world(), line) : "";
  const auto quoted = std::count_if(q.options.begin(), q.options.end(), [&](const Choice::Option& o) { return has_expression(o.text, line); });
  const bool part_of_one = code.is_expression && meant.options.size() == 1 && quoted == 1 && has_expression(q.options[meant.options[0]].text, line);
  if (code.is_code && unknown.empty() && !meant.certain && !part_of_one && !shortened &&
      (code.is_expression || meant.options.empty() || has_marks_of_code(line))) {
    try_line(formula_in_python(scene_.world(), line), out);
    return;
  }
  if (meant.options.size() > 1) {
    std::vector<std::string> letters;
    for (const size_t i : meant.options) letters.push_back(option_letter(i));
    out.add(Kind::note, "That could be " + join(letters, " or ") + ". Which letter?");
    return;
  }
  if (meant.options.empty()) {
    const bool one = line.size() == 1 && std::isalpha(static_cast<unsigned char>(line[0]));
    if (one) {
      out.add(Kind::note, "The answers go from a to " + last + ".");
    } else {
      const char* const more = told_form_ ? "`hint` helps, `show me` shows the answer." : "(You lose no try.)";
      told_form_ = true;
      out.add(Kind::note, no_option_text(q.options, line) + " Type a letter from a to " + last +
                              ", or words that only one option has. " + more);
    }
    return;
  }
  const Choice::Option& option = q.options[meant.options[0]];
  if (meant.sure == Meant::Sure::ask) {
    // To name the option would give it away, or lead astray.
    out.add(Kind::note, "I am not sure which option that is. Type its letter, from a to " + last + ". (You lose no try.)");
    return;
  }
  ++answer_.tries;
  answer_.said = typed;
  const bool by_letter = line.size() <= 3;
  const std::string named = by_letter ? "" : "(" + option_letter(meant.options[0]) + ") ";
  if (!option.right) {
    out.add(Kind::wrong, named + option.reply);
    try_again(out);
    return;
  }
  settle(true, line);
  out.add(Kind::right, named + "Right. " + option.reply);
  say_why(out);
}

void Asking::take_order(const Order& q, const std::string& line, Events& out) {
  const size_t n = q.lines.size();
  std::vector<std::string> shown;
  for (const size_t i : shuffled_) shown.push_back(q.lines[i]);
  const std::string letters = order_meant(line, shown);
  if (letters.empty()) {
    if (code_of(scene_.world(), line).is_code) {
      try_line(line, out);
    } else {
      not_an_answer("", "the letters from a to " + option_letter(n - 1) + " in their order", out);
    }
    return;
  }
  std::string sorted = letters;
  std::sort(sorted.begin(), sorted.end());
  if (letters.size() != n || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    out.add(Kind::note, "Give all " + std::to_string(n) + " letters, a to " + option_letter(n - 1) + ", each once.");
    return;
  }
  ++answer_.tries;
  answer_.said = line;
  std::vector<size_t> order;
  for (const char c : letters) order.push_back(shuffled_[static_cast<size_t>(c - 'a')]);
  const size_t right = lines_right(q.lines, order);
  if (right < n) {
    out.add(Kind::wrong, right == 0   ? "Not this: another one comes first."
                         : right == 1 ? "The first is right, the next is not."
                                      : "The first " + std::to_string(right) + " are right, the next is not.");
    try_again(out);
    return;
  }
  settle(true, line);
  out.add(Kind::right, "Right, in this order:");
  for (size_t i = 0; i < n; ++i) out.add(Kind::line, q.lines[order[i]], letters.substr(i, 1));
  say_why(out);
}

void Asking::take_exercise(const Exercise& q, const std::string& code, Events& out) {
  if (!judge_) judge_ = std::make_unique<ExerciseJudge>(scene_, q);
  // A sentence is not a failed program.
  const bool one_line = trim(code).find('\n') == std::string_view::npos;
  if (one_line && is_sentence(scene_.world(), std::string(trim(code)))) {
    const std::string slip = missing_brackets(scene_.world(), std::string(trim(code)));
    not_an_answer(slip.empty() ? "" : slip + " ", "code that defines `" + q.name + "`", out);
    return;
  }
  Verdict v = judge_->judge(code);
  const Trial& t = v.trial;
  if (!t.printed.empty()) out.add(Kind::output, t.printed);
  const bool makes_it = makes_name(code, q.name);
  const bool one_of_several = !makes_it && code.find('\n') == std::string::npos && q.start.text.find('\n') != std::string::npos;
  if (makes_it || (tried_.empty() && !one_line && !t.unfinished)) tried_ = code;
  if (interrupted(t)) {
    out.push_back(failure(*t.failure));
    return;
  }
  // Lines that only look at it, or prepare it, are not handed in.
  const bool changed = tried_values_ && !t.failure && !judge_->agree(t, *tried_values_);
  if (t.unfinished || (!makes_it && !changed)) {
    Events unseen;
    const Outcome ran = scene_.live(code, unseen);
    if (ran.failure) out.push_back(scene_.failed(*ran.failure));
    out.add(Kind::note, ran.failure      ? (one_of_several ? "(The exercise is still open. Up brings the whole code of `" + q.name + "`.)" : "(The exercise is still open.)")
                        : t.unfinished   ? "(That ran. `" + q.name + "` is not defined yet: the exercise is still open.)"
                                         : "(That ran. To hand in, type the whole code of `" + q.name + "`: Up brings it.)");
    return;
  }
  tried_values_ = t;
  ++answer_.tries;
  answer_.said = code;
  // The prompt has the names that the program defined, whatever its result.
  if (t.ran) {
    Events unseen;
    scene_.live(code, unseen);
  }
  if (v.right) {
    settle(true, code);
    const bool numbers = std::any_of(t.values.begin(), t.values.end(), [](const lang::Value& value) { return !value.get<lang::StrObject>(); });
    out.add(Kind::right, numbers ? "Right: the numbers agree." : "Right.");
    if (!t.brief.empty()) out.add(Kind::output, t.brief);
    say_why(out);
    return;
  }
  if (t.failure) out.push_back(scene_.failed(*t.failure));
  if (const auto nested = lang::nested_method(code)) {
    v.reply = "`" + nested->name + "` stands inside `" + nested->around + "`, so the class does not have it. Move it to the left, as far as `def " +
              nested->around + "`.";
  }
  if (!v.reply.empty()) out.add(Kind::wrong, v.reply);
  if (!t.failure && !t.shown.empty()) {
    out.add(Kind::output, beginning_of(t.shown));
  }
  if (one_of_several) out.add(Kind::note, "(Hand in the whole code of `" + q.name + "`: Up brings it.)");
  try_again(out);
}

}  // namespace mha::lesson
