#include "homework/verdict/program_check.h"

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
#include "homework/verdict/ranking.h"
#include "homework/verdict/verdict.h"
#include "io/tensor_file.h"
#include "reading/definitions.h"
#include "tensor/core/parallel.h"

namespace mha::homework {

std::vector<const Assignment*> all_assignments() {
  std::vector<const Assignment*> all;
  for (const Assignment& a : assignments()) all.push_back(&a);
  return all;
}

Result begun(const Request& request, bool named) {
  Result r;
  r.file = request.file;
  r.seed = request.seed;
  r.named = named;
  return r;
}

namespace {

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
    // To look for the homework took a part of it, and what was right once ends, however slow its loops are.
    if (!named_ || choice->right) program_.renew_budget(choice->right);
    const Seen seen = seen_in(*choice);
    Result r = judged_as(*choice, seen);
    if (named_ && failure && choice->candidate && r.verdict != Verdict::right) return in_equal_sizes(*choice, seen, std::move(r));
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
  /// What running a program in the way that was chosen shows.
  struct Seen {
    std::vector<Probed> probes;
    std::vector<PropertyResult> properties;
    Named named;
  };

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
  Result in_equal_sizes(const Choice& choice, const Seen& seen, Result r) {
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
    return stops_in_squares_ ? judged_as(choice, seen) : r;
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
    Result r = judged_as(c, seen_in(c));
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
    r.help = which_homework() + "; " + front_end().homework() + " shows all";
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
      r.help = front_end().homework() + " shows all homework";
    } else if (!program_.candidates().empty()) {
      r.trouble = named_ ? "mha-tutor sees no step of this homework in it" : "mha-tutor sees no step of a homework in it";
      r.help = (named_ ? front_end().task(request_.assignment.value_or("NAME")) + " shows the task" : front_end().homework() + " shows all homework");
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
    const bool readable = !trouble.empty() || script || !program_.candidates().empty();
    if (!named_ && !r.error && readable) r.help = which_homework() + (r.help.empty() ? "" : "; " + r.help);
    explain_begun(r);
    return r;
  }

  /// What helps if no homework was named.
  std::string which_homework() const { return "if it answers a homework, say which: " + front_end().check_as(request_.file); }

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

  Seen seen_in(const Choice& choice) {
    Seen seen{probe(choice), {}, {}};
    if (choice.trial->ran()) seen.properties = check_properties(choice);
    const SearchDepth reach = request_.search ? SearchDepth::several : SearchDepth::known;
    seen.named = name_findings(program_, choice, seen.probes, seen.properties, request_.seed, reach);
    return seen;
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

  Result judged_as(const Choice& choice, const Seen& seen) {
    const std::vector<Probed>& probes = seen.probes;
    const Probed& shown = judged(probes);
    const std::optional<torch::Report>& error = shown.trial->failure ? shown.trial->failure : program_.failure();
    Named named = seen.named;
    const std::optional<Location> call = failing_call(*shown.trial);
    if (shown.trial->failure && !call) take_back_crashed(*shown.trial->failure, named.stages);
    // What cannot run here says nothing of an answer that runs without it: a test case beside the class.
    const bool beside = choice.candidate && shown.trial->ran() && error && error->refusal;
    const std::optional<torch::Report> counts = beside ? std::nullopt : error;
    Decision d = decide({request_, program_, choice, probes, counts, named_, stops_in_squares_}, std::move(named), seen.properties);
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
    if (r.error && choice.candidate && choice.candidate->call) blame_dots(*choice.candidate->call->code, *r.error);
    r.error_elsewhere = r.error && !shown.trial->failure && std::none_of(r.stages.begin(), r.stages.end(), [](const StageResult& s) {
      return s.verdict == StageVerdict::not_reached;
    });
    r.trouble = d.trouble;
    r.help = d.help;
    r.next = std::move(d.next);
    r.lost = d.lost;
    if (r.verdict == Verdict::unjudged) explain_begun(r);
    point_at_operations(r);
    if (r.kind == "function") call_by_name(r);
    return r;
  }

  /// In a function, what is said of `forward` is true of the function itself.
  static void call_by_name(Result& r) {
    const auto rename = [&](std::string& text) {
      for (const auto& [from, to] : {std::pair<std::string, std::string>{"`forward`", "`" + r.subject + "`"}, {"def forward(", "def " + r.subject + "("}}) {
        for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
      }
    };
    for (auto* all : {&r.findings, &r.remarks}) {
      for (Finding& f : *all) {
        for (std::string* text : {&f.title, &f.text, &f.why, &f.effect}) rename(*text);
        for (std::string& hint : f.hints) rename(hint);
      }
    }
  }

  /// If dots stand above a line that stops, it may stop because of them.
  static void blame_dots(const lang::FunctionCode& code, torch::Report& error) {
    const auto dots = unwritten(code);
    if (dots && dots->source == error.source && dots->span.begin < error.span.begin) error.help = dots->note + ": " + dots->help;
  }

  /// Places a finding in a statement of several lines at the line with the operation.
  void point_at_operations(Result& r) const {
    const auto point = [&](Location& l) {
      for (const lang::ModulePtr& m : program_.modules()) {
        if (l.known() && m->source->text() == l.source->text()) l.span = reading::operation_at(*m, l.span);
      }
    };
    for (StageResult& s : r.stages) point(s.place);
    for (Finding& f : r.findings) {
      point(f.place);
      point_at_call(f);
    }
  }

  /// Places a mistake that sits in a call at that call, where the statement has one on a line of its own.
  void point_at_call(Finding& f) const {
    const Misconception* known = find_misconception(f.id);
    if (!known || known->at.empty() || !f.place.known()) return;
    for (const lang::ModulePtr& m : program_.modules()) {
      const lang::Stmt* statement = m->source->text() == f.place.source->text() ? reading::statement_at(*m, f.place.span) : nullptr;
      const std::optional<Span> call = statement ? reading::call_named(*m, statement->span, known->at) : std::nullopt;
      if (call && reading::contains(statement->span, *call) && m->source->place(call->begin).line != line_of(f.place)) f.place.span = *call;
    }
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

}  // namespace

Result judged_program(const Request& request, Program& program, const std::vector<const Assignment*>& among, bool named,
                      const std::string& only) {
  return ProgramCheck(request, program, named).run(among, only);
}

}  // namespace mha::homework
