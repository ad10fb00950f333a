#include "homework/verdict/in_turn.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "homework/choice/properties.h"

namespace mha::homework {

namespace {

/// The program after an edit, called again.
struct Stepped {
  const Edit* edit = nullptr;
  std::unique_ptr<Program> program;
  std::optional<Choice> choice;
  std::vector<Probed> probes;
  std::vector<PropertyResult> properties;
};

class Turns {
 public:
  Turns(Program& program, const Choice& choice, const std::vector<Probed>& probes, const std::vector<PropertyResult>& properties, uint32_t seed)
      : program_(program), choice_(choice), probes_(probes), properties_(properties), seed_(seed) {}

  std::optional<InTurn> run(const std::vector<Edit>& steps) const {
    std::vector<Stepped> all;
    for (const Edit& edit : steps) {
      Stepped s = stepped(edit);
      if (!s.choice || spoils(s)) continue;
      // One edit is enough, for another form of the homework than the program resembled.
      if (is_right(s)) return InTurn{edit, edit.known, {}, MendResult()};
      all.push_back(std::move(s));
    }
    // Try edits that leave a known mistake first: searching for a second edit takes much longer.
    std::stable_partition(all.begin(), all.end(), [&](const Stepped& s) { return !left(s, SearchDepth::known).findings.empty(); });
    for (const Stepped& s : all) {
      if (auto turns = finished(s)) return turns;
    }
    return std::nullopt;
  }

 private:
  Stepped stepped(const Edit& edit) const {
    Stepped s{&edit, program_.with_text(*edit.module, edited_text(edit)), {}, {}, {}};
    if (s.program->unreadable()) return s;
    Trouble unused;
    s.choice = choose(*s.program, {&find_assignment(choice_.assignment->id)}, seed_, unused, choice_.candidate->name);
    if (!s.choice) return s;
    s.probes = probe(*s.choice);
    if (s.choice->trial->ran()) s.properties = check_properties(*s.choice);
    return s;
  }

  /// What explains everything that is still wrong after a first edit.
  Named left(const Stepped& s, SearchDepth reach) const {
    Named named = name_findings(*s.program, *s.choice, s.probes, s.properties, seed_, reach);
    std::erase_if(named.findings, [&](const Finding& f) { return !accounts_for_rest(f, s); });
    return named;
  }

  std::optional<InTurn> finished(const Stepped& s) const {
    Named named = left(s, SearchDepth::one_change);
    if (named.findings.empty()) return std::nullopt;
    InTurn out{*s.edit, s.edit->known, {}, {}};
    const auto back = [&](Location& l) {
      if (!l.known() || l.source->name() != s.edit->module->source->name()) return;
      l = {program_.source_of(s.edit->module->source.get()), span_before(*s.edit, l.span)};
    };
    for (Finding& f : named.findings) {
      back(f.place);
      back(f.cause);
      out.rest.push_back(std::move(f));
    }
    if (named.mend) {
      back(named.mend->place);
      named.mend->rivals.clear();
      out.mend = std::move(named.mend);
      if (const Misconception* known = left_by_second(*s.edit, named.changes)) out.known = known;
    }
    return out;
  }

  /// Whether an edit makes something wrong that was right before: if nothing leaked, what leaks after
  /// it is no second mistake.
  bool spoils(const Stepped& s) const {
    const auto holds = [](const PropertyResult& p) { return p.holds; };
    const bool held = !properties_.empty() && std::all_of(properties_.begin(), properties_.end(), holds);
    const std::optional<Numbers>& out = judged(probes_).trial->output;
    if (held && out && out->nans == 0 && !std::all_of(s.properties.begin(), s.properties.end(), holds)) return true;
    return std::any_of(s.probes.begin(), s.probes.end(), [&](const Probed& now) {
      return !now.right && std::any_of(probes_.begin(), probes_.end(), [&](const Probed& before) {
        return before.right && before.spec.name == now.spec.name;
      });
    });
  }

  static bool is_right(const Stepped& s) {
    return judged(s.probes).right &&
           std::all_of(s.properties.begin(), s.properties.end(), [](const PropertyResult& p) { return p.holds || p.id == "finite"; });
  }

  /// Whether a finding explains all that is still wrong: it gives the numbers, or the numbers are
  /// right and it breaks a property. That it raises the same error is too weak.
  static bool accounts_for_rest(const Finding& f, const Stepped& s) {
    return f.evidence == Finding::Evidence::numbers || f.evidence == Finding::Evidence::mend ||
           (f.evidence == Finding::Evidence::property && judged(s.probes).right);
  }

  /// What the first edit corrects, if a known mistake shows after making only the second one.
  const Misconception* left_by_second(const Edit& first, const std::vector<Change>& changes) const {
    Edit second{first.module, changes, {}, nullptr, 0, false, false, false};
    for (Change& c : second.changes) c.span = span_before(first, c.span);
    const Stepped s = stepped(second);
    if (!s.choice || judged(s.probes).right) return nullptr;
    const Named named = left(s, SearchDepth::known);
    return named.findings.size() == 1 ? find_misconception(named.findings[0].id) : nullptr;
  }

  Program& program_;
  const Choice& choice_;
  const std::vector<Probed>& probes_;
  const std::vector<PropertyResult>& properties_;
  const uint32_t seed_;
};

}  // namespace

std::optional<InTurn> in_turn(Program& program, const Choice& choice, const std::vector<Probed>& probes,
                              const std::vector<PropertyResult>& properties, const std::vector<Edit>& steps, uint32_t seed) {
  if (!choice.candidate) return std::nullopt;
  return Turns(program, choice, probes, properties, seed).run(steps);
}

}  // namespace mha::homework
