#include "lesson/reminder.h"

#include <algorithm>
#include <set>
#include <span>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/typed_code.h"
#include "tensor/core/print.h"
#include "torch/binding/convert.h"

namespace mha::lesson {

namespace {

using Kind = Event::Kind;

/// The first step to show before the question of `step`.
int first_to_show(const Lesson& lesson, int step) {
  const auto at = [&](int i) -> const Step& { return lesson.steps[static_cast<size_t>(i)]; };
  const bool exercise = std::holds_alternative<Exercise>(*at(step).question());
  int from = step;
  while (from > 0 && at(from).heading.empty() && (exercise || !at(from).shows_something())) --from;
  return from;
}

/// Code without its texts and comments.
std::string bare_code(const std::string& code) {
  static const Pattern kText(R"("[^"\n]*"|'[^'\n]*'|#[^\n]*)");
  return kText.sub("", code);
}

/// The names that code makes: "x = 1", "a, b = pair", "for i in", "def f", "import torch".
std::set<std::string> made_in(const std::string& code) {
  static const Pattern kMakes(R"((?:^|\n|;) *(?:((?:\w+, *)*\w+) *=(?!=)|(?:def|class|import) +(\w+))|\bfor +((?:\w+, *)*\w+) +in\b)");
  std::set<std::string> made;
  for (const PatternMatch& m : kMakes.finditer(code)) {
    for (const std::string& name : names_in(m[1] + " " + m[2] + " " + m[3])) made.insert(name);
  }
  return made;
}

/// Whether code prints this value, or its shape: "print(x)", "x.shape" as a line.
bool prints(const std::string& code, const std::string& name) {
  const std::string value = "\\b" + name + "(?:\\.weight)?(?:\\.shape)?";
  return Pattern("print\\((?:[^\\n]*[ ,(])?" + value + "[,)]|(?:^|\\n)" + value + " *(?:$|\\n)").is_in(code);
}

/// The last line before the question, of those that the lesson ran, that makes this name alone.
std::string line_that_makes(const Lesson& lesson, int step, const std::string& name) {
  const Pattern makes("(?:^|\n)(" + name + " *=(?!=)[^\n]*)(?=\n|$)");
  std::string line;
  for (const Step& s : std::span(lesson.steps).first(static_cast<size_t>(step) + 1)) {
    for (const Block& b : s.blocks) {
      const auto* cell = std::get_if<Cell>(&b);
      if (!cell || cell->must_fail) continue;
      for (const PatternMatch& m : makes.finditer(cell->code->text())) line = m[1];
    }
  }
  // The beginning of a statement that goes on says little.
  const auto count = [&](char c) { return std::count(line.begin(), line.end(), c); };
  return count('(') == count(')') && count('[') == count(']') ? line : "";
}

/// "x (2, 5, 6)", "W_query.weight (12, 6)", or empty.
std::string with_shape(World& world, const std::string& name) {
  for (const std::string& expression : {name, name + ".weight"}) {
    const Outcome o = world.value_of(expression);
    const Tensor* t = o.failure ? nullptr : torch::as_tensor(o.value);
    if (t && t->dim() > 0) return "`" + expression + "` " + shape_text(t->shape());
  }
  return "";
}

/// The code that the question shows: the expression, or the code to complete.
std::string code_shown(const Block& question) {
  const auto* predict = std::get_if<Predict>(&question);
  const auto* exercise = std::get_if<Exercise>(&question);
  if (predict && predict->question.empty()) return predict->expression;
  return exercise ? exercise->start.text : "";
}

/// What the question asks in its own words: code in backticks without its indices, and the
/// expression. Of this, only names that the learner has seen in the lesson's code mean something.
std::string code_meant(const Block& question) {
  static const Pattern kCode("`([^`]+)`"), kIndices(R"(\[[^\]]*\])");
  const auto* predict = std::get_if<Predict>(&question);
  const auto* choice = std::get_if<Choice>(&question);
  const std::string& text = predict ? predict->question : choice ? choice->question : "";
  std::string code = predict ? predict->expression : "";
  for (const PatternMatch& m : kCode.finditer(text)) code += "\n" + kIndices.sub("", m[1]);
  return code;
}

/// The lesson's code up to a step, as far as learners see it.
std::string code_seen(const Lesson& lesson, int step) {
  std::string code;
  for (const Step& s : std::span(lesson.steps).first(static_cast<size_t>(step) + 1)) {
    for (const Block& b : s.blocks) {
      const auto* cell = std::get_if<Cell>(&b);
      if (cell && !cell->hidden) code += cell->code->text() + "\n";
    }
  }
  return code;
}

/// The name whose shape is the answer, or empty.
std::string asked_for_shape(const Block& question) {
  static const Pattern kShape(R"((\w+)(?:\.weight)?\.(?:shape|size\(\)|ndim)(?:\[.*\])?|len\((\w+)\))");
  const auto* predict = std::get_if<Predict>(&question);
  const PatternMatch m = predict ? kShape.fullmatch(predict->expression) : PatternMatch();
  return m ? m[1] + m[2] : "";
}

}  // namespace

void enter_with_section(Scene& scene, int step, bool renewed, Events& out) {
  const bool exercise = std::holds_alternative<Exercise>(*scene.lesson().steps[static_cast<size_t>(step)].question());
  const bool words = exercise || !renewed;
  for (int i = words ? first_to_show(scene.lesson(), step) : step; i <= step; ++i) {
    Events shown;
    scene.enter(i, words ? &shown : nullptr);
    for (Event& e : shown) {
      if (renewed ? e.kind == Kind::prose : e.kind != Kind::heading) out.push_back(std::move(e));
    }
  }
}

void show_used(const Lesson& lesson, int step, const Exercise& exercise, Events& out) {
  static const Pattern kMade("(?:^|\n)(?:def|class) +(\\w+)");
  Events used;
  for (const Step& earlier : std::span(lesson.steps).first(static_cast<size_t>(step))) {
    for (const Block& b : earlier.blocks) {
      const auto* cell = std::get_if<Cell>(&b);
      if (!cell || cell->hidden || cell->must_fail) continue;
      const PatternMatch made = kMade.search(cell->code->text());
      if (made && made[1] != exercise.name && Pattern("\\b" + std::string(made[1]) + "\\b").is_in(exercise.start.text))
        used.add(Kind::code, std::string(trim(cell->code->text())));
    }
  }
  if (used.empty()) return;
  out.add(Kind::note, "From earlier in the lesson:");
  std::move(used.begin(), used.end(), std::back_inserter(out));
}

void show_given(Scene& scene, Events& out) {
  const Block& question = *scene.now().question();
  std::string shown;
  for (const Event& e : out) {
    if (e.kind == Kind::code) shown += bare_code(e.text) + "\n";
  }
  const std::string code = shown + bare_code(code_shown(question));
  std::set<std::string> seen = made_in(code);
  std::vector<std::string> read = names_in(code);
  const std::set<std::string> known = made_in(bare_code(code_seen(scene.lesson(), scene.step())));
  for (std::string& name : names_in(bare_code(code_meant(question)))) {
    if (known.contains(name)) read.push_back(std::move(name));
  }
  const std::string asked = asked_for_shape(question);
  if (!asked.empty() && !seen.contains(asked) && !prints(shown, asked)) {
    const std::string line = line_that_makes(scene.lesson(), scene.step(), asked);
    if (!line.empty()) out.add(Kind::code, line);
    for (std::string& name : names_in(bare_code(line))) read.push_back(std::move(name));
  }
  seen.insert(asked);
  std::vector<std::string> given;
  World& world = scene.pristine();
  for (const std::string& name : read) {
    if (!seen.insert(name).second || !world.has_name(name) || prints(shown, name)) continue;
    const std::string shape = with_shape(world, name);
    if (!shape.empty()) given.push_back(shape);
  }
  if (!given.empty()) out.add(Kind::note, "Given: " + join(given, ", ") + ".");
}

}  // namespace mha::lesson
