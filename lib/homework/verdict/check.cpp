#include "homework/verdict/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/front_end.h"
#include "base/text.h"
#include "homework/choice/call_options.h"
#include "homework/choice/choice.h"
#include "homework/choice/probes.h"
#include "homework/choice/properties.h"
#include "homework/spec/draft.h"
#include "homework/trial/words.h"
#include "homework/verdict/check_tensors.h"
#include "homework/verdict/findings.h"
#include "homework/verdict/other_sizes.h"
#include "homework/verdict/verdict.h"
#include "io/tensor_file.h"
#include "reading/definitions.h"
#include "tensor/core/parallel.h"

namespace mha::homework {

namespace {

std::vector<const Assignment*> all_assignments() {
  std::vector<const Assignment*> all;
  for (const Assignment& a : assignments()) all.push_back(&a);
  return all;
}

/// The fields of a result that are known from the start.
Result begun(const Request& request, bool named) {
  Result r;
  r.file = request.file;
  r.seed = request.seed;
  r.named = named;
  return r;
}

/// Removes the advice on options that only `run` has.
torch::Report without_options(torch::Report report) {
  if (report.kind != "BudgetError") return report;
  const size_t option = report.message.find(" (--");
  if (option != std::string::npos) report.message.erase(option, report.message.find(')', option) + 1 - option);
  const size_t raise = report.help.find(", or raise");
  if (raise != std::string::npos) report.help.erase(raise);
  return report;
}

std::optional<torch::Report> without_options(const std::optional<torch::Report>& report) {
  return report ? std::optional(without_options(*report)) : std::nullopt;
}

constexpr const char* kDropoutKeeps = R"(
import torch

def dropout(input, *rate, **more):
    return input.clone()

torch.dropout = torch.nn.functional.dropout = dropout
)";
constexpr const char* kNoSdpa = R"(
import builtins

found = builtins.hasattr
builtins.hasattr = lambda where, name: name != "scaled_dot_product_attention" and found(where, name)
)";

/// Checks one answer of a program: the best fit, or the one class or function `only`.
class ProgramCheck {
 public:
  ProgramCheck(const Request& request, Program& program, bool named)
      : request_(request), program_(program), named_(named) {}

  Result run(const std::vector<const Assignment*>& among, const std::string& only) {
    Trouble trouble;
    if (program_.unreadable()) return unreadable();
    if (branches_by_sdpa() && !is_changed_) {
      Result own = run_after(kNoSdpa, among, only);
      is_changed_ = true;
      Result other = own.verdict == Verdict::wrong ? own : run(among, only);
      return other.verdict == Verdict::right && own.verdict == Verdict::right ? own : other;
    }
    const std::optional<Choice> choice = choose(program_, among, request_.seed, trouble, only);
    if (!choice) return refused(trouble);
    const auto& failure = choice->trial->failure;
    if (failure && failure->refusal) return not_for_here(*choice);
    Result r = judged_as(*choice);
    if (named_ && failure && choice->candidate && r.verdict != Verdict::right) return in_equal_sizes(*choice, std::move(r));
    if (!named_ && r.verdict == Verdict::unjudged && !shows_step(r) && !attends(*choice)) return like_none();
    const bool is_drawn = r.verdict == Verdict::unjudged && drops_rightly(r, *choice);
    // After eval() the result has no dropout, although earlier lines may show it.
    const bool ends_in_eval = r.verdict == Verdict::wrong && program_.has_dropout(/*training=*/false);
    if (choice->trial->script && !is_changed_ && (is_drawn || ends_in_eval)) {
      Result kept = run_after(kDropoutKeeps, among, only);
      if (kept.verdict == Verdict::right) return kept;
    }
    if (r.verdict != Verdict::right || has_other_sizes_) return r;
    return in_other_sizes(*choice).value_or(std::move(r));
  }

