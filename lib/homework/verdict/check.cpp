#include "homework/verdict/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "homework/trial/words.h"
#include "homework/verdict/check_tensors.h"
#include "homework/verdict/program_check.h"
#include "io/tensor_file.h"
#include "lang/runtime/run_stack.h"
#include "tensor/core/parallel.h"

namespace mha::homework {

namespace {

/// All the answers in one program.
class Answers {
 public:
  explicit Answers(const Request& request)
      : request_(request), without_search_(request), program_(request.file, request.bytes, request.stop, /*as_main=*/false, nullptr, request.find_module) {
    without_search_.search = false;
  }

  std::vector<Result> run(const std::vector<const Assignment*>& among) {
    Result first = judged_as(among, request_.assignment.has_value(), "");
    if (request_.assignment && first.verdict != Verdict::right && first.kind != "script") prefer_right(first, among);
    if (!request_.assignment && first.verdict == Verdict::unjudged) prefer_right_part(first);
    if (!request_.assignment && first.verdict != Verdict::right) prefer_file_name(first);
    std::vector<Result> all = {std::move(first)};
    if (all[0].kind != "script" && !all[0].assignment.empty()) add_others(all);
    std::stable_sort(all.begin(), all.end(), [](const Result& a, const Result& b) {
      return a.place.span.begin < b.place.span.begin;
    });
    for (Result& r : all) remark_on_left_out(r);
    return all;
  }

 private:
  /// Says which definitions were not judged because their author calls them wrong.
  void remark_on_left_out(Result& r) const {
    for (const Candidate& c : program_.marked_wrong()) {
      Finding f;
      f.id = "marked-wrong";
      f.title = c.name + " is not judged";
      f.text = fmt::format("Your file itself says that this {} is wrong. If it is your answer, give it another name or docstring.",
                           c.is_class ? "class" : "function");
      f.evidence = Finding::Evidence::source;
      f.place = c.place;
      r.remarks.push_back(std::move(f));
    }
  }

  Result judged_as(const std::vector<const Assignment*>& among, bool named, const std::string& only) {
    return judged_program(request_, program_, among, named, only);
  }

  /// The same, if it only matters whether it is right.
  Result tried_as(const std::vector<const Assignment*>& among, bool named, const std::string& only) {
    return judged_program(without_search_, program_, among, named, only);
  }

  /// A file called train-it.py, which is right as no other homework, is meant as train-it if it shows
  /// anything of it.
  void prefer_file_name(Result& first) {
    std::string name = request_.file.substr(request_.file.find_last_of("/\\") + 1);
    name.resize(std::min(name.rfind('.'), name.size()));
    const auto meant = std::find_if(assignments().begin(), assignments().end(), [&](const Assignment& a) { return a.id == name; });
    if (meant == assignments().end()) return;
    Result r = judged_as({&*meant}, true, "");
    const bool shows = std::any_of(r.stages.begin(), r.stages.end(), [](const StageResult& s) { return s.place.known(); });
    if (shows || r.verdict == Verdict::right || first.assignment.empty()) first = std::move(r);
  }

  /// A whole that could not be followed, an encoder, may have the answer as a part: a class of which all is right.
  void prefer_right_part(Result& first) {
    for (const Candidate& c : program_.candidates()) {
      if (!c.part || !c.is_class || c.name == first.subject || program_.met_limit()) continue;
      Result part = tried_as(all_assignments(), false, c.name);
      if (part.verdict != Verdict::right || part.assignment != first.assignment) continue;
      first = std::move(part);
      return;
    }
  }

  /// If the homework was named, only the answer to it counts: a definition that is right, and not a
  /// part of one that is wrong.
  void prefer_right(Result& first, const std::vector<const Assignment*>& among) {
    std::vector<Candidate> all = program_.candidates();
    all.insert(all.end(), program_.models().begin(), program_.models().end());
    const auto judged = std::find_if(all.begin(), all.end(), [&](const Candidate& c) { return c.name == first.subject; });
    const std::set<std::string> parts = judged == all.end() ? std::set<std::string>() : leads_to(program_, *judged);
    const bool weightless = !first.assignment.empty() && find_assignment(first.assignment).weights.empty();
    for (const Candidate& c : all) {
      // What could not be followed, or stops before its first step, may be more than the homework, as
      // is a class for a homework without weights; and a function that makes an object of a class and
      // calls it is no answer of its own.
      const bool other_kind = c.is_class != (first.kind == "class");
      const bool stops = first.error && earned(first) == 0;
      const bool more = first.verdict == Verdict::unjudged || stops || !shows(first) || (other_kind && (c.is_class || weightless));
      const bool part = parts.contains(c.name) && !more;
      if (c.name == first.subject || part) continue;
      Result other = tried_as(among, true, c.name);
      // A right split is a part of a wrong merge.
      if (parts.contains(c.name) && other.stages.size() < first.stages.size()) continue;
      if (other.verdict != Verdict::right || answers_another(other, c.name)) continue;
      first = std::move(other);
      return;
    }
    // An encoder has next to nothing right of the layer that it is made of.
    constexpr size_t kShare = 4;
    const bool explained = std::any_of(first.findings.begin(), first.findings.end(), [](const Finding& f) { return f.evidence != Finding::Evidence::steps; });
    if (first.error || explained || kShare * earned(first) >= first.stages.size()) return;
    for (const Candidate& c : all) {
      if (!c.is_class || !parts.contains(c.name)) continue;
      Result part = judged_as(among, true, c.name);
      if (earned(part) == 0 || 2 * earned(part) < part.stages.size() || answers_part(first, c.name)) continue;
      first = std::move(part);
      return;
    }
  }

