#include "homework/verdict/check.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "homework/verdict/check_tensors.h"
#include "homework/trial/choice.h"
#include "homework/diagnosis/findings.h"
#include "homework/trial/probes.h"
#include "homework/trial/properties.h"
#include "homework/trial/resemblance.h"
#include "homework/verdict/verdict.h"
#include "io/tensor_file.h"

namespace mha::homework {

namespace {

/// Of a class whose forward is indented into its __init__, what Python says when it
/// is called, at the place of that `def`.
std::optional<torch::Report> nested_forward(const Program& program) {
  for (const lang::ModulePtr& module : program.modules()) {
    for (const lang::StmtPtr& s : module->body) {
      if (s->kind != lang::StmtKind::class_) continue;
      const auto& cls = static_cast<const lang::ClassDef&>(*s);
      for (const lang::StmtPtr& m : cls.body) {
        if (m->kind != lang::StmtKind::function) continue;
        const auto& method = static_cast<const lang::FunctionDef&>(*m);
        for (const lang::StmtPtr& inner : method.code->body) {
          if (inner->kind != lang::StmtKind::function) continue;
          const auto& def = static_cast<const lang::FunctionDef&>(*inner);
          if (def.target.name.str() != "forward") continue;
          torch::Report report;
          report.kind = "NotImplementedError";
          report.message = "Module [" + cls.target.name.str() +
                           "] is missing the required \"forward\" function";
          report.source = module->source;
          report.span = def.target.span;
          report.note = "`forward` is defined inside `" + method.target.name.str() +
                        "`, so it is a name of that function alone, and no method";
          report.help = "`def forward` begins in the column in which `def " +
                        method.target.name.str() + "` begins";
          return report;
        }
      }
    }
  }
  return std::nullopt;
}

std::vector<const Assignment*> all_assignments() {
  std::vector<const Assignment*> all;
  for (const Assignment& a : assignments()) all.push_back(&a);
  return all;
}

/// Checks one answer of a program: what fits best of all in it, or the one class or
/// function `only`.
class ProgramCheck {
 public:
  ProgramCheck(const Request& request, Program& program, Result& result)
      : request_(request), result_(result), program_(program) {}

  void run(const std::vector<const Assignment*>& among, const std::string& only = "") {
    std::string trouble;
    if (program_.unreadable()) {
      result_.error = program_.failure();
      result_.trouble = "it is not Python that can be read";
      return;
    }
    choice_ = choose(program_, among, request_.seed, trouble, only);
    result_.error = program_.failure();
    if (!choice_) {
      refuse(trouble);
      return;
    }
    result_.assignment = choice_->assignment->id;
    result_.title = choice_->assignment->title;
    result_.kind = "script";
    if (const Candidate* c = choice_->candidate) {
      result_.kind = c->is_class ? "class" : "function";
      result_.subject = c->name;
      result_.place = c->place;
    }
    if (const auto& failure = choice_->trial->failure; failure && is_refusal(*failure)) {
      result_.error = failure;
      result_.trouble = "it uses something that cannot be run here";
      return;
    }
    const std::vector<Probed> probes = probe(*choice_);
    for (const Probed& p : probes) report_probe(p);
    if (choice_->trial->ran()) result_.properties = check_properties(*choice_);
    const Probed& shown = judged(probes);
    result_.probe = shown.spec.name;
    if (shown.trial->failure) result_.error = shown.trial->failure;
    name_findings(program_, *choice_, probes, result_);
    decide({request_, program_, *choice_, probes}, result_);
  }

 private:
  /// What to say where nothing can be checked; `trouble`, if not empty, says why.
  void refuse(const std::string& trouble) {
    result_.trouble = trouble.empty() ? "no class or function in it can be called with tensors"
                                      : trouble;
    const bool script = program_.candidates().empty() && !program_.at_start().made().empty();
    if (trouble.empty() && !result_.error && script) {
      result_.trouble = "none of the tensors that its statements make is a step of a homework";
      result_.help = "a homework is about all tokens at once: a row of scores for each of them, not for one query. "
                     "`mha-tutor homework list` names the homework there is";
    } else if (trouble.empty() && !result_.error) {
      result_.help = "`mha-tutor homework list` names the homework there is, `mha-tutor homework start NAME` "
                     "writes a file to begin with";
    } else if (trouble.find("None") != std::string::npos) {
      result_.help = "a function without `return` gives None; is its end written yet?";
    } else if (trouble.starts_with("nothing is known")) {
      result_.help = trouble.ends_with(")")
                         ? "give it a name that says what it is: d_in, d_out, num_heads, context_length, "
                           "dropout, qkv_bias; or a default"
                         : "give it a name that says what it is: x, mask, query, key, value, W_query; or a default";
    }
    if (program_.candidates().empty() && !result_.error) {
      if (auto nested = nested_forward(program_)) {
        result_.error = std::move(nested);
        result_.help.clear();
      }
    }
  }

