#include "homework/mend.h"

#include <algorithm>
#include <set>
#include <cstdio>
#include <cstdlib>

#include "homework/properties.h"
#include "lang/parser.h"

namespace mha::homework {

namespace {

// Changes that are tried: most mends are among the first hundred. A program whose
// statements run anew each time, or that is made anew, takes longer for each.
constexpr size_t kMostTried = 600, kMostRunAnew = 100;
// What one of them may take: far more than a step of a lesson's size does.
constexpr int64_t kSteps = 200'000;
// And all probes together of one that may be right.
constexpr int64_t kStepsOfAll = 3'000'000;
// Those that are looked at for progress when none mends all.
constexpr size_t kMostForProgress = 80;
// Mends that are compared with the first.
constexpr size_t kMostRivals = 3, kTriedForRivals = 60;

using Codes = std::vector<std::shared_ptr<lang::FunctionCode>>;

/// The functions of a block and of its classes, in order; not those inside functions.
void functions_of(const lang::Block& block, Codes& out) {
  for (const lang::StmtPtr& s : block) {
    switch (s->kind) {
      case lang::StmtKind::function:
        out.push_back(static_cast<const lang::FunctionDef&>(*s).code);
        break;
      case lang::StmtKind::class_:
        functions_of(static_cast<const lang::ClassDef&>(*s).body, out);
        break;
      case lang::StmtKind::if_:
        functions_of(static_cast<const lang::If&>(*s).then, out);
        functions_of(static_cast<const lang::If&>(*s).otherwise, out);
        break;
      default:
        break;
    }
  }
}

bool same_cells(const lang::ScopeInfo& a, const lang::ScopeInfo& b) {
  return a.cells == b.cells && a.own_cells == b.own_cells && a.captured == b.captured;
}

/// A program whose functions have other bodies, as long as it lives: all objects
/// that were made of them before follow.
class Edited {
 public:
  Edited(const lang::Module& module, const std::string& text) {
    try {
      edited_ = lang::parse(std::make_shared<Source>(module.source->name(), text));
    } catch (const Error&) {
      return;
    }
    functions_of(module.body, own_);
    functions_of(edited_->body, other_);
    made_ = own_.size() == other_.size();
    for (size_t i = 0; i < own_.size() && made_; ++i) {
      made_ = own_[i]->name == other_[i]->name && same_cells(own_[i]->scope, other_[i]->scope);
    }
    if (made_) exchange();
  }
  ~Edited() {
    if (made_) exchange();
  }
  Edited(const Edited&) = delete;
  Edited& operator=(const Edited&) = delete;
  bool made() const { return made_; }

 private:
  void exchange() {
    for (size_t i = 0; i < own_.size(); ++i) std::swap(*own_[i], *other_[i]);
  }

  lang::ModulePtr edited_;
  Codes own_, other_;
  bool made_ = false;
};

class Search {
 public:
  explicit Search(const MendRequest& request)
      : request_(request), probed_(shortest_wrong()), trial_(*probed_.trial) {}

  std::optional<Mend> run() {
    if (probed_.diagnosis->ways().empty()) return std::nullopt;
    find_targets();
    if (targets_.empty()) return std::nullopt;
    EditsAt at{modules(), trial_.recording, nullptr, {}};
    if (request_.fault.known()) {
      at.module = module_of(*request_.fault.source);
      at.fault = request_.fault.span;
    }
    edits_ = edits_of(at);
    if (getenv("MEND")) { fprintf(stderr, "edits %zu fault %d ways %zu probe %s\n", edits_.size(), request_.fault.known() ? request_.fault.source->place(request_.fault.span.begin).line : 0, targets_.size(), probed_.spec.name.c_str()); for (size_t i = 0; i < edits_.size() && i < 700; ++i) { const Edit& e = edits_[i]; fprintf(stderr, "%d %s line %d: %s\n", e.cost, e.known->id.c_str(), line_of(e), std::string(Source("", edited_text(e)).line(line_of(e))).c_str()); } }
    std::optional<Mend> mend;
    size_t tried = 0, anew = 0, until = kMostTried;
    for (const Edit& edit : edits_) {
      if (tried >= until) break;
      if (runs_anew(edit) && ++anew > kMostRunAnew) continue;
      ++tried;
      if (!mends(edit)) continue;
      if (!mend) {
        mend = Mend{{edit}, {}, edited_text(edit), 0};
        until = std::min(until, tried + kTriedForRivals);
      } else if (line_of(edit) != line_of(mend->edits[0]) && edit.cost <= mend->edits[0].cost + 1) {
        mend->rivals.push_back(edit);
        if (mend->rivals.size() >= kMostRivals) break;
      }
    }
    return mend;
  }

 private:
  const std::vector<const lang::Module*>& modules() {
    if (modules_.empty()) {
      for (const lang::ModulePtr& m : request_.program.modules()) modules_.push_back(m.get());
    }
    return modules_;
  }

