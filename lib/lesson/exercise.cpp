#include "lesson/exercise.h"

#include <algorithm>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/compare.h"
#include "lesson/answers/typed_code.h"

namespace mha::lesson {

namespace {

// The seed of the numbers that nobody sees: any seed works.
constexpr uint32_t kUnseen = 2718;
constexpr const char* kCheck = "our check";

/// `name` itself or, if the program makes a function of that name, a call with
/// the lesson's own values. The solution's parameters name these values; a
/// learner may use other parameter names.
std::string checked_expression(World& world, const std::string& name) {
  const Outcome o = world.run("check", name);
  const auto* function = o.value.get<lang::FunctionObject>();
  if (!function) return name;
  std::vector<std::string> values;
  for (const lang::Parameter& p : function->code->positional) {
    if (!p.default_value) values.push_back(p.name.str());
  }
  return name + "(" + join(values, ", ") + ")";
}

bool same_failure(const Trial& a, const Trial& b) {
  return a.failure && b.failure && a.failure->kind == b.failure->kind &&
         a.failure->message == b.failure->message;
}

/// What a learner's object lacks, if a line of the check, which learners do not see, ended in
/// that; or empty. `code`: the learner's.
std::string lack_of(const torch::Report& failure, const std::string& code) {
  static const Pattern kLacks("'(\\w+)' object has no attribute '(\\w+)'");
  const PatternMatch lacks = kLacks.fullmatch(failure.message);
  if (!lacks || !failure.source || failure.source->name() != kCheck) return "";
  // What begins with `_` is nn.Module's own.
  if (lacks[2].starts_with('_')) return "`super().__init__()` is missing: it makes what every module keeps. The `__init__` of `" + lacks[1] + "` begins with it.";
  const bool open = lacks[1] == "ellipsis";
  if (!open && lacks[1] != "NoneType") {
    const bool local = Pattern("\\n +" + lacks[2] + " *=(?!=)").is_in(code);
    return "`" + lacks[1] + "` has no `" + lacks[2] + "`." + (local ? " Write `self." + lacks[2] + " = ...`: what a method only names is gone at its end." : "");
  }
  const PatternMatch owner = Pattern("(\\w+)\\." + lacks[2] + "\\b").search(failure.source->text(failure.span));
  return !owner ? "" : "`" + owner[1] + (open ? "` is still `...`." : "` is None.");
}

/// Adds the value of a check to what is shown, with its expression if that is a line.
void show_value(const std::string& code, const Outcome& o, Trial& t) {
  constexpr std::ptrdiff_t kShort = 4;  // lines
  constexpr size_t kPlain = 40;         // characters of an expression that says what it is
  if (const auto* text = o.value.get<lang::StrObject>()) {
    t.shown += text->text() + "\n";
    t.brief += text->text() + "\n";
    return;
  }
  const std::string check(trim(code));
  const bool named = check.find('\n') == std::string::npos;
  const std::string whole = (named && !o.output.empty() ? check + (o.value.is_none() ? " prints\n" : " gives\n") : "") + o.output;
  const auto* tensor = o.value.get<lang::TensorObject>();
  t.shown += whole;
  const bool says = named && check.size() <= kPlain;
  if ((says || !tensor) && std::count(o.output.begin(), o.output.end(), '\n') <= kShort) {
    t.brief += whole;
  } else if (says && tensor) {
    t.brief += check + " has the shape " + shape_text(tensor->tensor.shape()) + "\n";
  }
}

}  // namespace

bool interrupted(const Trial& trial) { return trial.failure && trial.failure->kind == "KeyboardInterrupt"; }

ExerciseJudge::ExerciseJudge(Scene& scene, const Exercise& exercise)
    : scene_(scene), exercise_(exercise), seeds_{scene.seed()} {
  if (exercise.fresh) {
    seeds_.push_back(scene.seed() ? std::nullopt : std::optional(kUnseen));
  }
  references_.resize(seeds_.size());
  for (const Text& check : exercise.checks) checks_.push_back(check.text);
  if (checks_.empty()) {
    const std::unique_ptr<World> world = scene.make_world(seeds_[0]);
    world->run("solution", exercise.solution.text);
    checks_.push_back(checked_expression(*world, exercise.name));
  }
}

Trial ExerciseJudge::attempt(const std::string& code, size_t set, Before before) {
  Trial t;
  t.world = before == Before::nothing
                ? scene_.make_world(seeds_[set])
                : scene_.make_own_world(seeds_[set], before == Before::names);
  const Outcome ran = t.world->run("your code", code);
  t.printed = ran.output;
  t.failure = ran.failure;
  t.ran = !ran.failure;
  for (const std::string& check : checks_) {
    if (t.failure) break;
    const Outcome o = t.world->run(kCheck, check);
    t.values.push_back(o.value);
    show_value(check, o, t);
    t.failure = o.failure;
    // That the check called it is nothing to read.
    if (t.failure && t.failure->source && t.failure->source->name() != kCheck) {
      std::erase_if(t.failure->calls, [](const lang::TraceEntry& call) { return call.source && call.source->name() == kCheck; });
    }
    // A missing name is not a mistake in the existing code.
    t.unfinished = o.failure && o.failure->kind == "NameError" &&
                   t.world->run("check", exercise_.name).failure;
  }
  return t;
}

const Trial& ExerciseJudge::reference(size_t set) {
  if (!references_[set]) references_[set] = attempt(exercise_.solution.text, set);
  return *references_[set];
}

bool ExerciseJudge::agree(const Trial& a, const Trial& b) const {
  if (a.failure || b.failure || a.values.size() != b.values.size()) return false;
  for (size_t i = 0; i < a.values.size(); ++i) {
    if (!same_value(*a.world, a.values[i], b.values[i])) return false;
  }
  return true;
}

Verdict ExerciseJudge::judge(const std::string& code) {
  // Learners may type a program statement by statement, or as a whole after
  // lines that they only tried.
  if (!scene_.typed()) return judge_after(Before::nothing, code);
  Verdict first = judge_after(Before::lines, code);
  for (const Before before : {Before::names, Before::nothing}) {
    // If the learner stopped it once, it does not run again.
    if (first.right || interrupted(first.trial)) break;
    Verdict v = judge_after(before, code);
    if (v.right) return v;
  }
  return first;
}

Verdict ExerciseJudge::judge_after(Before before, const std::string& code) {
  Verdict v;
  v.trial = attempt(code, 0, before);
  if (v.trial.unfinished || interrupted(v.trial)) return v;
  v.right = agree(v.trial, reference(0));
  for (size_t set = 1; v.right && set < sets(); ++set) {
    Trial other = attempt(code, set, before);
    if (interrupted(other)) {
      v.trial = std::move(other);
      v.right = false;
      return v;
    }
    v.right = agree(other, reference(set));
    if (v.right) continue;
    if (other.failure) {
      v.reply = "Right for these numbers; with others, your code stopped.";
      v.trial.failure = other.failure;
      break;
    }
    v.reply = "Right for these numbers, but not for others: your code was run "
              "again with new ones, and did not give what it should. Does it "
              "use the names of the values, and hold for other sizes too?";
  }
  if (v.right) return v;
  const std::string lack = v.trial.failure ? lack_of(*v.trial.failure, code) : "";
  const std::string reply = wrong_reply(code, before, v.trial);
  v.known = !reply.empty();
  if (v.known) {
    v.reply = reply;
  } else if (v.reply.empty() && !v.trial.failure) {
    v.reply = difference(v.trial, reference(0));
  }
  if (const std::string slip = slip_of_python(code); !v.known && !slip.empty()) v.reply = slip;
  // Of two tables that meet number by number, the help of the error would turn one round.
  const std::string& solution = exercise_.solution.text;
  const auto has = [&](const char* text) { return solution.find(text) != std::string::npos; };
  const bool by_number = has(" * ") && !has("@") && !has("matmul") && !has("sum");
  if (!v.known && by_number && code.find(" @ ") != std::string::npos) {
    v.reply = "`@` is the product of rows and columns. Here each number meets the one in its own place: that is `*`.";
    if (v.trial.failure) v.trial.failure->help.clear();
  }
  if (!lack.empty()) {
    if (!v.known) v.reply = "Not yet: " + lack;
    v.trial.failure.reset();
  }
  return v;
}

std::string ExerciseJudge::wrong_reply(const std::string& code, Before before,
                                       const Trial& mine) {
  std::vector<Trial> others;  // mine, on the further sets of numbers
  // What is wrong with the first numbers and stops with others has one mistake more.
  const bool stops_later = !mine.failure && !agree(mine, reference(0));
  for (const WrongProgram& wrong : exercise_.wrong) {
    const Trial theirs = attempt(wrong.code, 0);
    if (same_failure(mine, theirs)) return wrong.reply;
    bool same = agree(mine, theirs);
    for (size_t set = 1; same && set < sets(); ++set) {
      if (others.size() < set) others.push_back(attempt(code, set, before));
      const Trial again = attempt(wrong.code, set);
      same = agree(others[set - 1], again) || same_failure(others[set - 1], again) || (stops_later && others[set - 1].failure);
    }
    if (same) return wrong.reply;
  }
  return "";
}

std::string ExerciseJudge::difference(const Trial& mine, const Trial& right) const {
  size_t i = 0;
  while (i + 1 < mine.values.size() &&
         same_value(*mine.world, mine.values[i], right.values[i])) {
    ++i;
  }
  const lang::Value& a = mine.values[i];
  const auto* x = a.get<lang::TensorObject>();
  const auto* y = right.values[i].get<lang::TensorObject>();
  if (a.is_none() || !a.defined()) {
    return right.values[i].is_none() ? "Not yet: the value is another one."
                                     : "Not yet: this gives None. Is there a return?";
  }
  if (y && !x) {
    return "Not yet: this should give a tensor, and gives " +
           mine.world->interpreter().type_name(a) + ".";
  }
  if (x && y && x->tensor.shape() != y->tensor.shape()) {
    return "Not yet: yours has the shape " + shape_text(x->tensor.shape()) +
           ", expected is " + shape_text(y->tensor.shape()) + ".";
  }
  // One number is no secret where the program is run with others as well.
  if (x && y && y->tensor.numel() == 1 && sets() > 1) {
    return "Not yet: it should give " + right.world->interpreter().repr(right.values[i]) + ".";
  }
  if (x && y) return "Not yet: the shape is right, the numbers are not.";
  return "Not yet: the value is another one.";
}

}  // namespace mha::lesson
