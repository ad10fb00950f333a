// What a learner types where a value is asked for: the value in any form, or code that computes it.

#include "lesson/asking.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/compare.h"
#include "lesson/answers/core.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/places.h"
#include "lesson/answers/slips.h"
#include "lesson/answers/typed_code.h"
#include "lesson/answers/words.h"

namespace mha::lesson {

namespace {

using Kind = Event::Kind;

/// "focus[2, 3] and focus[4, 1]", which names cells of a table.
bool names_cells(const std::string& line) {
  static const Pattern kCells(R"((\w+\[-?\d+, ?-?\d+\]([,; ]|and)*)+)");
  return kCells.matches(line);
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
    if (at != std::string::npos && (at == 0 || question[at - 1] == ' ')) return true;
  }
  return false;
}

/// "math.exp(-3)", "torch.sqrt(4)": the function alone, which takes a number here; "math.inf" as
/// Python has it without a module.
std::string without_module(World& world, const std::string& line) {
  static const Pattern kOthers(R"(\b(?:math|np|numpy)\.(?=(?:sqrt|exp|log)\())"), kTorch(R"(\btorch\.(?=(?:sqrt|exp|log)\( *-?[\d.]+ *\)))");
  static const Pattern kValue(R"(\b(?:math|np|numpy)\.(inf|nan)\b)");
  const bool imported = world.has_name("math") || world.has_name("np") || world.has_name("numpy");
  return kTorch.sub("", imported ? line : kValue.sub("float('$1')", kOthers.sub("", line)));
}

/// "print(x.sum())": the expression whose value it prints.
std::string without_print(World& world, const std::string& line) {
  static const Pattern kPrinted(R"( *print *\((.+)\) *)");
  const PatternMatch m = kPrinted.fullmatch(line);
  return m && code_of(world, m[1]).is_expression ? m[1] : line;
}

/// "the same as before" of a shape: what the question before had for an answer, if that was a shape
/// and another one; or nothing.
std::string shape_before(Scene& scene, const lang::Value& came, const std::string& line) {
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
std::string no_such_module(Scene& scene, const std::string& line) {
  static const Pattern kName(R"([A-Za-z_]\w*)");
  const std::string said = kName.matches(line) && !scene.world().has_name(line) ? scene.no_such_name(line) : "";
  return said.find("import ") != std::string::npos ? std::string(trim(said)) : "";
}

/// "0.5" of "share = 0.5", where the name is that of what is asked for, or the value is right; or nothing.
std::string behind_name(const Predict& q, const std::string& typed, Scene& scene, bool one_number,
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
bool says_how(const std::string& line) {
  static const Pattern kExchanges(R"([^(\[]*\b(?:swap|exchang|switch|trade|change place)[^(\[]*)", Pattern::kAnyCase);
  return kExchanges.matches(line);
}

/// A line as it is read.
struct Reading {
  std::string line;     // in Python, or the answer in it
  std::string unknown;  // a name in it that nothing has defined
  CodeLine code;
  bool said = false;    // an answer, though it could be run
  bool calls_unknown = false;
};

Reading reading_of(Scene& scene, const Predict& q, const lang::Value& came, const std::string& as_typed) {
  World &world = scene.pristine(), &typed_in = scene.world();
  const AnswerKind kind = kind_of(world, came);
  const bool roughly = asks_roughly(q.question), one_number = kind == AnswerKind::number || kind == AnswerKind::whole;
  const auto answer = [&](const std::string& text) { return answer_in(world, came, q.question, text, roughly); };
  const std::string given = numbers_alone(without_doubts(without_print(typed_in, as_typed)));
  const std::string exchanged = with_exchanged_sizes(world, q.expression, given);
  const std::string typed = with_sequences(with_numbers_of(q.question, without_module(typed_in, dots_in_python(typed_in, exchanged))), kind);
  const std::string of_it = behind_name(q, typed, scene, one_number, [&](const std::string& text) { return compare(world, came, answer(text), roughly); });
  const std::string text = !of_it.empty() && compare(world, came, answer(of_it)) != Match::unreadable ? of_it : typed;
  const std::string said_line = kind == AnswerKind::places ? with_equality(text) : with_decimal_points(text, kind);
  // "5 heads" is 5, though `heads` be a number; unless that is not right.
  const bool plain_number = one_number && !has_marks_of_code(said_line) && compare(world, came, said_line, roughly) == Match::right;
  const std::string formula = one_number && !plain_number ? formula_in_python(typed_in, said_line) : said_line;
  Reading r;
  r.code = code_of(typed_in, formula);
  r.unknown = r.code.is_code && r.code.is_expression ? unknown_name(typed_in, formula) : "";
  // `F.softmax(x, dim=-1)` is no -1.
  r.calls_unknown = !r.unknown.empty() && Pattern("\\b" + r.unknown + "\\.[a-z_]+\\(").is_in(formula);
  const std::string& line = r.line = r.code.is_code && r.unknown.empty() ? formula : answer(formula);
  // `focus[2, 3]` may name a cell or ask for its value: if it is right, it is
  // an answer.
  const bool cell = kind == AnswerKind::places && names_cells(line) && compare(world, came, line) == Match::right;
  // A name that only the learner knows is an answer first: y for yes.
  const bool word = !r.code.is_expression && !world.has_name(line) && typed_in.has_name(line);
  // So is one that the question does not show: `same`, where it asks in words.
  const bool unseen = !r.code.is_expression && line == q.expression && !q.question.empty();
  // "0, hidden" gives a reason that happens to be a name.
  const bool reasoned = one_number && r.code.is_expression && line.find(", ") != std::string::npos && line.find_first_of("([") == std::string::npos;
  // So is one letter where True or False is asked for.
  const bool letter = kind == AnswerKind::truth && line.size() == 1 && (words().yes.has(lower(line)) || words().no.has(lower(line)));
  r.said = cell || letter || ((r.code.says || word || unseen || reasoned) && compare(world, came, answer(line)) < Match::other_form);
  return r;
}

}  // namespace

void Asking::take_predict(const Predict& q, const std::string& as_typed, Events& out) {
  World& world = scene_.pristine();
  const Outcome came = world.evaluate(q.expression);
  const AnswerKind kind = kind_of(world, came.value);
  const bool roughly = asks_roughly(q.question);
  const Reading read = reading_of(scene_, q, came.value, as_typed);
  const std::string& line = read.line;
  if (!read.unknown.empty() && (read.calls_unknown || compare(world, came.value, line, roughly) >= Match::other_form)) {
    not_an_answer(scene_.no_such_name(read.unknown), answer_form(world, came.value), out);
    return;
  }
  if (read.code.is_code && read.unknown.empty() && !read.said) {
    take_code(q, came, as_typed, line, read.code.is_expression, out);
    return;
  }
  Match match = compare(world, came.value, read.said ? answer_in(world, came.value, q.question, line, roughly) : line, roughly);
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
    not_an_answer((slip.empty() ? "" : slip + " "), answer_form(world, came.value), out);
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
                       const std::string& typed, const std::string& line, bool is_expression, Events& out) {
  World& world = scene_.pristine();
  // For an answer, `x[0, 1]` is the same as `x[0, 1].item()`.
  std::string asked_for = q.expression;
  if (asked_for.ends_with(".item()")) asked_for.resize(asked_for.rfind('.'));
  // If the question is in words, finding its formula is an answer.
  const bool calculation = q.expression.find_first_of("(+-*/@<>=") != std::string::npos;
  const bool in_words = !q.question.empty() && !has_expression(q.question, asked_for) && calculation;
  if (has_expression(line, asked_for) && !(in_words && is_expression)) {
    // Running it would show the answer before the learner thinks of it.
    out.add(Kind::note,
            "That line computes the answer. What do you expect "
            "it to be? Answer with " + answer_form(world, came.value) + ", or type `show me`.");
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
  const std::vector<std::string> used = names_in(line), asked = names_in(q.expression);
  const bool of_same = std::all_of(asked.begin(), asked.end(), [&](const std::string& n) {
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

const Reply* Asking::reply_of(const Predict& q, const lang::Value& came, const std::string& line) {
  for (const Reply& r : q.replies) {
    // With new numbers, replies to literal answers mean nothing.
    const bool typed_in = is_literal(r.answer) || reads_as_places(r.answer);
    if (scene_.seed() && typed_in) continue;
    if (same_answer(scene_.pristine(), came, r.answer, line)) return &r;
  }
  return nullptr;
}

std::string Asking::reply_to(const Predict& q, const lang::Value& came, const std::string& line, Match match) {
  if (const Reply* reply = reply_of(q, came, line)) return reply->text;
  const std::string slip = slip_text(scene_.pristine(), q.expression, came, line, asks_roughly(q.question));
  return !slip.empty() ? slip : wrong_text(scene_.pristine(), came, line, match);
}

}  // namespace mha::lesson