  const lang::Module* module_of(const Source& source) {
    for (const lang::Module* m : modules()) {
      if (m->source->text() == source.text()) return m;
    }
    return nullptr;
  }

  /// The wrong probe whose call makes the fewest numbers, those in eval first: there
  /// every change shows at once.
  const Probed& shortest_wrong() const {
    const Probed* best = nullptr;
    const auto rank = [](const Probed& p) {
      size_t numbers = 0;
      for (const Made& m : p.trial->recording.made()) numbers += m.numbers.values.size();
      return std::pair(p.spec.training, numbers);
    };
    for (const Probed& p : request_.probes) {
      if (p.right || p.diagnosis->ways().empty()) continue;
      if (!best || rank(p) < rank(*best)) best = &p;
    }
    return best ? *best : request_.probes.front();
  }

  /// What the program should give, under each reading of its weights.
  void find_targets() {
    Diagnosis& d = *probed_.diagnosis;
    for (size_t way = 0; way < d.ways().size(); ++way) {
      if (auto out = d.output_of(d.reference_names(way))) targets_.push_back(std::move(*out));
    }
  }

  int line_of(const Edit& edit) const {
    return edit.module->source->place(edit.changes[0].span.begin).line;
  }

  /// Whether a change lies where the object is made, not where it is called.
  bool runs_anew(const Edit& edit) const {
    if (!trial_.constructed || probed_.spec.training) return true;
    for (const lang::StmtPtr& s : edit.module->body) {
      if (s->kind != lang::StmtKind::class_) continue;
      for (const lang::StmtPtr& m : static_cast<const lang::ClassDef&>(*s).body) {
        if (m->kind != lang::StmtKind::function) continue;
        const auto& code = *static_cast<const lang::FunctionDef&>(*m).code;
        const uint32_t begin = edit.changes[0].span.begin;
        if (begin < s->span.begin || begin < code.span.begin || code.body.empty()) continue;
        if (begin <= code.body.back()->span.end) return code.name.str().find("init") != std::string::npos;
      }
    }
    return false;
  }

  bool mends(const Edit& edit) {
    if (trial_.script) return false;
    const bool anew = runs_anew(edit);
    const Edited edited(*edit.module, edited_text(edit));
    if (getenv("MEND")) fprintf(stderr, "try %s made %d anew %d\n", edit.known->id.c_str(), edited.made(), anew);
    if (!edited.made()) return false;
    const Program::Apart apart(request_.program, kSteps);
    if (anew) return right_anew() && right_everywhere();
    Trial trial = trial_;
    const std::optional<Numbers> out = request_.choice.trials->again(trial, trial.names);
    if (getenv("MEND")) fprintf(stderr, "out %d %g target %g was %g\n", out.has_value(), out ? out->sum : 0, targets_[0].sum, trial_.output ? trial_.output->sum : 0);
    if (!out) return false;
    const bool right = std::any_of(targets_.begin(), targets_.end(),
                                   [&](const Numbers& t) { return same(t, *out); });
    if (getenv("MEND")) fprintf(stderr, "right %d\n", right);
    return right && right_everywhere();
  }

  bool right_anew() {
    const auto trial = std::make_shared<Trial>(
        request_.choice.trials->run(probed_.spec, request_.choice.manner, probed_.spec.training));
    if (!trial->ran()) return false;
    return Diagnosis(*request_.choice.reference, *trial).right_way().has_value();
  }

  /// On all probes, and with all properties.
  bool right_everywhere() {
    const Program::Apart apart(request_.program, kStepsOfAll);
    Choice choice = request_.choice;
    choice.trial = std::make_shared<Trial>(
        choice.trials->run(choice.assignment->probes[0], choice.manner, /*record=*/true));
    choice.diagnosis = std::make_shared<Diagnosis>(*choice.reference, *choice.trial);
    choice.right = choice.diagnosis->right_way().has_value();
    if (getenv("MEND")) fprintf(stderr, "main %d %s %s\n", choice.right, choice.trial->failure ? choice.trial->failure->message.c_str() : "", choice.trial->trouble.c_str());
    if (!choice.right) return false;
    const std::vector<Probed> probes = probe(choice);
    if (!std::all_of(probes.begin(), probes.end(), [](const Probed& p) { return p.right; })) return false;
    const std::vector<PropertyResult> properties = check_properties(choice);
    return std::all_of(properties.begin(), properties.end(), [](const PropertyResult& p) {
      return p.holds || p.id == "finite";
    });
  }

  const MendRequest& request_;
  const Probed& probed_;
  const Trial& trial_;
  std::vector<const lang::Module*> modules_;
  std::vector<Numbers> targets_;
  std::vector<Edit> edits_;
};

}  // namespace

std::optional<Mend> find_mend(const MendRequest& request) { return Search(request).run(); }

}  // namespace mha::homework