 private:
  /// A program that is right with its own sizes may be wrong with others; then this returns that
  /// result. An error with other sizes proves nothing.
  std::optional<Result> in_other_sizes(const Choice& choice) {
    const std::vector<Exchange> sizes = other_sizes(program_, choice);
    if (sizes.empty()) return std::nullopt;
    const SourcePtr& source = program_.modules()[0]->source;
    std::string text = exchanged(source->text(), sizes);
    constexpr int kMostWithout = 5;
    for (int without = 0; without <= kMostWithout; ++without) {
      const std::unique_ptr<Program> other = program_.with_text(*program_.modules()[0], text);
      if (other->unreadable()) return std::nullopt;
      if (!other->failure()) return wrong_as(*other, choice, sizes);
      // A statement that only calls the answer with tensors of the old sizes can be removed, unless
      // it shows what a mask means.
      if (choice.trial->inputs.size() != 1 || !choice.trial->could_take.empty() || !blank_failed(*other, text)) break;
    }
    return std::nullopt;
  }

  /// A program that stops at sizes that are all different may have been written for equal ones, or
  /// take one for another. If it runs with equal sizes, its tensors may prove it wrong, never right.
  Result in_equal_sizes(const Choice& choice, Result r) {
    const auto is_known = [](const Finding& f) { return f.evidence == Finding::Evidence::numbers; };
    const bool doubts = r.verdict == Verdict::unjudged;
    auto other = proven_wrong(called_with(choice, equal_inputs(choice)));
    // A known cause says more than an error.
    if (other && (doubts || std::any_of(other->findings.begin(), other->findings.end(), is_known))) return *other;
    if (!doubts) return r;
    const std::vector<Sizes> squares = square_sizes(choice);
    size_t stops = 0;
    for (const Sizes& sizes : squares) {
      const Choice c = called_with(choice, sizes);
      other = proven_wrong(c);
      if (other) return *other;
      const auto &failure = c.trial->failure, &first = choice.trial->failure;
      stops += failure && failure->kind == first->kind && failure->span.begin == first->span.begin;
    }
    stops_in_squares_ = !squares.empty() && stops == squares.size();
    return stops_in_squares_ ? judged_as(choice) : r;
  }

  /// The same choice called with other sizes.
  static Choice called_with(const Choice& choice, const Sizes& sizes) {
    Choice c = choice;
    c.trials = std::make_shared<TrialRunner>(choice.trials->fresh());
    for (const auto& [size, number] : sizes) c.options.guessed[size] = number;
    call_again(c);
    c.right = c.diagnosis->right_matching().has_value();
    return c;
  }

  std::optional<Result> proven_wrong(const Choice& c) {
    if (!c.trial->ran() || c.right) return std::nullopt;
    Result r = judged_as(c);
    if (r.verdict != Verdict::wrong || r.error) return std::nullopt;
    return r;
  }

  std::optional<Result> wrong_as(Program& other, const Choice& choice, const std::vector<Exchange>& sizes) {
    ProgramCheck check(request_, other, named_);
    check.has_other_sizes_ = true;
    Result r = check.run({&find_assignment(choice.assignment->id)}, choice.candidate->subject());
    if (r.verdict != Verdict::wrong || r.error) return std::nullopt;
    put_back(r, sizes, program_.modules()[0]->source);
    r.other_sizes = true;
    return r;
  }

  /// Blanks out the statement that failed; false if other statements need it.
  static bool blank_failed(const Program& program, std::string& text) {
    const torch::Report& failure = *program.failure();
    const uint32_t at = failure.calls.empty() ? failure.span.begin : failure.calls.front().span.begin;
    for (const lang::StmtPtr& s : program.modules()[0]->body) {
      const bool plain = s->kind == lang::StmtKind::expr || s->kind == lang::StmtKind::assign || s->kind == lang::StmtKind::assert_;
      if (!plain || at < s->span.begin || at >= s->span.end) continue;
      std::fill(text.begin() + s->span.begin, text.begin() + s->span.end, ' ');
      text.replace(s->span.begin, 1, "0");
      return true;
    }
    return false;
  }

  Result unreadable() {
    Result r = begun(request_, named_);
    r.error = program_.failure();
    r.trouble = r.error->refusal ? "it uses a part of Python that mha-tutor cannot run" : "it is not valid Python";
    explain_begun(r);
    return r;
  }

  static bool shows_step(const Result& r) {
    return std::any_of(r.stages.begin(), r.stages.end(), [](const StageResult& s) {
      return (s.verdict == StageVerdict::right && s.place.known()) || is_wrong(s.verdict);
    });
  }

