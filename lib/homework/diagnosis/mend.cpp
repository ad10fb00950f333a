#include "homework/diagnosis/mend.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "homework/trial/properties.h"
#include "lang/parser.h"

namespace mha::homework {

namespace {

// Changes that are tried: most mends are among the first hundred. A program whose
// statements run anew each time, or that is made anew, takes longer for each.
constexpr size_t kMostTried = 600, kMostRunAnew = 150;
// What one of them may take: far more than a step of a lesson's size does.
constexpr int64_t kSteps = 200'000;
// And all probes together of one that may be right.
constexpr int64_t kStepsOfAll = 3'000'000;
// After a first mend, others are looked for a while longer.
constexpr size_t kTriedForRivals = 60;
// What it costs a mend that layers are not used for what they are called.
constexpr int kSurprise = 3;

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
      : request_(request), probed_(shortest_wrong()), trial_(*probed_.trial),
        again_(to_call_again(trial_)) {}

  std::optional<Mend> run() {
    find_targets();
    EditsAt at{modules(), trial_.recording, nullptr, {}};
    if (request_.fault.known()) {
      at.module = module_of(*request_.fault.source);
      at.fault = request_.fault.span;
    }
    edits_ = edits_of(at);
    struct Found {
      const Edit* edit;
      int cost;
    };
    std::vector<Found> found;
    size_t tried = 0, anew = 0, until = kMostTried;
    for (const Edit& edit : edits_) {
      if (tried >= until) break;
      if (runs_anew(edit) && ++anew > kMostRunAnew) continue;
      ++tried;
      const std::optional<int> surprise = mends(edit);
      if (!surprise) continue;
      if (found.empty()) until = std::min(until, tried + kTriedForRivals);
      found.push_back({&edit, edit.cost + *surprise});
    }
    if (found.empty()) return std::nullopt;
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.cost < b.cost; });
    Mend mend{{*found[0].edit}, {}, edited_text(*found[0].edit)};
    std::set<int> lines = {line_of(*found[0].edit)};
    for (const Found& f : found) {
      if (f.cost > found[0].cost) break;
      if (lines.insert(line_of(*f.edit)).second) mend.rivals.push_back(*f.edit);
    }
    return mend;
  }

 private:
  /// The same trial without all that it recorded.
  static Trial to_call_again(const Trial& trial) {
    Trial out;
    out.setting = trial.setting;
    out.names = trial.names;
    out.object = trial.object;
    out.arguments = trial.arguments;
    out.own = trial.own;
    return out;
  }

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
      return std::tuple(p.spec.training, !p.trial->ran(), numbers);
    };
    for (const Probed& p : request_.probes) {
      if (p.right || p.diagnosis->castings().empty()) continue;
      if (!best || rank(p) < rank(*best)) best = &p;
    }
    return best ? *best : request_.probes.front();
  }

  /// What the program should give, under each reading of its weights.
  void find_targets() {
    Diagnosis& d = *probed_.diagnosis;
    for (size_t casting = 0; casting < d.castings().size(); ++casting) {
      targets_.push_back(d.output_of(d.reference_names(casting)));
    }
  }

  int line_of(const Edit& edit) const {
    return edit.module->source->place(edit.at.begin).line;
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

  /// If an edit makes the program right: how little the names in it speak for the
  /// reading of its weights under which it is; nothing if it does not.
  std::optional<int> mends(const Edit& edit) {
    if (trial_.script) return std::nullopt;
    const bool anew = runs_anew(edit);
    const Edited edited(*edit.module, edited_text(edit));
    if (!edited.made()) return std::nullopt;
    const std::optional<size_t> casting = anew ? casting_anew() : casting_again();
    if (!casting || !right_everywhere()) return std::nullopt;
    return *casting == 0 ? 0 : kSurprise;
  }

  /// The reading under which the program as it is now gives what it should.
  std::optional<size_t> casting_again() {
    const Program::Apart apart(request_.program, kSteps);
    const std::optional<Numbers> out = request_.choice.trials->again(again_, again_.names);
    for (size_t casting = 0; out && casting < targets_.size(); ++casting) {
      if (targets_[casting] && same(*targets_[casting], *out)) return casting;
    }
    return std::nullopt;
  }

  /// The same where the object is to be made anew.
  std::optional<size_t> casting_anew() {
    const Program::Apart apart(request_.program, kSteps);
    // What it learns of an edited program's sizes is no other's.
    TrialRunner trials = *request_.choice.trials;
    Trial trial = trials.run(probed_.spec, request_.choice.manner, probed_.spec.training);
    if (!trial.ran()) return std::nullopt;
    return Diagnosis(*request_.choice.reference, trial).right_casting();
  }

  /// On all probes, and with all properties.
  bool right_everywhere() {
    const Program::Apart apart(request_.program, kStepsOfAll);
    Choice choice = request_.choice;
    choice.trials = std::make_shared<TrialRunner>(*choice.trials);
    choice.trial = std::make_shared<Trial>(
        choice.trials->run(choice.assignment->probes[0], choice.manner, /*record=*/true));
    choice.diagnosis = std::make_shared<Diagnosis>(*choice.reference, *choice.trial);
    choice.right = choice.diagnosis->right_casting().has_value();
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
  Trial again_;
  std::vector<const lang::Module*> modules_;
  std::vector<std::optional<Numbers>> targets_;  // by way
  std::vector<Edit> edits_;
};

}  // namespace

std::optional<Mend> find_mend(const MendRequest& request) { return Search(request).run(); }

}  // namespace mha::homework
