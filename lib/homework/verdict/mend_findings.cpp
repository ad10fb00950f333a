#include "homework/verdict/mend_findings.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"
#include "homework/verdict/ranking.h"
#include "lang/syntax/parser.h"
#include "reading/clues.h"
#include "reading/definitions.h"

namespace mha::homework {

/// Adds the finding for an edit that mends the program.
void MendFindings::name(const Mend& mend, const Judge& judge, bool right_numbers) {
  result_.mend = told(mend);
  result_.changes = mend.edit.changes;
  const std::vector<Finding> beside = take_unmended(mend.edit.module, mend.text, line_of(result_.mend->place));
  // The mend takes its name from a finding at its own line, or else from its kind.
  const Source& own = *mend.edit.module->source;
  const bool replaces = std::all_of(result_.changes.begin(), result_.changes.end(), [&](const Change& c) {
    return c.span.begin < c.span.end && own.place(c.span.begin).line == line_of(result_.mend->place);
  });
  const lang::Stmt* changed = reading::statement_at(*mend.edit.module, mend.edit.at);
  const bool reads_unread = mend.edit.cost == 0 && mend.edit.known->by_mend_only() && std::count(mend.edit.known->mends.begin(), mend.edit.known->mends.end(), "use") > 0;
  const Mended mended{*result_.mend, mend.edit.known->mends, right_numbers, replaces, reads_unread, changed && changed->kind == lang::StmtKind::if_};
  if (!undoes_right_step(mend.edit, judge)) yield_to_mend(mended, result_.findings);
  if (result_.findings.empty()) {
    result_.findings = {told(mend.edit, mend.edit.known, judge, Source("", mend.text))};
  }
  for (Finding& f : result_.findings) {
    if (f.stage.empty() && f.place.known() && line_of(f.place) == line_of(result_.mend->place)) f.stage = first_wrong();
  }
  // After the edit the program is right, so some findings become remarks.
  for (const Finding& f : beside) {
    const Misconception* m = find_misconception(f.id);
    (m && m->remark_if_right ? result_.remarks : result_.findings).push_back(f);
  }
}

/// Whether the edit changes a step that is right, so that a known mistake in a later one no longer
/// shows: heads split in the order in which they are joined. Nor is a step in the wrong place to be
/// mended by layers that exchange their names.
bool MendFindings::undoes_right_step(const Edit& edit, const Judge& judge) const {
  if (result_.findings.empty() || result_.findings[0].evidence != Finding::Evidence::numbers) return false;
  const Misconception* m = find_misconception(result_.findings[0].id);
  const auto wrong = std::find_if(result_.stages.begin(), result_.stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); });
  const bool misplaced = wrong != result_.stages.end() && wrong->verdict == StageVerdict::wrong_layout;
  return (edit.sets_up && m && !m->until.empty() && !m->at.empty()) || (misplaced && judge.makes_right(result_.mend->place));
}

/// Removes and returns the clues at other lines that the mended program still shows.
std::vector<Finding> MendFindings::take_unmended(const lang::Module* module, const std::string& mended, int line) {
  std::vector<lang::ModulePtr> modules = program_.modules();
  for (lang::ModulePtr& m : modules) {
    if (m.get() == module) m = lang::parse(std::make_shared<const Source>("", mended));
  }
  const std::vector<reading::Clue> after = reading::find_clues(modules, choice_.candidate ? choice_.candidate->name : "");
  std::vector<Finding> beside;
  std::erase_if(result_.findings, [&](Finding& f) {
    const Misconception* m = find_misconception(f.id);
    const bool told = f.evidence == Finding::Evidence::source && m && clue_for(*m, after);
    const bool stays = told && line_of(f.place) != line;
    if (stays) beside.push_back(f);
    return stays;
  });
  return beside;
}

/// Adds the finding for a first edit, and what is wrong besides.
void MendFindings::name(InTurn& turns, const Judge& judge) {
  Finding first = told(turns.first, turns.known, judge, Source("", edited_text(turns.first)));
  const auto named = [&](const Finding& f) {
    const bool seen = f.evidence == Finding::Evidence::property || f.evidence == Finding::Evidence::source;
    return seen && f.place.known() && line_of(f.place) == line_of(first.cause.known() ? first.cause : first.place);
  };
  // A finding at the edit's line gives it its name.
  const auto known = std::find_if(result_.findings.begin(), result_.findings.end(), named);
  if (turns.known->by_mend_only() && known != result_.findings.end()) first = *known;
  if (turns.mend) {
    turns.mend->place = place_of(turns.first);
    turns.mend->kind = name_for(turns.first.known)->id;
    turns.mend->other_weights = turns.mend->other_weights || turns.first.other_weights;
    turns.mend->stages = not_earned();
    if (turns.rest.empty()) turns.mend->text = edited_text(turns.first);
  }
  if (first.stage.empty()) first.stage = first_wrong();
  result_.mend = std::move(turns.mend);
  const std::vector<Finding> beside = take_unmended(turns.first.module, edited_text(turns.first), line_of(first.place));
  result_.findings = {std::move(first)};
  result_.findings.insert(result_.findings.end(), turns.rest.begin(), turns.rest.end());
  for (const Finding& f : beside) {
    const bool same = std::any_of(turns.rest.begin(), turns.rest.end(), [&](const Finding& other) {
      return other.id == f.id || line_of(other.place) == line_of(f.place);
    });
    if (!same) result_.findings.push_back(f);
  }
}