  /// Whether a program attends by itself where PyTorch has no scaled_dot_product_attention. Then what
  /// its author wrote is judged, and not only PyTorch's function.
  bool branches_by_sdpa() const {
    return std::any_of(program_.modules().begin(), program_.modules().end(), [](const lang::ModulePtr& m) {
      const std::string& text = m->source->text();
      const size_t asks = text.find("hasattr(");
      return asks != std::string::npos && text.find("scaled_dot_product_attention", asks) < text.find('\n', asks);
    });
  }

  /// The same check in a world that these lines have changed.
  Result run_after(const char* lines, const std::vector<const Assignment*>& among, const std::string& only) {
    const std::unique_ptr<Program> changed = program_.after(lines);
    ProgramCheck check(request_, *changed, named_);
    check.is_changed_ = true;
    return check.run(among, only);
  }

  /// Whether dropout, which draws anew in each run, is all that may keep a script from the expected
  /// result: it stands where it should, and no stage is wrong.
  static bool drops_rightly(const Result& r, const Choice& choice) {
    bool drops = false;
    for (size_t i = 0; i < r.stages.size(); ++i) {
      if (is_wrong(r.stages[i].verdict)) return false;
      const bool reads = i < choice.assignment->stages.size() && choice.assignment->stages[i].snippet.uses("dropout");
      drops = drops || (reads && r.stages[i].verdict == StageVerdict::right && r.stages[i].place.known());
    }
    return drops;
  }

  /// Whether a program may be about attention at all.
  bool attends(const Choice& choice) const {
    return (choice.candidate ? words_of(program_, *choice.candidate) : words_of(program_)).contains("softmax");
  }

  /// The result if no homework was named and no step of any was seen: a model without attention.
  Result like_none() const {
    Result r = begun(request_, named_);
    r.trouble = "mha-tutor sees no step of a homework in it";
    r.help = fmt::format("if it answers one, say which: {}; {} shows all", front_end().check_as(request_.file), front_end().homework());
    explain_begun(r);
    return r;
  }

  /// The result if nothing can be checked.
  Result refused(const Trouble& trouble) {
    Result r = begun(request_, named_);
    r.error = without_options(program_.failure());
    const bool script = program_.candidates().empty() && !program_.at_start().made().empty();
    if (!trouble.empty()) {
      r.trouble = trouble.text;
      r.help = help_for(trouble.kind);
    } else if (r.error) {
      r.trouble = "it stops with an error";
      if (r.error->kind == "ModuleNotFoundError" && !request_.find_module) r.help = with_modules();
    } else if (script) {
      r.trouble = "none of the tensors that it makes is a step of a homework";
      r.help = "in a homework every token is a query and a key: the scores have as many rows as columns. " +
               front_end().homework() + " shows all homework";
    } else {
      r.trouble = "it has no class or function that can be called with tensors";
      r.help = front_end().homework() + " shows all homework, and " + front_end().start() + " writes a file to start from";
    }
    if (program_.candidates().empty() && !r.error) {
      if (auto nested = nested_forward(program_.modules())) {
        r.error = std::move(nested);
        r.help.clear();
      }
    }
    explain_begun(r);
    return r;
  }

  static std::string help_for(Trouble::Kind kind) {
    switch (kind) {
      case Trouble::Kind::gives_none: return "a function without `return` gives None; is the end of it still missing?";
      case Trouble::Kind::unknown_size:
        return "use a name that says what it is: d_in, d_out, num_heads, context_length, dropout, qkv_bias; or a "
               "default";
      case Trouble::Kind::unknown_input:
        return "use a name that says what it is: x, mask, query, key, value, W_query; or give it a default";
      case Trouble::Kind::none:
      case Trouble::Kind::gives_no_tensor:
      case Trouble::Kind::is_a_part: return "";
    }
    return "";
  }

