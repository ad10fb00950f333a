#include "homework/verdict/check_tensors.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <set>
#include <tuple>

#include "base/error.h"
#include "base/front_end.h"
#include "base/text.h"
#include "homework/verdict/handout.h"
#include "homework/verdict/judge.h"
#include "io/tensor_file.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"

namespace mha::homework {

namespace {

/// A submitted tensor, identified as the tensor of a stage.
struct Placed {
  int stage = 0;
  std::string name;   // of the stage's tensor
  Tensor tensor;
  double precision = 0;
  Numbers expected;   // the right one
};

/// The submitted tensors as an answer to one assignment.
struct Answer {
  const Assignment* assignment = nullptr;
  /// The assignment cut off after the last stage that was submitted.
  std::unique_ptr<Assignment> reached;
  std::unique_ptr<Reference> reference;
  std::unique_ptr<Trial> trial;
  std::unique_ptr<Diagnosis> diagnosis;
  std::vector<Placed> placed;
  bool right = false;
  int seen = 0;

  bool complete() const { return reached && reached->stages.size() == assignment->stages.size(); }
};

/// Which optional inputs and weights were left out.
struct Without {
  bool inputs = false;
  bool weights = false;
};

/// How far a printed number may be from the exact one.
double precision_of(const NamedTensor& t, const Numbers& numbers) {
  // Rounding happens several times: the inputs were rounded as well.
  constexpr double kRoundings = 4;
  const DType dtype = t.tensor.dtype();
  const double unit = dtype == DType::float16 ? 0x1p-11 : dtype == DType::bfloat16 ? 0x1p-8 : 0;
  return std::max(t.precision, kRoundings * unit * numbers.largest);
}

/// "Output" and "results.output" as "output".
std::string plain_name(const std::string& name) {
  std::string out = name.substr(name.rfind('.') + 1);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// Finds the stage of every tensor: by its name, else by its numbers, else as the last stage of its
/// shape.
class Placing {
 public:
  Placing(const Assignment& assignment, const Names& right) {
    for (size_t i = 0; i < assignment.stages.size(); ++i) {
      for (const std::string& name : assignment.stages[i].snippet.makes) {
        if (const auto n = numbers_in(right, name)) {
          slots_.push_back({static_cast<int>(i), name, {}, 0, *n});
        }
      }
    }
  }

  std::optional<Placed> place(const NamedTensor& t) const {
    const Numbers got = numbers_of(t.tensor);
    const double precision = precision_of(t, got);
    const Placed* slot = named(plain_name(t.name));
    if (!slot) slot = fitting(got, precision);
    if (!slot) slot = shaped(got);
    if (!slot) return std::nullopt;
    Placed out = *slot;
    out.precision = precision;
    out.tensor = t.tensor;
    // The same numbers, in the same order, in another shape: a table, or a flat list.
    const Shape &wanted = slot->expected.shape, &given = got.shape;
    const bool table = given.size() == 1 || (given.size() == 2 && wanted.size() > 2 && given[1] == wanted.back());
    const bool regrouped = given != wanted && got.count() == slot->expected.count() &&
                           (table || without_ones(given) == without_ones(wanted));
    if (regrouped) out.tensor = reshape(contiguous(t.tensor), slot->expected.shape);
    return out;
  }

 private:
  const Placed* named(const std::string& name) const {
    for (const Placed& s : slots_) {
      if (plain_name(s.name) == name) return &s;
    }
    return nullptr;
  }

  const Placed* fitting(const Numbers& got, double precision) const {
    const Placed* found = nullptr;
    for (auto s = slots_.rbegin(); s != slots_.rend(); ++s) {
      const Fit f = fit(s->expected, got, precision);
      if (f == Fit::exact) return &*s;
      if (f == Fit::laid_out) found = &*s;
    }
    return found;
  }

  const Placed* shaped(const Numbers& got) const {
    for (auto s = slots_.rbegin(); s != slots_.rend(); ++s) {
      if (s->expected.shape == got.shape) return &*s;
    }
    const Placed& output = slots_.back();
    return got.count() == output.expected.count() ? &output : nullptr;
  }

  std::vector<Placed> slots_;
};

Answer answer(const Assignment& assignment, const std::vector<NamedTensor>& tensors, uint32_t seed,
              Without without) {
  Answer a;
  a.assignment = &assignment;
  Reference whole(assignment);
  Handout given = handout(whole, seed);
  const std::vector<NamedTensor> own = tensors_of(given, assignment);
  if (without.inputs) {
    std::set<std::string> absent;
    for (const InputSpec& i : assignment.inputs) {
      if (i.optional) absent.insert(i.name);
    }
    given.names = whole.start(given.setting, {}, absent);
  }
  for (const WeightSpec& w : assignment.weights) {
    if (without.weights && w.optional) given.weights.erase(w.name);
  }
  a.trial = std::make_unique<Trial>();
  a.trial->setting = given.setting;
  a.trial->names = given.names;
  a.trial->handed = given.weights;
  a.trial->constructed = a.trial->script = true;
  Diagnosis right(whole, *a.trial);
  const Placing placing(assignment, right.reference_names(0));
  for (const NamedTensor& t : tensors) {
    // An input that was handed back unchanged proves nothing.
    const Numbers numbers = numbers_of(t.tensor);
    const bool theirs = std::none_of(own.begin(), own.end(), [&](const NamedTensor& o) {
      return same(numbers_of(o.tensor), numbers);
    });
    if (!theirs) continue;
    if (auto placed = placing.place(t)) a.placed.push_back(std::move(*placed));
  }
  if (a.placed.empty()) return a;
  std::stable_sort(a.placed.begin(), a.placed.end(),
                   [](const Placed& x, const Placed& y) { return x.stage < y.stage; });
  for (const Placed& p : a.placed) a.trial->recording.add(p.name, p.tensor, p.precision);
  a.reached = std::make_unique<Assignment>(assignment);
  a.reached->stages.resize(static_cast<size_t>(a.placed.back().stage) + 1);
  a.reference = std::make_unique<Reference>(*a.reached);
  a.diagnosis = std::make_unique<Diagnosis>(*a.reference, *a.trial);
  a.right = a.diagnosis->right_matching().has_value();
  a.seen = a.diagnosis->seen_tensors(a.diagnosis->likeliest_matching());
  return a;
}

std::tuple<bool, int, bool> rank(const Answer& a) {
  return {a.right && a.complete(), a.seen, a.right};
}

/// The answer in which the most stages are right.
Answer best_answer(const Assignment& assignment, const std::vector<NamedTensor>& tensors, uint32_t seed) {
  const bool inputs = std::any_of(assignment.inputs.begin(), assignment.inputs.end(),
                                  [](const InputSpec& i) { return i.optional; });
  const bool weights = std::any_of(assignment.weights.begin(), assignment.weights.end(),
                                   [](const WeightSpec& w) { return w.optional; });
  Answer best = answer(assignment, tensors, seed, {});
  for (const Without w : {Without{true, false}, Without{false, true}, Without{true, true}}) {
    if ((best.right && best.complete()) || (w.inputs && !inputs) || (w.weights && !weights)) continue;
    Answer a = answer(assignment, tensors, seed, w);
    if (rank(a) > rank(best)) best = std::move(a);
  }
  return best;
}

void name_mistakes(const Judge& judge, const std::vector<Explanation>& all, Result& result) {
  const Explanation& chosen = all[0];
  for (size_t i = 0; i < chosen.mistakes.size(); ++i) {
    if (!chosen.mistakes[i].known) continue;
    Finding f = judge.finding(chosen, chosen.mistakes[i]);
    // Without a source, only the numbers distinguish them.
    std::vector<Finding> equals;
    for (const Explanation& e : all) {
      if (i >= e.mistakes.size() || !e.mistakes[i].known) continue;
      const std::string& id = e.mistakes[i].known->id;
      if (id == f.id || std::find(f.alternatives.begin(), f.alternatives.end(), id) != f.alternatives.end()) {
        continue;
      }
      f.alternatives.push_back(id);
      equals.push_back(judge.finding(e, e.mistakes[i]));
      equals.back().alternatives.push_back(f.id);
    }
    result.findings.push_back(std::move(f));
    for (Finding& other : equals) result.findings.push_back(std::move(other));
  }
}

/// Whether the numbers can identify a mistake. An output that is all nan looks the same for every
/// mistake, and one without the batch axis may be right for one text.
bool tells(const Answer& a) {
  const Placed& last = a.placed.back();
  const Numbers got = numbers_of(last.tensor);
  const Shape& wanted = last.expected.shape;
  const bool one_text = !wanted.empty() && got.shape == Shape(wanted.begin() + 1, wanted.end());
  return a.placed.size() > 1 || (got.nans < got.count() && !one_text);
}

/// Judges the stages if no known mistake explains the numbers, each from the submitted tensors
/// before it.
std::vector<StageResult> unexplained(Answer& a) {
  std::vector<StageResult> out;
  Names names = a.diagnosis->start(0);
  size_t open = 0;  // stages from here on were not seen, nor anything that follows from them
  for (size_t i = 0; i < a.reached->stages.size(); ++i) {
    const StageSpec& stage = a.reached->stages[i];
    StageResult r = blank(stage);
    const bool runs = a.reference->run(stage, names).empty();
    for (const Placed& p : a.placed) {
      if (p.stage != static_cast<int>(i) || !runs || is_wrong(r.verdict)) continue;
      const std::optional<Numbers> expected = numbers_in(names, p.name);
      if (!expected) continue;
      const Numbers got = numbers_of(p.tensor);
      const Fit f = fit(*expected, got, p.precision);
      // Only the last stage has to have its axes in order.
      const bool in_order = i + 1 == a.assignment->stages.size();
      if (f == Fit::exact || (f == Fit::laid_out && !in_order)) {
        r.verdict = StageVerdict::right;
        r.points = r.of;
        r.expected_shape = expected->shape;
        r.shape = got.shape;
        r.cells = expected->count();
      } else {
        show_difference(r, *a.assignment, stage, *expected, got, p.precision);
      }
      if (is_wrong(r.verdict) && r.shape == r.expected_shape) names[p.name] = lang::tensor(p.tensor);
    }
    const bool right = r.verdict == StageVerdict::right;
    for (size_t k = open; right && k < i; ++k) {
      out[k].verdict = StageVerdict::unseen;
      out[k].points = out[k].of;
    }
    if (r.verdict != StageVerdict::not_judged) open = i + 1;
    out.push_back(std::move(r));
  }
  return out;
}

/// Checks the order of the output's axes, which may differ from that of the steps before.
void judge_order(const Answer& a, Result& result) {
  const Placed& last = a.placed.back();
  StageResult& stage = result.stages.back();
  if (!a.complete() || !a.right || last.tensor.shape() == last.expected.shape) return;
  stage.verdict = StageVerdict::wrong_layout;
  stage.points = 0;
  stage.expected_shape = last.expected.shape;
  stage.shape = last.tensor.shape();
}

/// Where the numbers to compute with come from.
std::string command_for_numbers(const std::string& name, uint32_t seed) {
  return front_end().numbers(name, seed == 1 ? "" : " --seed " + std::to_string(seed));
}

/// The result if no tensor in the file belongs to a stage.
void refuse(const std::vector<NamedTensor>& tensors, const std::vector<const Assignment*>& among,
            uint32_t seed, Result& result) {
  result.trouble = among.size() == 1 ? "none of its tensors is a step of this homework"
                                     : "none of its tensors is a step of a homework";
  const std::string numbers = command_for_numbers(among.size() == 1 ? among[0]->id : "NAME", seed);
  if (!numbers.empty()) result.help = "compute with the numbers of " + numbers;
  if (among.size() != 1) {
    result.help += numbers.empty() ? front_end().check_as(result.file) : ", and name the homework";
  } else if (tensors.size() == 1) {
    Reference reference(*among[0]);
    const Handout given = handout(reference, seed);
    Trial trial;
    trial.setting = given.setting;
    trial.names = given.names;
    trial.handed = given.weights;
    Diagnosis right(reference, trial);
    if (const auto out = right.output_of(right.reference_names(0))) {
      result.help += std::string(numbers.empty() ? "" : "; ") + "the result has the shape " + shape_words(out->shape) + ", this one " +
                     shape_words(tensors[0].tensor.shape());
    }
  }
}

/// Seeds that people often use, the most common first.
std::vector<uint32_t> usual_seeds() {
  std::vector<uint32_t> seeds = {42, 123, 0, 1, 1337, 1234, 12345, 2023, 2024, 2025, 3407};
  for (uint32_t s = 2; s <= 200; ++s) seeds.push_back(s);
  return seeds;
}

struct OtherSeed {
  uint32_t seed = 0;
  const Assignment* assignment = nullptr;
  bool all = false;  // whether all tensors are right for it, rather than some
};

/// Another seed for which the tensors, or some of them, are right. Each seed takes some
/// milliseconds, so only a few are tried if no homework is named.
std::optional<OtherSeed> other_seed(const std::vector<NamedTensor>& tensors,
                                    const std::vector<const Assignment*>& among, uint32_t seed) {
  const size_t most = among.size() == 1 ? 300 : 12;
  size_t tried = 0;
  for (const uint32_t other : usual_seeds()) {
    if (other == seed) continue;
    if (++tried > most) break;
    for (const Assignment* assignment : among) {
      const Answer a = answer(*assignment, tensors, other, {});
      if (!a.placed.empty() && (a.right || a.seen > 0)) return OtherSeed{other, assignment, a.right};
    }
  }
  return std::nullopt;
}

/// Reports that the numbers belong to another seed, rather than calling them wrong.
bool say_other_seed(const std::vector<NamedTensor>& tensors, const std::vector<const Assignment*>& among,
                    Result& result) {
  const auto other = other_seed(tensors, among, result.seed);
  if (!other) return false;
  const auto& [seed, assignment, all] = *other;
  result.assignment = assignment->id;
  result.title = assignment->title;
  result.trouble = std::string(all ? "these" : "some of these") + " numbers are right for seed " + std::to_string(seed) + "; the homework's seed is " +
                   std::to_string(result.seed);
  const std::string option = front_end().seed(std::to_string(seed)), numbers = command_for_numbers(assignment->id, result.seed);
  if (!option.empty() && !numbers.empty()) result.help = "check them with " + option + ", or compute with the numbers of " + numbers;
  return true;
}

}  // namespace

Result check_tensors(const Request& request, const std::vector<const Assignment*>& among) {
  Result result;
  result.file = request.file;
  result.seed = request.seed;
  result.named = request.assignment.has_value();
  const std::vector<NamedTensor> tensors = read_tensors(request.file, request.bytes);
  result.kind = "tensors";
  Answer best;
  for (const Assignment* assignment : among) {
    Answer a = best_answer(*assignment, tensors, request.seed);
    if (a.placed.empty()) continue;
    if (!best.assignment || rank(a) >= rank(best)) best = std::move(a);
  }
  if (!best.assignment || (!best.right && best.seen == 0 && among.size() > 1)) {
    if (!say_other_seed(tensors, among, result)) refuse(tensors, among, request.seed, result);
    return result;
  }
  Judge judge(*best.reference, *best.trial, *best.diagnosis, nullptr);
  std::vector<Explanation> explanations = best.diagnosis->explain();
  if (explanations.empty()) explanations = best.diagnosis->explain_by_several();
  // Drop explanations that only a source could confirm.
  std::erase_if(explanations, [](const Explanation& e) {
    return std::any_of(e.mistakes.begin(), e.mistakes.end(),
                       [](const Mistake& s) { return s.known && !s.known->clue.empty(); });
  });
  if (!tells(best)) explanations.clear();
  const bool explained = !explanations.empty() && !explanations[0].partial;
  const bool strange = !explained && !best.right && best.seen == 0;
  if (strange && say_other_seed(tensors, {best.assignment}, result)) return result;
  result.assignment = best.assignment->id;
  result.title = best.assignment->title;
  result.stages = explanations.empty() ? unexplained(best) : judge.stages(&explanations[0]);
  if (!explanations.empty()) name_mistakes(judge, explanations, result);
  judge_order(best, result);
  for (size_t i = result.stages.size(); i < best.assignment->stages.size(); ++i) {
    result.stages.push_back(blank(best.assignment->stages[i]));
  }
  const Placed& last = best.placed.back();
  result.tolerance = tolerance_for(last.expected, last.precision);
  const bool all = std::all_of(result.stages.begin(), result.stages.end(),
                               [](const StageResult& s) { return s.points == s.of; });
  result.verdict = best.right && all ? Verdict::right : Verdict::wrong;
  return result;
}

}  // namespace mha::homework