/// The finding for one edit.
Finding MendFindings::told(const Edit& edit, const Misconception* known, const Judge& judge, const Source& mended) const {
  Finding f = judge.finding(*name_for(known));
  f.evidence = Finding::Evidence::mend;
  f.place = place_of(edit);
  if (const auto computed = computed_behind(edit, judge)) f.cause = std::exchange(f.place, *computed);
  if (const auto handed = handed_over(edit)) f.cause = std::exchange(f.place, *handed);
  const lang::Expr* changed = reading::expression_at(*edit.module, edit.at);
  if (const auto added = f.cause.known() || !changed ? std::nullopt : judge.added_by_own_function(*edit.module, changed->span)) {
    f.cause = std::exchange(f.place, Location{f.place.source, *added});
  }
  const int line = line_of(f.cause.known() ? f.cause : f.place);
  f.before = trim(f.place.source->line(line));
  f.after = trim(mended.line(line));
  return f;
}

/// The misconception that an edit mends; but one of another stage than the first wrong one, as far
/// as stages were seen, does not name what is wrong, although the edit would mend it too.
const Misconception* MendFindings::name_for(const Misconception* mended) const {
  const auto at = std::find_if(result_.stages.begin(), result_.stages.end(), [&](const StageResult& s) {
    return is_wrong(s.verdict) || s.id == mended->stage;
  });
  const bool is_here = choice_.assignment->stage_of(mended->stage) >= 0;
  const bool fits = !is_here || (at != result_.stages.end() && at->id == mended->stage && at->verdict != StageVerdict::right);
  return fits ? mended : find_misconception("another-operation");
}

/// If an edit replaces the only use of a number: where that number was computed, since that is
/// what is wrong.
std::optional<Location> MendFindings::computed_behind(const Edit& edit, const Judge& judge) const {
  const lang::Expr* e = edit.sets_up ? nullptr : reading::expression_at(*edit.module, edit.at);
  const auto computed = e ? judge.number_behind(*edit.module, *e) : std::nullopt;
  if (!computed) return std::nullopt;
  const std::string name = reading::name_read_once(*edit.module, *computed);
  if (name.empty() || edited_text(edit).find(name, e->span.begin) != std::string::npos) return std::nullopt;
  return Location{program_.source_of(edit.module->source.get()), *computed};
}

/// If a program fails at an argument that the edited program no longer reads: the call that
/// passed it.
std::optional<Location> MendFindings::handed_over(const Edit& edit) const {
  const auto& failure = trial_.failure;
  if (!failure || failure->calls.size() < 2 || edit.changes.size() != 1) return std::nullopt;
  const reading::Index text({edit.module});
  const reading::ExprNode* read = nullptr;
  for (const reading::ExprNode& n : text.nodes()) {
    if (n.expr->kind == lang::ExprKind::name && reading::contains(edit.changes[0].span, n.expr->span)) read = &n;
  }
  if (!read || !read->function || !reading::contains(failure->span, read->expr->span)) return std::nullopt;
  const lang::Symbol name = reading::as<lang::NameExpr>(*read->expr).ref.name;
  const auto& asked = read->function->code->positional;
  const bool is_argument = std::any_of(asked.begin(), asked.end(), [&](const lang::Parameter& p) { return p.name == name; });
  const auto nodes = text.nodes(*read->function);
  const auto reads = std::count_if(nodes.begin(), nodes.end(), [&](const reading::ExprNode& n) {
    return n.expr->kind == lang::ExprKind::name && reading::as<lang::NameExpr>(*n.expr).ref.name == name;
  });
  if (!is_argument || reads != 1) return std::nullopt;
  const lang::TraceEntry& caller = failure->calls[failure->calls.size() - 2];
  return caller.source ? std::optional(Location{caller.source, caller.span}) : std::nullopt;
}

Location MendFindings::place_of(const Edit& e) const {
  // Point at the code before, or else after, a place where something is inserted.
  Span span = e.at;
  const std::string& text = e.module->source->text();
  const auto blank = [&](uint32_t at) { return at >= text.size() || std::isspace(static_cast<unsigned char>(text[at])); };
  if (span.begin == span.end && span.begin > 0 && blank(span.begin) && !blank(span.begin - 1)) --span.begin;
  if (span.begin == span.end) span.end = span.begin + 1;
  return {program_.source_of(e.module->source.get()), span};
}

MendResult MendFindings::told(const Mend& mend) const {
  MendResult out;
  out.place = place_of(mend.edit);
  out.kind = name_for(mend.edit.known)->id;
  out.other_weights = mend.edit.other_weights;
  out.text = mend.text;
  out.stages = not_earned();
  for (const Edit& e : mend.rivals) out.rivals.push_back(place_of(e));
  return out;
}

/// The first wrong stage, which is wrong because of what a mend changes; or "".
std::string MendFindings::first_wrong() const {
  const auto wrong = std::find_if(result_.stages.begin(), result_.stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); });
  return wrong == result_.stages.end() ? "" : wrong->id;
}

/// How many stages a mend makes right: all that are not.
int MendFindings::not_earned() const {
  return static_cast<int>(std::count_if(result_.stages.begin(), result_.stages.end(),
                                        [](const StageResult& r) { return r.points < r.of; }));
}

}  // namespace mha::homework