  static size_t earned(const Result& r) {
    return static_cast<size_t>(std::count_if(r.stages.begin(), r.stages.end(), [](const StageResult& s) { return is_earned(s.verdict); }));
  }

  /// Whether any stage of the homework was seen.
  static bool shows(const Result& r) {
    return std::any_of(r.stages.begin(), r.stages.end(), [](const StageResult& s) { return is_earned(s.verdict) || is_wrong(s.verdict); });
  }

  /// Whether a class answers what this homework expects of an inner class: one head.
  bool answers_part(const Result& r, const std::string& name) {
    const std::vector<std::string>& parts = find_assignment(r.assignment).parts;
    return std::any_of(parts.begin(), parts.end(), [&](const std::string& id) {
      return tried_as({&find_assignment(id)}, true, name).verdict == Verdict::right;
    });
  }

  /// Whether a class is rather the answer to another homework, which keeps its weights in another
  /// way: the parameters of the lesson before, beside today's layers.
  bool answers_another(const Result& r, const std::string& name) {
    const std::string& made_of = find_assignment(r.assignment).made_of;
    if (made_of.empty()) return false;
    const Result own = tried_as(all_assignments(), false, name);
    return own.verdict == Verdict::right && own.assignment != r.assignment && find_assignment(own.assignment).made_of != made_of;
  }

  /// Adds other classes that are answers and, if a function was judged, other functions for the
  /// same homework: the split and the merge. What an answer calls is judged with it.
  void add_others(std::vector<Result>& all) {
    std::set<std::string> judged;
    const auto take = [&](const std::string& name) {
      for (const Candidate& c : program_.candidates()) {
        if (c.name == name) judged.merge(leads_to(program_, c));
      }
    };
    take(all[0].subject);
    const bool classes = all[0].kind == "class";
    std::vector<const Assignment*> among = {&find_assignment(all[0].assignment)};
    if (classes) among = all_assignments();
    for (const Candidate& c : program_.candidates()) {
      if (c.part || c.is_class != classes || judged.contains(c.name) || program_.met_limit()) continue;
      if (c.gives_nothing && all[0].verdict == Verdict::right) continue;
      // A function that multiplies nothing is not an answer to other homework.
      const bool named = all[0].named && !classes && !multiplies(program_, c);
      Result other = judged_as(among, named, c.name);
      if (other.verdict == Verdict::wrong && (is_beside(c, all[0]) || (all[0].named && other.assignment != all[0].assignment))) continue;
      if (other.verdict == Verdict::wrong) make_less_of(other, all, c.name);
      take(c.name);
      if (other.assignment.empty() || other.verdict == Verdict::unjudged || makes_weights(other)) continue;
      all.push_back(std::move(other));
    }
    // The first was judged before its right neighbours were known.
    const std::string first = all[0].subject;
    if (classes && all[0].verdict == Verdict::wrong && !all[0].named) make_less_of(all[0], all, first);
    for (Result& r : all) {
      if (classes && !r.named && lacks_only_the_end(r)) take_less(r, r.subject);
    }
    if (classes) add_methods(all);
  }

  /// Whether a function that takes less than the judged one does something else with a model that it
  /// is given: it evaluates what the other one trains.
  bool is_beside(const Candidate& c, const Result& judged) const {
    if (find_assignment(judged.assignment).objects.empty()) return false;
    const auto asks = [](const Candidate& of) { return of.call ? of.call->code->positional.size() + of.call->code->keyword_only.size() : 0; };
    return std::any_of(program_.candidates().begin(), program_.candidates().end(), [&](const Candidate& other) {
      return other.name == judged.subject && asks(c) < asks(other);
    });
  }