  void report_probe(const Probed& p) {
    ProbeResult r;
    r.name = p.spec.name;
    for (const auto& [name, value] : p.trial->setting.sizes) {
      r.sizes[name] = program_.interpreter().repr(value);
    }
    r.right = p.right;
    if (p.trial->failure) {
      r.trouble = p.trial->failure->kind + ": " + p.trial->failure->message;
    } else if (!p.trial->trouble.empty()) {
      r.trouble = p.trial->trouble;
    } else if (!p.diagnosis->castings().empty()) {
      const size_t casting = p.diagnosis->right_casting().value_or(0);
      const auto expected = p.diagnosis->output_of(p.diagnosis->reference_names(casting));
      if (!p.trial->output) {
        // A script: what it should give was seen somewhere, or was not.
      } else if (expected && expected->shape == p.trial->output->shape) {
        const Difference d = difference(*expected, *p.trial->output, -1e9);
        r.largest_error = p.right ? d.largest : difference(*expected, *p.trial->output).largest;
      } else if (expected) {
        r.trouble = "the output has another shape";
      }
    }
    result_.probes.push_back(std::move(r));
  }

  const Request& request_;
  Result& result_;
  Program& program_;
  std::optional<Choice> choice_;
};

/// All answers of one program.
class Answers {
 public:
  explicit Answers(const Request& request)
      : request_(request), program_(request.file, request.bytes, request.stop) {}

  std::vector<Result> run(const std::vector<const Assignment*>& among) {
    Result first = judged_as(among, request_.assignment.has_value(), "");
    const std::string best = first.subject;
    // Who names a homework means the answer that is one.
    if (request_.assignment && first.verdict != Verdict::right && first.kind == "class") {
      for (const Candidate& c : program_.candidates()) {
        if (c.part || !c.is_class || c.name == best) continue;
        Result other = judged_as(among, true, c.name);
        if (other.verdict != Verdict::right) continue;
        first = std::move(other);
        break;
      }
    }
    std::vector<Result> all = {std::move(first)};
    if (all[0].kind == "class") add_others(all);
    std::stable_sort(all.begin(), all.end(), [](const Result& a, const Result& b) {
      return a.place.span.begin < b.place.span.begin;
    });
    return all;
  }

 private:
  Result judged_as(const std::vector<const Assignment*>& among, bool named, const std::string& only) {
    Result result;
    result.file = request_.file;
    result.seed = request_.seed;
    result.named = named;
    ProgramCheck(request_, program_, result).run(among, only);
    return result;
  }

  /// Other classes that are an answer of their own. What one leads to is judged with it.
  void add_others(std::vector<Result>& all) {
    std::set<std::string> judged;
    const auto take = [&](const std::string& name) {
      for (const Candidate& c : program_.candidates()) {
        if (c.name == name) judged.merge(leads_to(program_, c));
      }
    };
    take(all[0].subject);
    for (const Candidate& c : program_.candidates()) {
      if (c.part || !c.is_class || judged.contains(c.name) || program_.met_limit()) continue;
      Result other = judged_as(all_assignments(), false, c.name);
      take(c.name);
      if (other.assignment.empty() || other.verdict == Verdict::unjudged) continue;
      all.push_back(std::move(other));
    }
  }

  const Request& request_;
  Program program_;
};

/// Which of several the report is for: the first that is wrong, or what asks for most.
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

std::vector<Result> check_all(const Request& request) {
  Result result;
  result.file = request.file;
  result.seed = request.seed;
  result.named = request.assignment.has_value();
  std::vector<const Assignment*> among = all_assignments();
  if (request.assignment) among = {&find_assignment(*request.assignment)};
  try {
    if (!is_tensor_file(request.file)) return Answers(request).run(among);
    check_tensors(request, among, result);
  } catch (const Error& e) {
    result.verdict = Verdict::unjudged;
    result.trouble = e.message();
    result.help = e.help();
  }
  return {std::move(result)};
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
