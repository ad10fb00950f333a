// What a learner types at an open question: an answer, or code to try.

#include "lesson/asking.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

#include "base/pattern.h"
#include "base/text.h"
#include "lang/syntax/typed.h"
#include "lesson/answers/choosing.h"
#include "lesson/answers/compare.h"
#include "lesson/answers/core.h"
#include "lesson/answers/line_order.h"
#include "lesson/answers/order_said.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/places.h"
#include "lesson/answers/slips.h"
#include "lesson/answers/typed_code.h"
#include "lesson/answers/words.h"
#include "lesson/play/play_lines.h"
#include "lesson/steering.h"

namespace mha::lesson {

namespace {

using Kind = Event::Kind;

// After this many wrong tries it offers the answer.
constexpr int kTries = 3;

constexpr size_t kLongestAnswer = 2000;  // characters

/// "focus[2, 3] and focus[4, 1]", which names cells of a table.
bool names_cells(const std::string& line) {
  static const Pattern kCells(R"((\w+\[-?\d+, ?-?\d+\]([,; ]|and)*)+)");
  return kCells.matches(line);
}

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

/// Reads yes or no from the question's own words: "contiguous", "it will work".
std::string by_its_words(const std::string& question, const std::string& said) {
  const std::vector<std::string> asked = words_of(question);
  if (std::find(asked.begin(), asked.end(), "or") != asked.end()) return "";
  static const std::set<std::string> kAround = {
      "it",   "its", "is", "are",  "they", "the", "that", "this",
      "will", "be", "does", "do",   "i",   "think", "in", "still", "a", "again"};
  // "it is", "they will" say so of all that was asked.
  static const std::set<std::string> kVerbs = {"is", "are", "will", "does", "do"};
  const std::vector<std::string> all = words_of(said);
  bool no = false, any = all.size() == 2 && kVerbs.contains(all[1]);
  for (const std::string& word : all) {
    if (word == "not" || word.ends_with("n't") || (words().negations.has(word) && word.ends_with("nt"))) {
      no = true;
      any = any || all.size() == 2;
    } else if (!kAround.contains(word)) {
      // "in eval mode" of a question about training mode; "it fails" of whether it works.
      const std::string_view side = words().opposites.value(word);
      const bool other = (side.starts_with("mode ") || side.starts_with("work ")) && std::any_of(asked.begin(), asked.end(), [&](const std::string& w) {
        const std::string_view asked_side = words().opposites.value(w);
        return asked_side.substr(0, 5) == side.substr(0, 5) && asked_side != side;
      });
      if (other) {
        no = any = true;
        continue;
      }
      const auto asks = [&](const std::string& w) { return std::find(asked.begin(), asked.end(), w) != asked.end(); };
      const bool works = word.size() > 3 && word.ends_with('s') && asks(word.substr(0, word.size() - 1));  // "will it work?"
      if (!asks(word) && !works) return "";
      any = true;
    }
  }
  return !any ? "" : no ? "False" : "True";
}

/// Whether the question asks for about how much.
bool asks_roughly(const std::string& question) {
  for (const char* word : {"about?", "about ", "roughly", "approximately"}) {
    const size_t at = question.find(word);
    // "What is this about?" also matches, but its answer is not a number.
    if (at != std::string::npos && (at == 0 || question[at - 1] == ' '))
      return true;
  }
  return false;
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
  return shown.substr(0, end) + "... (" + std::to_string(lines - kPart) +
         " more lines)\n";
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

void Asking::not_an_answer(const std::string& slip, const std::string& form,
                           Events& out) {
  if (!slip.empty()) {
    out.add(Kind::note, slip + "The answer is " + form + ".");
    told_form_ = true;
    return;
  }
  if (told_form_) {
    out.add(Kind::note, "That does not read as an answer either. `hint` helps, `show me` shows "
                        "the answer.");
    return;
  }
  told_form_ = true;
  out.add(Kind::note, "I could not read that as an answer. It should be " +
                          form + ". (You lose no try.)");
}

void Asking::try_again(Events& out) {
  const bool more = static_cast<size_t>(answer_.hints) < hints().size();
  const std::string text =
      answer_.tries >= kTries && more
          ? std::string("Try again, take ") + (answer_.hints > 0 ? "another" : "a") + " `hint`, or type `show me` for the answer."
      : more ? "Try again, or type `hint`."
             : "Try again, or type `show me` for the answer.";
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
  return came.defined() && kind_of(world, came) == AnswerKind::truth &&
         compare(world, came, line) != Match::unreadable;
}

/// "math.exp(-3)", "torch.sqrt(4)": the function alone, which takes a number here; "math.inf" as
/// Python has it without a module.
static std::string without_module(World& world, const std::string& line) {
  static const Pattern kOthers(R"(\b(?:math|np|numpy)\.(?=(?:sqrt|exp|log)\())"), kTorch(R"(\btorch\.(?=(?:sqrt|exp|log)\( *-?[\d.]+ *\)))");
  static const Pattern kValue(R"(\b(?:math|np|numpy)\.(inf|nan)\b)");
  const bool imported = world.has_name("math") || world.has_name("np") || world.has_name("numpy");
  return kTorch.sub("", imported ? line : kValue.sub("float('$1')", kOthers.sub("", line)));
}

/// "print(x.sum())": the expression whose value it prints.
static std::string without_print(World& world, const std::string& line) {
  static const Pattern kPrinted(R"( *print *\((.+)\) *)");
  const PatternMatch m = kPrinted.fullmatch(line);
  return m && code_of(world, m[1]).is_expression ? m[1] : line;
}

/// "the same as before" of a shape: what the question before had for an answer, if that was a shape
/// and another one; or nothing.
static std::string shape_before(Scene& scene, const lang::Value& came, const std::string& line) {
  static const Pattern kBefore(R"((?:it is |it's |still |again )*(?:the )?same(?: shape)?(?: as)? (?:before|above)[.! ]*)", Pattern::kAnyCase);
  World& world = scene.pristine();
  if (kind_of(world, came) != AnswerKind::shape || !kBefore.matches(line)) return "";
  for (int step = scene.step() - 1; step >= 0; --step) {
    const Block* before = scene.lesson().steps[static_cast<size_t>(step)].question();
    if (!before) continue;
    const auto* predict = std::get_if<Predict>(before);
    const Outcome then = predict ? world.evaluate(predict->expression) : Outcome();
    if (!then.value.defined() || kind_of(world, then.value) != AnswerKind::shape) return "";
    static const Pattern kSize(R"(torch\.Size\(\[(.*)\]\))");
    const std::string text = kSize.sub("($1)", answer_text(then));
    return compare(world, came, text) == Match::right ? "" : text;
  }
  return "";
}

/// Of a name alone that an import gives, `F`: that; or nothing.
static std::string no_such_module(Scene& scene, const std::string& line) {
  static const Pattern kName(R"([A-Za-z_]\w*)");
  const std::string said = kName.matches(line) && !scene.world().has_name(line) ? scene.no_such_name(line) : "";
  return said.find("import ") != std::string::npos ? std::string(trim(said)) : "";
}

/// "0.5" of "share = 0.5", where the name is that of what is asked for, or the value is right; or nothing.
static std::string behind_name(const Predict& q, const std::string& typed, Scene& scene, bool one_number,
                               const std::function<Match(const std::string&)>& match) {
  if (const std::string said = after_expression(typed, q.expression); !said.empty()) return said;
  if (const std::string said = after_name(typed, q.question); !said.empty()) {
    // Where there is such a name, the line may set it as well.
    const bool there = scene.world().has_name(std::string(trim(typed.substr(0, typed.find_first_of(" =:")))));
    if (!there || typed.find("<=") != std::string::npos || match(said) == Match::right) return said;
  }
  // Where it is right it was meant, and no definition.
  if (const std::string said = after_any_name(typed); !said.empty() && match(said) == Match::right) return said;
  return one_number ? after_cell(typed, q.expression) : "";
}

/// "swap 5 and 2" says how to get a shape, perhaps by its axes, and not what it is.
static bool says_how(const std::string& line) {
  static const Pattern kExchanges(R"([^(\[]*\b(?:swap|exchang|switch|trade|change place)[^(\[]*)", Pattern::kAnyCase);
  return kExchanges.matches(line);
}

void Asking::take_predict(const Predict& q, const std::string& as_typed, Events& out) {
  World& world = scene_.pristine();
  const std::string given = numbers_alone(without_doubts(without_print(scene_.world(), as_typed)));
  const Outcome came = world.evaluate(q.expression);
  const std::string exchanged = with_exchanged_sizes(world, q.expression, given);
  const std::string typed = with_sequences(with_numbers_of(q.question, without_module(scene_.world(), dots_in_python(scene_.world(), exchanged))), kind_of(world, came.value));
  const bool roughly = asks_roughly(q.question);
  const AnswerKind kind = kind_of(world, came.value);
  const auto answer = [&](const std::string& text) { return answer_in(world, came.value, q.question, text, roughly); };
  const bool one_number = kind == AnswerKind::number || kind == AnswerKind::whole;
  const std::string said_of_it = behind_name(q, typed, scene_, one_number, [&](const std::string& text) { return compare(world, came.value, answer(text), roughly); });
  const bool says_it = !said_of_it.empty() && compare(world, came.value, answer(said_of_it)) != Match::unreadable;
  const std::string said_line = kind == AnswerKind::places ? with_equality(says_it ? said_of_it : typed) : with_decimal_points(says_it ? said_of_it : typed, kind);
  // "5 heads" is 5, though `heads` be a number; unless that is not right.
  const bool plain_number = one_number && !has_marks_of_code(said_line) && compare(world, came.value, said_line, roughly) == Match::right;
  const std::string formula = one_number && !plain_number ? formula_in_python(scene_.world(), said_line) : said_line;
  const CodeLine code = code_of(scene_.world(), formula);
  const std::string unknown = code.is_code && code.is_expression ? unknown_name(scene_.world(), formula) : "";
  const std::string line = code.is_code && unknown.empty() ? formula : answer(formula);
  // `focus[2, 3]` may name a cell or ask for its value: if it is right, it is
  // an answer.
  const bool cell = kind == AnswerKind::places && names_cells(line) &&
                    compare(world, came.value, line) == Match::right;
  // A name that only the learner knows is an answer first: y for yes.
  const bool word = !code.is_expression && !world.has_name(line) &&
                    scene_.world().has_name(line);
  // So is one that the question does not show: `same`, where it asks in words.
  const bool unseen = !code.is_expression && line == q.expression && !q.question.empty();
  // "0, hidden" gives a reason that happens to be a name.
  const bool reasoned = one_number && code.is_expression && line.find(", ") != std::string::npos &&
                        line.find_first_of("([") == std::string::npos;
  // So is one letter where True or False is asked for.
  const bool letter = kind == AnswerKind::truth && line.size() == 1 && (words().yes.has(lower(line)) || words().no.has(lower(line)));
  const bool said = cell || letter || ((code.says || word || unseen || reasoned) &&
                             compare(world, came.value, answer(line)) < Match::other_form);
  // `F.softmax(x, dim=-1)` is no -1.
  const bool in_code = !unknown.empty() && Pattern("\\b" + unknown + "\\.[a-z_]+\\(").is_in(formula);
  if (!unknown.empty() && (in_code || compare(world, came.value, line, roughly) >= Match::other_form)) {
    not_an_answer(scene_.no_such_name(unknown), answer_form(world, came.value), out);
    return;
  }
  if (code.is_code && unknown.empty() && !said) {
    take_code(q, came, typed, line, code.is_expression, out);
    return;
  }
  Match match = compare(world, came.value, said ? answer(line) : line, roughly);
  if (match == Match::unreadable && kind == AnswerKind::truth) {
    std::string truth = by_its_words(q.question, line);
    if (truth.empty()) truth = by_its_words(q.question, line.substr(0, line.find(", ")));
    if (!truth.empty()) match = compare(world, came.value, truth);
  }
  const bool other_form =
      match == Match::unreadable || match == Match::other_form ||
      (kind == AnswerKind::shape && match != Match::right && says_how(as_typed));
  if (other_form && !reply_of(q, came.value, line)) {
    const std::string before = shape_before(scene_, came.value, as_typed);
    std::string slip = !before.empty() ? "The last answer was " + before + ", and this one is another." : slip_text(world, q.expression, came.value, line, roughly);
    if (slip.empty()) slip = form_slip(kind, line);
    if (slip.empty()) slip = no_such_module(scene_, as_typed);
    if (slip.empty()) slip = missing_brackets(scene_.world(), as_typed);
    not_an_answer((slip.empty() ? "" : slip + " "),
                  answer_form(world, came.value), out);
    return;
  }
  if (match == Match::close && line.find_first_of("0123456789") == std::string::npos) {
    out.add(Kind::note, wrong_text(world, came.value, line, match) + " (You lose no try.)");
    return;
  }
  ++answer_.tries;
  answer_.said = as_typed;
  if (match == Match::right) {
    settle(true, as_typed);
    out.add(Kind::right, "Right.");
    out.add(Kind::compared, as_typed, answer_text(came));
    say_why(out);
    return;
  }
  out.add(Kind::wrong, reply_to(q, came.value, line, match));
  if (line != as_typed) out.add(Kind::note, "(I read your answer as `" + line + "`.)");
  try_again(out);
}

/// Whether the line has the value asked for only with these numbers: `x / p` for `x / (1 - p)`, where p is 0.5.
bool Asking::agrees_by_chance(const Predict& q, const std::string& line) {
  const std::vector<std::string> asked = names_in(q.expression), used = names_in(line);
  const auto is_asked = [&](const std::string& name) { return std::find(asked.begin(), asked.end(), name) != asked.end(); };
  if (!std::all_of(used.begin(), used.end(), is_asked)) return false;
  const std::unique_ptr<World> world = scene_.make_world(scene_.seed());
  for (const std::string& name : used) {
    const lang::Value value = world->value_of(name).value;
    if (!value.is_float() && !value.is_int()) continue;
    world->run("another number", name + (value.is_int() ? " *= 4" : " *= 0.75"));
    const Outcome right = world->value_of(q.expression), mine = world->value_of(line);
    if (!right.failure && !mine.failure && mine.value.defined() && !computes(*world, right.value, mine.value, /*roughly=*/true)) return true;
  }
  return false;
}

void Asking::take_code(const Predict& q, const Outcome& came,
                       const std::string& typed, const std::string& line,
                       bool is_expression, Events& out) {
  World& world = scene_.pristine();
  // For an answer, `x[0, 1]` is the same as `x[0, 1].item()`.
  std::string asked_for = q.expression;
  if (asked_for.ends_with(".item()")) asked_for.resize(asked_for.rfind('.'));
  // If the question is in words, finding its formula is an answer.
  const bool calculation =
      q.expression.find_first_of("(+-*/@<>=") != std::string::npos;
  const bool in_words = !q.question.empty() &&
                        !has_expression(q.question, asked_for) &&
                        calculation;
  if (has_expression(line, asked_for) && !(in_words && is_expression)) {
    // Running it would show the answer before the learner thinks of it.
    out.add(Kind::note,
            "That line computes the answer. What do you expect "
            "it to be? Answer with " +
                answer_form(world, came.value) +
                ", or type `show me`.");
    return;
  }
  const bool typed_before = scene_.typed();
  const auto agrees_with = [&](const Outcome& o) {
    return o.value.defined() && computes(world, came.value, o.value, asks_roughly(q.question));
  };
  Events shown;
  bool agrees = agrees_with(scene_.live(line, shown));
  if (!agrees && is_expression && typed_before) {
    // Right with the lesson's values is right, even if the learner gave a name
    // another one.
    const std::unique_ptr<World> lessons = scene_.make_world(scene_.seed());
    agrees = agrees_with(lessons->value_of(line));
  }
  // True and False agree by chance, unless both come from the same names.
  const AnswerKind kind = kind_of(world, came.value);
  const std::vector<std::string> used = names_in(line),
                                 asked = names_in(q.expression);
  const bool of_same =
      std::all_of(asked.begin(), asked.end(), [&](const std::string& n) {
        return std::find(used.begin(), used.end(), n) != used.end();
      });
  const bool flags = kind == AnswerKind::truth || kind == AnswerKind::places;
  const bool names_it = used.size() == 1 && line == used[0] && line != q.expression;
  if (agrees && is_expression && agrees_by_chance(q, line)) {
    out.add(Kind::note, "That gives the right numbers here, but only by chance: with other numbers it would not. (You lose no try.)");
    return;
  }
  if ((is_expression || names_it) && agrees && (!flags || of_same)) {
    ++answer_.tries;
    settle(true, typed);
    out.add(Kind::right, "Right: that computes it.");
    out.add(Kind::compared, typed, answer_text(came));
    say_why(out);
    return;
  }
  // A learner who printed this very value has seen the answer.
  answer_.looked_up = answer_.looked_up || agrees;
  still_open(std::move(shown), out);
}

const Reply* Asking::reply_of(const Predict& q, const lang::Value& came,
                              const std::string& line) {
  for (const Reply& r : q.replies) {
    // With new numbers, replies to literal answers mean nothing.
    const bool typed_in = is_literal(r.answer) || reads_as_places(r.answer);
    if (scene_.seed() && typed_in) continue;
    if (same_answer(scene_.pristine(), came, r.answer, line)) return &r;
  }
  return nullptr;
}

std::string Asking::reply_to(const Predict& q, const lang::Value& came,
                             const std::string& line, Match match) {
  if (const Reply* reply = reply_of(q, came, line)) return reply->text;
  const std::string slip =
      slip_text(scene_.pristine(), q.expression, came, line, asks_roughly(q.question));
  return !slip.empty() ? slip : wrong_text(scene_.pristine(), came, line, match);
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

void Asking::take_choice(const Choice& q, const std::string& typed,
                         Events& out) {
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
      (code.is_expression || meant.options.empty() ||
       has_marks_of_code(line))) {
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
    const bool one =
        line.size() == 1 && std::isalpha(static_cast<unsigned char>(line[0]));
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
    out.add(Kind::note, "I am not sure which option that is. Type its letter, from a to " + last +
                            ". (You lose no try.)");
    return;
  }
  ++answer_.tries;
  answer_.said = typed;
  const bool by_letter = line.size() <= 3;
  const std::string named =
      by_letter ? "" : "(" + option_letter(meant.options[0]) + ") ";
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
      not_an_answer(
          "", "the letters from a to " + option_letter(n - 1) + " in their order",
          out);
    }
    return;
  }
  std::string sorted = letters;
  std::sort(sorted.begin(), sorted.end());
  if (letters.size() != n ||
      std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    out.add(Kind::note, "Give all " + std::to_string(n) +
                            " letters, a to " + option_letter(n - 1) +
                            ", each once.");
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
                                      : "The first " + std::to_string(right) +
                                            " are right, the next is not.");
    try_again(out);
    return;
  }
  settle(true, line);
  out.add(Kind::right, "Right, in this order:");
  for (size_t i = 0; i < n; ++i)
    out.add(Kind::line, q.lines[order[i]], letters.substr(i, 1));
  say_why(out);
}

void Asking::take_exercise(const Exercise& q, const std::string& code,
                           Events& out) {
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