  /// For a homework that multiplies nothing: the methods beside the judged one are answers too, the
  /// split and the merge.
  void add_methods(std::vector<Result>& all) {
    const std::string name = all[0].subject;
    const Assignment& assignment = find_assignment(all[0].assignment);
    const bool moves = std::none_of(assignment.stages.begin(), assignment.stages.end(), [&](const StageSpec& s) {
      return s.snippet.code.find('@') != std::string::npos ||
             std::any_of(assignment.weights.begin(), assignment.weights.end(), [&](const WeightSpec& w) { return s.snippet.uses(w.name); });
    });
    for (const Candidate& c : program_.methods()) {
      if (!moves || c.name != name) continue;
      Result other = judged_as({&assignment}, all[0].named, c.subject());
      if (other.verdict != Verdict::unjudged) all.push_back(std::move(other));
    }
  }

  /// Whether another function takes only sizes: it fails before its first step.
  static bool makes_weights(const Result& r) {
    return r.error && !find_assignment(r.assignment).weights.empty() &&
           std::none_of(r.stages.begin(), r.stages.end(), [](const StageResult& s) { return is_earned(s.verdict); });
  }

  /// Beside a right answer to the same homework, another class may be right as the form that asks
  /// for less: the one without a mask.
  void make_less_of(Result& other, const std::vector<Result>& all, const std::string& name) {
    const bool answered = std::any_of(all.begin(), all.end(), [&](const Result& r) {
      return r.verdict == Verdict::right && r.assignment == other.assignment;
    });
    if (answered) take_less(other, name);
  }

  /// Whether a wrong answer is right up to its last step, which it never takes: another homework asks
  /// for no more.
  static bool lacks_only_the_end(const Result& r) {
    return r.verdict == Verdict::wrong && !r.error && r.stages.size() > 1 && r.findings.size() == 1 && r.findings[0].id.ends_with("-missing") &&
           std::all_of(r.stages.begin(), r.stages.end() - 1, [](const StageResult& s) { return is_earned(s.verdict); }) && is_wrong(r.stages.back().verdict);
  }

  void take_less(Result& other, const std::string& name) {
    for (const Assignment& a : assignments()) {
      if (a.id == other.assignment || a.unnamed_if_right) continue;
      Result less = tried_as({&a}, false, name);
      if (less.verdict != Verdict::right) continue;
      other = std::move(less);
      return;
    }
  }

  const Request& request_;
  Request without_search_;
  Program program_;
};

/// The result to report: the first wrong one, or else the one that asks for the most.
const Result& shown(const std::vector<Result>& all) {
  const auto order = [](const Result& r) {
    return r.assignment.empty() ? -1 : find_assignment(r.assignment).order;
  };
  const Result* best = &all[0];
  for (const Result& r : all) {
    if (r.verdict == Verdict::wrong) return r;
    const auto rank = [&](const Result& x) { return std::pair(x.named, order(x)); };
    if (rank(r) > rank(*best)) best = &r;
  }
  return *best;
}

}  // namespace

bool is_pickle(const std::string& file) { return file.ends_with(".pkl") || file.ends_with(".pickle"); }

std::vector<Result> check_all(const Request& request) {
  // A check is many short runs. Threads that wait for the next large product would take more time
  // from other checks than they save here.
  const ThreadCount alone(1);
  std::vector<const Assignment*> among = all_assignments();
  if (request.assignment) among = {&find_assignment(*request.assignment)};
  Result unread = begun(request, request.assignment.has_value());
  if (is_pickle(request.file)) {
    unread.read = false;
    unread.trouble = "it is a pickle file. A pickle can run code when it is opened, so mha-tutor did not open it";
    unread.help = "save the numbers with np.savez(\"mine.npz\", scores=scores) or torch.save({\"scores\": scores}, "
                  "\"mine.pt\"); mha-tutor reads " + join(tensor_file_endings(), ", ");
    return {std::move(unread)};
  }
  try {
    if (is_tensor_file(request.file) && !request.assignment) std::erase_if(among, [](const Assignment* a) { return !a->objects.empty(); });
    if (is_tensor_file(request.file)) return {check_tensors(request, among)};
    // On one stack for all its runs, since to change stacks for each of thousands takes time.
    std::vector<Result> all;
    lang::RunStack().run([&] { all = Answers(request).run(among); });
    return all;
  } catch (const Stopped&) {
    unread.trouble = "the check was stopped";
  } catch (const Error& e) {
    // Do not repeat the file name in the message.
    const std::string again = request.file + ": ";
    unread.trouble = e.message().substr(e.message().starts_with(again) ? again.size() : 0);
    unread.help = e.help();
  }
  return {std::move(unread)};
}

Result check(const Request& request) {
  const std::vector<Result> all = check_all(request);
  Result result = shown(all);
  for (const Result& r : all) {
    if (all.size() > 1) result.answers.push_back({r.kind, r.subject, r.place, r.assignment, r.verdict});
  }
  return result;
}

}  // namespace mha::homework
