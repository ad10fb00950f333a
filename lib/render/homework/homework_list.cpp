#include "render/homework/homework_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/homework/homework_words.h"
#include "render/markdown.h"

namespace mha::render {

using homework::Assignment;
using homework::Attempts;
using homework::AttemptsOf;

namespace {

/// The names of the tensors that the stages make: "scores, weights, context".
std::string steps_of(const Assignment& a) {
  std::vector<std::string> made;
  for (const homework::StageSpec& s : a.stages) made.insert(made.end(), s.snippet.makes.begin(), s.snippet.makes.end());
  return join(made, ", ");
}

}  // namespace

std::string homework_state(const Assignment& assignment, const Attempts* attempts) {
  const AttemptsOf* tried = attempts ? attempts->find(assignment.id) : nullptr;
  if (!tried) return "not tried yet";
  const std::string checks = plural(tried->checks, "check");
  if (tried->passed > 0) return "passed, " + checks;
  return fmt::format("best {}/{}, {}", tried->best, tried->of > 0 ? tried->of : assignment.points(), checks);
}

std::string homework_no_solution(const Style& style, const Assignment& assignment, const Attempts* attempts) {
  return markdown(style, fmt::format(
      "You can see the solution after `mha-tutor check` has passed yours. So far: {}.\n\n"
      "Stuck? `mha-tutor check FILE --hints 3` shows every hint. To see the solution now: "
      "`mha-tutor homework solution {} --give-up`.", homework_state(assignment, attempts), assignment.id));
}

std::string homework_list(const Style& style, const std::vector<Assignment>& assignments,
                          const Attempts* attempts) {
  int names = 0, titles = 0;
  for (const Assignment& a : assignments) {
    names = std::max(names, display_width(a.id));
    titles = std::max(titles, display_width(a.title));
  }
  std::string out;
  for (const Assignment& a : assignments) {
    const AttemptsOf* tried = attempts ? attempts->find(a.id) : nullptr;
    const bool passed = tried && tried->passed > 0;
    const std::string mark = passed  ? paint(style, Role::right, fit_charset(style, "✓"))
                             : tried ? paint(style, Role::wrong, ">")
                                     : " ";
    const std::string name = mark + " " + paint(style, Role::strong, padded_right(a.id, names));
    const std::string state = homework_state(a, attempts);
    const std::string title = fit_charset(style, a.title);
    if (style.spoken) {
      out += sentence(style, fmt::format("{}: {}. {}.", a.id, a.title, state), 2);
    } else if (names + titles + 6 + 26 <= style.width) {
      out += name + "  " + padded_right(title, titles) + "  " + paint(style, Role::faint, state) + "\n";
    } else {
      // Too narrow for one line: the state goes next to the name.
      out += name + "  " + paint(style, Role::faint, state) + "\n";
      out += hung("    ", wrap(title, style.text_width() - 4));
    }
  }
  out += "\n" + markdown(style, "`mha-tutor homework show NAME` shows the task, `start NAME` writes a file to start "
                                "from, and `mha-tutor check FILE` judges it.");
  return without_trailing_blanks(out);
}

std::string homework_task(const Style& style, const Assignment& a, const Attempts* attempts) {
  std::string out;
  for (const std::string& l : wrap(fit_charset(style, a.title), style.text_width())) {
    out += paint(style, Role::title, l) + "\n";
  }
  out += paint(style, Role::faint, fmt::format("homework {}: {}", a.id, homework_state(a, attempts))) + "\n\n";
  out += markdown(style, a.text) + "\n";
  out += paint(style, Role::heading, fmt::format("Judged step by step, {} points:", a.points())) + "\n";
  int number = 0;
  for (const homework::StageSpec& s : a.stages) {
    std::string text = s.title;
    if (s.points != 1) text += fmt::format(" ({} points)", s.points);
    out += hung(fmt::format("{:>4}. ", ++number), wrap(fit_charset(style, text), style.text_width() - 6));
  }
  std::string next = fmt::format("Start with `mha-tutor homework start {0}`, then run `mha-tutor check {0}.py` as often as "
                                 "you like.", a.id);
  if (!a.lesson.empty()) next += fmt::format(" The lesson for it: `mha-tutor learn {}`.", a.lesson);
  const std::string numbers = fmt::format(
      "You can also hand in numbers, from any language: `mha-tutor homework export {0}` writes inputs and weights. Save your "
      "results, as many steps as you have, by name ({1}) in a .npz, .pt, .safetensors, .json, .csv or .txt file, "
      "then run `mha-tutor check FILE {0}`.", a.id, steps_of(a));
  out += "\n" + markdown(style, next);
  return a.objects.empty() ? out + "\n" + markdown(style, numbers) : out;
}

std::string homework_export(const Style& style, const Assignment& a, const std::vector<NamedTensor>& tensors,
                            const std::string& file, uint32_t seed) {
  std::string out = fmt::format("Written: {}\n", file);
  int names = 0;
  for (const NamedTensor& t : tensors) names = std::max(names, display_width(t.name));
  std::vector<std::string> sizes;
  for (const NamedTensor& t : tensors) {
    if (t.tensor.dim() == 0) {
      sizes.push_back(fmt::format("{} {}", t.name, tensor_cells(t.tensor).front()));
      continue;
    }
    out += "  " + paint(style, Role::strong, padded_right(t.name, names)) + "  " + shape_text(t.tensor.shape()) +
           (a.weight(t.name) ? fmt::format("  used as x @ {}", t.name) : "") + "\n";
  }
  if (!sizes.empty()) out += join(wrap("  and the sizes " + join(sizes, ", "), style.text_width()), "\n") + "\n";
  out += "\n" + markdown(style, fmt::format(
      "Compute with these in any language. Save your results, as many stages as you have, under the names {}. Then run "
      "`mha-tutor check FILE {}{}`.", steps_of(a), a.id, seed == 1 ? "" : fmt::format(" --seed {}", seed)));
  return out;
}

}  // namespace mha::render