  /// Says so if the program is only begun.
  void explain_begun(Result& r) const {
    if (!request_.file.ends_with(".py") || r.error) return;
    if (!has_code(request_.bytes)) {
      r.trouble = "it is still empty";
    } else if (is_untouched(request_.bytes)) {
      r.trouble = "you still have to replace the dots (...)";
      r.help = front_end().task(named_homework(request_.bytes).value_or("NAME")) + " shows the task";
    } else if (const std::string slip = misnamed_method(r.file, request_.bytes); !slip.empty()) {
      r.help = slip;
    }
  }

  /// The result for the answer that was chosen.
  Result of_choice(const Choice& choice) const {
    Result r = begun(request_, named_);
    r.assignment = choice.assignment->id;
    r.title = choice.assignment->title;
    r.kind = "script";
    if (const Candidate* c = choice.candidate) {
      r.kind = c->is_class ? "class" : "function";
      r.subject = c->subject();
      r.place = c->place;
    }
    return r;
  }

  Result not_for_here(const Choice& choice) const {
    Result r = of_choice(choice);
    r.error = choice.trial->failure;
    r.trouble = "it uses something that mha-tutor cannot run";
    const std::string numbers = front_end().numbers(r.assignment, "");
    if (choice.assignment->objects.empty() && !numbers.empty()) r.help = "hand in its numbers instead: " + numbers + " writes the numbers to compute with";
    return r;
  }

  Result judged_as(const Choice& choice) {
    const std::vector<Probed> probes = probe(choice);
    std::vector<PropertyResult> properties;
    if (choice.trial->ran()) properties = check_properties(choice);
    const Probed& shown = judged(probes);
    const std::optional<torch::Report>& error = shown.trial->failure ? shown.trial->failure : program_.failure();
    Named named = name_findings(program_, choice, probes, properties, request_.seed);
    const std::optional<Location> call = failing_call(*shown.trial);
    if (shown.trial->failure && !call) take_back_crashed(*shown.trial->failure, named.stages);
    Decision d = decide({request_, program_, choice, probes, error, named_, stops_in_squares_}, std::move(named), std::move(properties));
    Result r = of_choice(choice);
    r.verdict = d.verdict;
    r.probe = shown.spec.name;
    r.tolerance = d.named.tolerance;
    r.stages = std::move(d.named.stages);
    r.findings = std::move(d.named.findings);
    r.remarks = std::move(d.named.remarks);
    r.mend = std::move(d.named.mend);
    for (const Probed& p : probes) r.probes.push_back(result_of(p));
    r.properties = std::move(d.properties);
    r.error = without_options(error);
    if (!r.error) r.error = d.own_error;
    if (call) r.failing_call = *call;
    r.error_elsewhere = r.error && !shown.trial->failure && std::none_of(r.stages.begin(), r.stages.end(), [](const StageResult& s) {
      return s.verdict == StageVerdict::not_reached;
    });
    r.trouble = d.trouble;
    r.help = d.help;
    r.next = std::move(d.next);
    r.lost = d.lost;
    if (r.verdict == Verdict::unjudged) explain_begun(r);
    point_at_operations(r);
    return r;
  }

  /// Places a finding in a statement of several lines at the line with the operation.
  void point_at_operations(Result& r) const {
    const auto point = [&](Location& l) {
      for (const lang::ModulePtr& m : program_.modules()) {
        if (l.known() && m->source->text() == l.source->text()) l.span = reading::operation_at(*m, l.span);
      }
    };
    for (StageResult& s : r.stages) point(s.place);
    for (Finding& f : r.findings) point(f.place);
  }

  /// A stage whose line failed is not right, whatever it made before.
  static void take_back_crashed(const torch::Report& failure, std::vector<StageResult>& stages) {
    if (!failure.source) return;
    const int line = failure.source->place(failure.span.begin).line;
    for (StageResult& s : stages) {
      if (s.verdict != StageVerdict::right || s.place.source != failure.source) continue;
      if (s.place.source->place(s.place.span.begin).line != line) continue;
      s.verdict = StageVerdict::not_reached;
      s.points = 0;
    }
  }

