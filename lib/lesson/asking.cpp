#include "lesson/asking.h"

#include <algorithm>
#include <random>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/choosing.h"
#include "lesson/answers/compare.h"
#include "lesson/answers/typed_code.h"
#include "lesson/play/play_lines.h"
#include "lesson/steering.h"

namespace mha::lesson {

namespace {

using Kind = Event::Kind;

/// The places 0 to n - 1 in another order, the same for the same question and
/// numbers.
std::vector<size_t> shuffled(size_t n, const std::string& id, uint32_t seed) {
  std::vector<size_t> order(n);
  for (size_t i = 0; i < n; ++i) order[i] = i;
  for (const char c : id) seed = seed * 31 + static_cast<unsigned char>(c);
  std::mt19937 engine(seed);
  while (n > 1 && std::is_sorted(order.begin(), order.end())) {
    for (size_t i = n - 1; i > 0; --i)
      std::swap(order[i], order[engine() % (i + 1)]);
  }
  return order;
}

}  // namespace

std::string question_text(const Block& block) {
  if (const auto* p = std::get_if<Predict>(&block)) {
    return p->question.empty() ? p->expression : p->question;
  }
  if (const auto* c = std::get_if<Choice>(&block)) return c->question;
  if (const auto* o = std::get_if<Order>(&block)) return o->question;
  if (const auto* p = std::get_if<Play>(&block)) return p->task;
  return "write " + std::get<Exercise>(block).name;
}

Asking::Asking(Scene& scene)
    : scene_(scene),
      block_(*scene.now().question()),
      question_(*question_of(block_)) {
  answer_.question = question_text(block_);
  if (const auto* order = std::get_if<Order>(&block_)) {
    shuffled_ =
        shuffled(order->lines.size(), order->id, scene.seed().value_or(0));
  }
}

Waiting Asking::waiting() const {
  if (!open_) return Waiting::enter;
  if (std::holds_alternative<Play>(block_)) return Waiting::play;
  return std::holds_alternative<Exercise>(block_) ? Waiting::code
                                                  : Waiting::answer;
}

void Asking::ask(Events& out) {
  if (const auto* predict = std::get_if<Predict>(&block_)) {
    World& world = scene_.pristine();
    const Outcome o = world.evaluate(predict->expression);
    out.add(Kind::question,
            predict->question.empty()
                ? "What is `" + predict->expression + "`?"
                : predict->question,
            answer_form(world, o.value));
  } else if (const auto* choice = std::get_if<Choice>(&block_)) {
    out.add(Kind::question, choice->question, "a letter, or words that only one option has");
    for (size_t i = 0; i < choice->options.size(); ++i) {
      out.add(Kind::option, choice->options[i].text, option_letter(i));
    }
  } else if (const auto* order = std::get_if<Order>(&block_)) {
    std::string example;
    for (size_t i = order->lines.size(); i-- > 0;) {
      example += option_letter(i) + (i > 0 ? " " : "");
    }
    out.add(Kind::question, order->question, "the letters in the right order, such as " + example);
    for (size_t i = 0; i < shuffled_.size(); ++i) {
      out.add(Kind::line, order->lines[shuffled_[i]], option_letter(i));
    }
  } else if (const auto* play = std::get_if<Play>(&block_)) {
    out.add(Kind::question, play->task, play_form(*playing()));
  } else {
    const auto& exercise = std::get<Exercise>(block_);
    if (!trim(exercise.start.text).empty()) {
      out.add(Kind::starter, exercise.start.text);
    }
    out.add(Kind::question,
            "Your turn: write `" + exercise.name + "`.",
            "code; the Up key brings it here to be changed, Enter at "
            "its end hands it in; or `edit`, or `file`");
  }
}

std::string Asking::draft() const {
  const auto* exercise = std::get_if<Exercise>(&block_);
  if (!exercise || !open_) return "";
  const std::string& text = tried_.empty() ? exercise->start.text : tried_;
  return text.substr(0, text.find_last_not_of(" \n") + 1);
}

std::string Asking::missing(const std::string& code) const {
  const auto* exercise = std::get_if<Exercise>(&block_);
  if (!exercise || !open_) return "";
  const std::vector<std::string> written = names_in(code), needed = names_in(exercise->solution.text);
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  static const Pattern kDefinition(R"((?:^|\n) *(?:def|class) +([A-Za-z]\w*))");
  const std::string& start = exercise->start.text;
  for (const PatternMatch& it : kDefinition.finditer(start)) {
    const std::string name = it[1];
    if (has(needed, name) && !has(written, name)) return name;
  }
  return has(written, exercise->name) ? "" : exercise->name;
}

std::string Asking::question_name() const {
  const auto* exercise = std::get_if<Exercise>(&block_);
  return exercise ? exercise->name : "";
}

std::vector<Hint> Asking::hints() const {
  std::vector<Hint> all = question_.hints;
  if (scene_.seed()) std::erase_if(all, [](const Hint& hint) { return hint.first; });
  return all;
}

void Asking::hint(Events& out) {
  const std::vector<Hint> hints = this->hints();
  if (hints.empty()) {
    out.add(Kind::note, "No hint for this one: try a small case at the prompt, or `skip` to see "
                        "the answer.");
    return;
  }
  const bool last_again = static_cast<size_t>(answer_.hints) == hints.size();
  const size_t i =
      std::min(static_cast<size_t>(answer_.hints), hints.size() - 1);
  answer_.hints = static_cast<int>(i) + 1;
  out.add(Kind::hint, hints[i].text, std::to_string(i + 1) + " of " + std::to_string(hints.size()));
  if (last_again) {
    out.add(Kind::note, "That was the last hint. `show me` shows the answer.");
  }
}

void Asking::give_up(Events& out) {
  // Whoever tried is told later what they said.
  settle(false, answer_.tries > 0 && !answer_.said.empty() ? answer_.said : Answer::kSkipped);
  if (std::holds_alternative<Order>(block_)) {
    out.add(Kind::note, "The right order:");
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
  if (!question_.why.empty()) out.add(Kind::prose, question_.why);
}

void Asking::show_answer(Events& out) {
  if (const auto* predict = std::get_if<Predict>(&block_)) {
    const Outcome came = scene_.pristine().evaluate(predict->expression);
    out.add(Kind::output, answer_text(came) + "\n");
  } else if (const auto* choice = std::get_if<Choice>(&block_)) {
    for (size_t i = 0; i < choice->options.size(); ++i) {
      if (!choice->options[i].right) continue;
      const std::string& text = choice->options[i].text;
      out.add(Kind::note, "The answer is " + option_letter(i) + ": " +
                              text +
                              (text.ends_with('?') ? "" : "."));
      out.add(Kind::prose, choice->options[i].reply);
    }
  } else if (const auto* order = std::get_if<Order>(&block_)) {
    for (size_t i = 0; i < order->lines.size(); ++i) {
      const auto at =
          std::find(shuffled_.begin(), shuffled_.end(), i) - shuffled_.begin();
      out.add(Kind::line, order->lines[i], option_letter(static_cast<size_t>(at)));
    }
  } else if (const auto* play = std::get_if<Play>(&block_)) {
    show_way(*play, *playing(), out);
  } else {
    const auto& exercise = std::get<Exercise>(block_);
    out.add(Kind::note, "One way to write it:");
    out.add(Kind::code, exercise.solution.text);
    Events unseen;
    scene_.live(exercise.solution.text, unseen);
  }
}

void Asking::recall(const Answer& before, Events& out) {
  open_ = false;
  answer_ = before;
  if (std::holds_alternative<Exercise>(block_) && before.right) {
    out.add(Kind::note, "You wrote:");
    out.add(Kind::code, before.said);
    Events unseen;
    scene_.live(before.said, unseen);
  } else if (before.skipped()) {
    out.add(Kind::note, "You did not answer; it was shown.");
    show_answer(out);
  } else if (const auto* predict = std::get_if<Predict>(&block_)) {
    const Outcome came = scene_.pristine().evaluate(predict->expression);
    out.add(Kind::compared, before.said, answer_text(came));
  } else {
    out.add(Kind::note, "You answered: " + before.said + (before.right ? "" : " (then it was shown)"));
    show_answer(out);
  }
  say_why(out);
}

}  // namespace mha::lesson
