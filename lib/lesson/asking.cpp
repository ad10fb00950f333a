#include "lesson/asking.h"

#include <algorithm>
#include <cctype>
#include <random>

#include "base/text.h"
#include "lang/parser.h"
#include "lesson/places.h"

namespace mha::lesson {

namespace {

using Kind = Event::Kind;

// After this many wrong tries the answer is offered or given.
constexpr int kTries = 3;

std::string letter(size_t i) {
  return std::string(1, static_cast<char>('a' + i));
}

/// The places 0 to n - 1 in another order, the same for the same question and
/// numbers.
std::vector<size_t> shuffled(size_t n, const std::string& id, uint32_t seed) {
  std::vector<size_t> order(n);
  for (size_t i = 0; i < n; ++i) order[i] = i;
  for (const char c : id) seed = seed * 31 + static_cast<unsigned char>(c);
  std::mt19937 engine(seed);
  while (n > 1 && std::is_sorted(order.begin(), order.end())) {
    for (size_t i = n - 1; i > 0; --i) std::swap(order[i], order[engine() % (i + 1)]);
  }
  return order;
}

/// What came, in the form that answers have.
std::string came_text(const Outcome& came) {
  if (!asks_for_places(came.value)) return std::string(trim(came.output));
  return places_text(places_of(came.value.get<lang::TensorObject>()->tensor));
}

/// An answer of yes or no as Python writes it.
std::string yes_or_no(const std::string& said) {
  static const std::pair<std::string_view, const char*> kWords[] = {
      {"yes", "True"}, {"true", "True"}, {"no", "False"}, {"false", "False"}};
  std::string low;
  for (const char c : said) {
    if (c != '.') low += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const auto* word = std::find_if(std::begin(kWords), std::end(kWords),
                                  [&](const auto& w) { return w.first == low; });
  return word != std::end(kWords) ? word->second : said;
}

std::string without_blanks(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\t') out += c;
  }
  return out;
}

/// What a program gave, so short that the verdict above it stays on the screen.
std::string beginning_of(const std::string& shown) {
  constexpr std::ptrdiff_t kWhole = 12, kPart = 6;
  const std::ptrdiff_t lines = std::count(shown.begin(), shown.end(), '\n');
  if (lines <= kWhole) return shown;
  size_t end = 0;
  for (std::ptrdiff_t i = 0; i < kPart; ++i) end = shown.find('\n', end) + 1;
  return shown.substr(0, end) + "... (" + std::to_string(lines - kPart) + " more lines)\n";
}

}  // namespace

std::string question_text(const Block& block) {
  if (const auto* p = std::get_if<Predict>(&block)) {
    return p->question.empty() ? p->expression : p->question;
  }
  if (const auto* c = std::get_if<Choice>(&block)) return c->question;
  if (const auto* o = std::get_if<Order>(&block)) return o->question;
  return "write " + std::get<Exercise>(block).name;
}

Asking::Asking(Scene& scene)
    : scene_(scene),
      block_(*scene.now().question()),
      question_(*question_of(block_)) {
  answer_.question = question_text(block_);
  if (const auto* order = std::get_if<Order>(&block_)) {
    shuffled_ = shuffled(order->lines.size(), order->id, scene.seed().value_or(0));
  }
}

Waiting Asking::waiting() const {
  if (!open_) return Waiting::enter;
  return std::holds_alternative<Exercise>(block_) ? Waiting::code : Waiting::answer;
}

void Asking::ask(Events& out) {
  if (const auto* predict = std::get_if<Predict>(&block_)) {
    World& world = scene_.pristine();
    const Outcome o = world.evaluate(predict->expression);
    out.push_back(event(Kind::question,
                        predict->question.empty()
                            ? "Before it is shown: what is `" + predict->expression + "`?"
                            : predict->question,
                        answer_form(world, o.value)));
  } else if (const auto* choice = std::get_if<Choice>(&block_)) {
    out.push_back(event(Kind::question, choice->question, "a letter"));
    for (size_t i = 0; i < choice->options.size(); ++i) {
      out.push_back(event(Kind::option, choice->options[i].text, letter(i)));
    }
  } else if (const auto* order = std::get_if<Order>(&block_)) {
    std::string example;
    for (size_t i = order->lines.size(); i-- > 0;) {
      example += letter(i) + (i > 0 ? " " : "");
    }
    out.push_back(event(Kind::question, order->question,
                        "the letters in the right order, such as " + example));
    for (size_t i = 0; i < shuffled_.size(); ++i) {
      out.push_back(event(Kind::line, order->lines[shuffled_[i]], letter(i)));
    }
  } else {
    const auto& exercise = std::get<Exercise>(block_);
    if (!trim(exercise.start.text).empty()) {
      out.push_back(event(Kind::starter, exercise.start.text));
    }
    out.push_back(event(Kind::question, "Your turn: write `" + exercise.name + "`.",
                        "code; an empty line ends it"));
  }
}

void Asking::take(const std::string& line, Events& out) {
  if (const auto* predict = std::get_if<Predict>(&block_)) {
    take_predict(*predict, std::string(trim(line)), out);
  } else if (const auto* choice = std::get_if<Choice>(&block_)) {
    take_choice(*choice, std::string(trim(line)), out);
  } else if (const auto* order = std::get_if<Order>(&block_)) {
    take_order(*order, std::string(trim(line)), out);
  } else {
    take_exercise(std::get<Exercise>(block_), line, out);
  }
}

void Asking::try_line(const std::string& line, const std::string& remark, Events& out) {
  scene_.live(line, out);
  out.push_back(event(Kind::note, "(That ran your line. The question is still open" +
                                      remark + ".)"));
}

void Asking::try_again(Events& out) {
  const bool hints = !question_.hints.empty();
  out.push_back(event(Kind::note,
                      answer_.tries >= kTries
                          ? "Try again, or type `skip` to see the answer."
                      : hints ? "Try again, or type `hint`."
                              : "Try again."));
}

void Asking::take_predict(const Predict& q, const std::string& typed, Events& out) {
  World& world = scene_.pristine();
  const Outcome came = world.evaluate(q.expression);
  const std::string line = came.value.is_bool() ? yes_or_no(typed) : typed;
  const bool places = asks_for_places(came.value) && reads_as_places(line);
  if (!places && !is_literal(line)) {
    // Whoever has the very value printed has seen the answer.
    const bool looked =
        without_blanks(line).find(without_blanks(q.expression)) != std::string::npos ||
        compare(world, came.value, line) == Match::right;
    answer_.looked_up = answer_.looked_up || looked;
    // One word that is no name of the lesson was meant as an answer.
    const bool word = std::all_of(line.begin(), line.end(), [](unsigned char c) {
      return std::isalpha(c);
    });
    const bool meant = word && world.evaluate(line).failure;
    try_line(line,
             looked  ? ", and there you have its answer: give it in your own words"
             : meant ? ": answer with " + answer_form(world, came.value)
                     : "",
             out);
    return;
  }
  const Match match = compare(world, came.value, line);
  if (match == Match::unreadable) {
    out.push_back(event(Kind::note, "That does not read as an answer. Expected: " +
                                        answer_form(world, came.value) + "."));
    return;
  }
  ++answer_.tries;
  if (match == Match::right) {
    settle(true, line);
    out.push_back(event(Kind::right, "Right."));
  } else {
    const auto reply = std::find_if(
        q.replies.begin(), q.replies.end(), [&](const Reply& r) {
          // With new numbers, what was typed in for the old ones means nothing.
          const bool typed_in = is_literal(r.answer) || reads_as_places(r.answer);
          if (scene_.seed() && typed_in) return false;
          return same_answer(world, came.value, r.answer, line);
        });
    out.push_back(event(Kind::wrong, reply != q.replies.end()
                                         ? reply->text
                                         : wrong_text(came.value, line, match)));
    if (answer_.tries < kTries) {
      try_again(out);
      return;
    }
    // Three tries are enough: what came stands beside what was said.
    settle(false, line);
  }
  out.push_back(event(Kind::compared, line, came_text(came)));
  say_why(out);
}

void Asking::take_choice(const Choice& q, const std::string& line, Events& out) {
  // As the options are lettered: b, b), (b).
  const size_t from = line.starts_with('(') ? 1 : 0;
  const std::string said = line.substr(from, line.find_last_not_of(").") + 1 - from);
  if (said.size() != 1) {
    try_line(line, ": answer with a letter", out);
    return;
  }
  const auto chosen = static_cast<size_t>((said[0] | 0x20) - 'a');
  if (chosen >= q.options.size()) {
    out.push_back(event(Kind::note, "The answers go from a to " +
                                        letter(q.options.size() - 1) + "."));
    return;
  }
  ++answer_.tries;
  const Choice::Option& option = q.options[chosen];
  if (!option.right) {
    out.push_back(event(Kind::wrong, option.reply));
    try_again(out);
    return;
  }
  settle(true, line);
  out.push_back(event(Kind::right, "Right. " + option.reply));
  say_why(out);
}

void Asking::take_order(const Order& q, const std::string& line, Events& out) {
  std::string letters;
  for (const char c : line) {
    if (std::string_view(" ,;>-.()[]").find(c) == std::string_view::npos) {
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  const size_t n = q.lines.size();
  const std::string last = letter(n - 1);
  if (letters.empty() || letters.find_first_not_of("abcdefghij") != std::string::npos ||
      letters.find_first_of(std::string("abcdefghij").substr(n)) != std::string::npos) {
    try_line(line, ": answer with letters from a to " + last, out);
    return;
  }
  std::string sorted = letters;
  std::sort(sorted.begin(), sorted.end());
  if (letters.size() != n || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    out.push_back(event(Kind::note, "Give all " + std::to_string(n) +
                                        " letters, a to " + last + ", each once."));
    return;
  }
  ++answer_.tries;
  size_t right = 0;
  while (right < n && shuffled_[static_cast<size_t>(letters[right] - 'a')] == right) ++right;
  if (right < n) {
    out.push_back(event(Kind::wrong,
                        right == 0   ? "Not this: another one comes first."
                        : right == 1 ? "The first is right, the next is not."
                                     : "The first " + std::to_string(right) +
                                           " are right, the next is not."));
    try_again(out);
    return;
  }
  settle(true, line);
  out.push_back(event(Kind::right, "Right, in this order:"));
  show_answer(out);
  say_why(out);
}

void Asking::take_exercise(const Exercise& q, const std::string& code, Events& out) {
  if (!judge_) judge_ = std::make_unique<ExerciseJudge>(scene_, q);
  Verdict v = judge_->judge(code);
  const Trial& t = v.trial;
  if (!t.printed.empty()) out.push_back(event(Kind::output, t.printed));
  if (t.unfinished) {
    out.push_back(event(Kind::note, "(That ran. `" + q.name +
                                        "` is not defined yet: the exercise is still open.)"));
    Events unseen;
    scene_.live(code, unseen);
    return;
  }
  if (t.failure && t.failure->kind == "KeyboardInterrupt") {
    out.push_back(failure(*t.failure));
    return;
  }
  ++answer_.tries;
  // Whatever came of it is there to be looked into at the prompt.
  if (!t.failure) {
    Events unseen;
    scene_.live(code, unseen);
  }
  if (v.right) {
    settle(true, code);
    out.push_back(event(Kind::right, "Right: the numbers agree."));
    if (!t.shown.empty()) out.push_back(event(Kind::output, beginning_of(t.shown)));
    say_why(out);
    return;
  }
  if (t.failure) out.push_back(failure(*t.failure));
  if (!v.reply.empty()) out.push_back(event(Kind::wrong, v.reply));
  if (!t.failure && !t.shown.empty()) {
    out.push_back(event(Kind::output, beginning_of(t.shown)));
  }
  try_again(out);
}

void Asking::hint(Events& out) {
  const std::vector<Text>& hints = question_.hints;
  if (hints.empty()) {
    out.push_back(event(Kind::note, "No hint for this one: try a small case at the "
                                    "prompt, or `skip` to see the answer."));
    return;
  }
  const size_t i = std::min(static_cast<size_t>(answer_.hints), hints.size() - 1);
  answer_.hints = static_cast<int>(i) + 1;
  out.push_back(event(Kind::hint, hints[i].text,
                      std::to_string(i + 1) + " of " + std::to_string(hints.size())));
}

void Asking::give_up(Events& out) {
  settle(false, Answer::kSkipped);
  if (std::holds_alternative<Order>(block_)) {
    out.push_back(event(Kind::note, "The right order:"));
  }
  show_answer(out);
  say_why(out);
}

void Asking::settle(bool right, const std::string& said) {
  open_ = false;
  answer_.right = right;
  answer_.said = said;
}

void Asking::say_why(Events& out) const {
  if (!question_.why.empty()) out.push_back(event(Kind::prose, question_.why));
}

void Asking::show_answer(Events& out) {
  if (const auto* predict = std::get_if<Predict>(&block_)) {
    out.push_back(event(Kind::output, scene_.pristine().evaluate(predict->expression).output));
  } else if (const auto* choice = std::get_if<Choice>(&block_)) {
    for (size_t i = 0; i < choice->options.size(); ++i) {
      if (!choice->options[i].right) continue;
      out.push_back(event(Kind::note, "The answer is " + letter(i) + ": " +
                                          choice->options[i].text + "."));
      out.push_back(event(Kind::prose, choice->options[i].reply));
    }
  } else if (const auto* order = std::get_if<Order>(&block_)) {
    for (size_t i = 0; i < order->lines.size(); ++i) {
      const auto at = std::find(shuffled_.begin(), shuffled_.end(), i) - shuffled_.begin();
      out.push_back(event(Kind::line, order->lines[i], letter(static_cast<size_t>(at))));
    }
  } else {
    const auto& exercise = std::get<Exercise>(block_);
    out.push_back(event(Kind::note, "One way to write it:"));
    out.push_back(event(Kind::code, exercise.solution.text));
    Events unseen;
    scene_.live(exercise.solution.text, unseen);
  }
}

void Asking::recall(const Answer& before, Events& out) {
  open_ = false;
  answer_ = before;
  if (std::holds_alternative<Exercise>(block_) && before.right) {
    out.push_back(event(Kind::note, "You wrote:"));
    out.push_back(event(Kind::code, before.said));
    Events unseen;
    scene_.live(before.said, unseen);
  } else if (const auto* predict = std::get_if<Predict>(&block_)) {
    const Outcome came = scene_.pristine().evaluate(predict->expression);
    out.push_back(event(Kind::compared, before.said, came_text(came)));
  } else {
    out.push_back(event(Kind::note, "You answered: " + before.said));
    show_answer(out);
  }
  say_why(out);
}

bool code_goes_on(const std::string& text) {
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

}  // namespace mha::lesson