  ProbeResult result_of(const Probed& p) {
    ProbeResult r;
    r.name = p.spec.name;
    for (const auto& [name, value] : p.trial->setting.sizes) {
      r.sizes[name] = program_.interpreter().repr(value);
    }
    r.right = p.right;
    if (p.trial->failure) {
      r.stopped = true;
      r.trouble = p.trial->failure->kind + ": " + p.trial->failure->message;
    } else if (!p.trial->trouble.empty()) {
      r.trouble = p.trial->trouble.text;
    } else if (!p.diagnosis->matchings().empty()) {
      const size_t matching = p.diagnosis->right_matching().value_or(0);
      const auto expected = p.diagnosis->output_of(p.diagnosis->reference_names(matching));
      if (!p.trial->output) {
        // A script may have made the result anywhere, or not at all.
      } else if (expected && expected->shape == p.trial->output->shape) {
        const Difference d = difference(*expected, *p.trial->output, -1e9);
        r.largest_error = p.right ? d.largest : difference(*expected, *p.trial->output).largest;
      } else if (expected) {
        r.trouble = "the output has another shape";
      }
    }
    return r;
  }

  const Request& request_;
  Program& program_;
  const bool named_;
  bool has_other_sizes_ = false;
  bool stops_in_squares_ = false;
  bool is_changed_ = false;  // it runs in a changed world, or has
};

/// All the answers in one program.
class Answers {
 public:
  explicit Answers(const Request& request)
      : request_(request), program_(request.file, request.bytes, request.stop, /*as_main=*/false, nullptr, request.find_module) {}

  std::vector<Result> run(const std::vector<const Assignment*>& among) {
    Result first = judged_as(among, request_.assignment.has_value(), "");
    if (request_.assignment && first.verdict != Verdict::right && first.kind != "script") prefer_right(first, among);
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
    return ProgramCheck(request_, program_, named).run(among, only);
  }

  /// If the homework was named, only the answer to it counts: a definition that is right, and not a
  /// part of one that is wrong.
  void prefer_right(Result& first, const std::vector<const Assignment*>& among) {
    const std::vector<Candidate>& all = program_.candidates();
    const auto judged = std::find_if(all.begin(), all.end(), [&](const Candidate& c) { return c.name == first.subject; });
    const std::set<std::string> parts = judged == all.end() ? std::set<std::string>() : leads_to(program_, *judged);
    const bool weightless = !first.assignment.empty() && find_assignment(first.assignment).weights.empty();
    for (const Candidate& c : all) {
      // What could not be followed may be more than the homework, as is a class for a homework
      // without weights; and a function that makes an object of a class and calls it is no answer
      // of its own.
      const bool other_kind = c.is_class != (first.kind == "class");
      const bool more = first.verdict == Verdict::unjudged || (other_kind && (c.is_class || weightless));
      const bool part = parts.contains(c.name) && !more;
      if (c.name == first.subject || part) continue;
      Result other = judged_as(among, true, c.name);
      // A right split is a part of a wrong merge.
      if (parts.contains(c.name) && other.stages.size() < first.stages.size()) continue;
      if (other.verdict != Verdict::right || answers_another(other, c.name)) continue;
      first = std::move(other);
      return;
    }
  }

  /// Whether a class is rather the answer to another homework, which keeps its weights in another
  /// way: the parameters of the lesson before, beside today's layers.
  bool answers_another(const Result& r, const std::string& name) {
    const std::string& made_of = find_assignment(r.assignment).made_of;
    if (made_of.empty()) return false;
    const Result own = judged_as(all_assignments(), false, name);
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
      if (other.verdict == Verdict::wrong && is_beside(c, all[0])) continue;
      if (other.verdict == Verdict::wrong) make_less_of(other, all, c.name);
      take(c.name);
      if (other.assignment.empty() || other.verdict == Verdict::unjudged || makes_weights(other)) continue;
      all.push_back(std::move(other));
    }
    // The first was judged before its right neighbours were known.
    const std::string first = all[0].subject;
    if (classes && all[0].verdict == Verdict::wrong && !all[0].named) make_less_of(all[0], all, first);
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
    for (const Assignment& a : assignments()) {
      if (!answered || a.id == other.assignment || a.unnamed_if_right) continue;
      Result less = judged_as({&a}, false, name);
      if (less.verdict != Verdict::right) continue;
      other = std::move(less);
      return;
    }
  }

  const Request& request_;
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
    return Answers(request).run(among);
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
