// What edits.h and edit_list.h declare.

#include "homework/mend/edit_list.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "homework/mend/edit_kinds.h"

namespace mha::homework {

namespace {

// A program of one page has fewer edits than this; the limit stops programs written to be slow.
constexpr size_t kMostEdits = 6000;

bool in_word(std::string_view text, size_t at) {
  const auto word = [](char ch) { return std::isalnum(static_cast<unsigned char>(ch)) || ch == '_'; };
  return at > 0 && at < text.size() && word(text[at - 1]) && word(text[at]);
}

/// Removes the words that both texts have at their beginning and end.
void shorten(const Source& own, Change& c) {
  const std::string_view before = own.text(c.span);
  size_t head = 0, tail = 0;
  const size_t most = std::min(before.size(), c.text.size());
  while (head < most && before[head] == c.text[head]) ++head;
  while (head > 0 && in_word(before, head)) --head;
  while (tail < most - head && before[before.size() - 1 - tail] == c.text[c.text.size() - 1 - tail]) ++tail;
  while (tail > 0 && in_word(before, before.size() - tail)) --tail;
  c.span = {c.span.begin + static_cast<uint32_t>(head), c.span.end - static_cast<uint32_t>(tail)};
  c.text = c.text.substr(head, c.text.size() - head - tail);
}

}  // namespace

std::vector<Change> in_order(std::vector<Change> changes) {
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.span.begin < b.span.begin; });
  return changes;
}

bool EditList::mends(std::string_view kind) const {
  return std::find(known_->mends.begin(), known_->mends.end(), kind) != known_->mends.end();
}

Edit* EditList::add(const lang::Module& module, const lang::Stmt& stmt, std::vector<Change> changes,
                    int price, std::optional<Span> at) {
  if (edits_.size() >= kMostEdits) return nullptr;
  const Source& own = *module.source;
  for (Change& c : changes) shorten(own, c);
  std::erase_if(changes, [&](const Change& c) { return own.text(c.span) == c.text; });
  if (changes.empty()) return nullptr;
  std::string key;
  for (const Change& c : changes) {
    key += std::to_string(c.span.begin) + "-" + std::to_string(c.span.end) + c.text + "\n";
  }
  const Span place = at.value_or(changes[0].span);
  // An edit without a price follows from the source, wherever it is.
  Edit edit{&module, std::move(changes), place, known_, price == 0 ? 0 : survey_.distance(stmt) + price};
  edit.sets_up = survey_.is_setting_up(module, edit.changes[0].span);
  const auto [it, is_new] = seen_.emplace(std::move(key), edits_.size());
  if (is_new) return &edits_.emplace_back(std::move(edit));
  Edit& before = edits_[it->second];
  if (edit.cost < before.cost) {
    before.cost = edit.cost;
    before.known = known_;
  }
  return nullptr;
}

Edit* EditList::replace(const reading::ExprNode& n, const lang::Expr& e, std::string text, int price) {
  const std::string whole = std::string(n.module->source->text(e.span)) + " -> " + text;
  Edit* edit = add(n, {{e.span, std::move(text)}}, price);
  if (edit) wholes_[{n.module, known_, whole}].push_back(edits_.size() - 1);
  return edit;
}

/// Adds the edits that make the same small change everywhere: the wrong axis three times.
void EditList::add_alike() {
  std::map<std::tuple<const lang::Module*, const Misconception*, std::string>, std::vector<size_t>> groups;
  for (size_t i = 0; i < edits_.size(); ++i) {
    const Edit& e = edits_[i];
    // A pair of changes is repeated only where layers are built, such as sizes swapped in each of
    // them; elsewhere it is more likely two different edits.
    if (e.changes.size() != 1 && !e.sets_up) continue;
    std::string change;
    for (const Change& c : e.changes) change += std::string(e.module->source->text(c.span)) + " -> " + c.text + "\n";
    groups[{e.module, e.known, std::move(change)}].push_back(i);
  }
  std::vector<std::vector<size_t>> alike;
  for (auto& [key, places] : groups) alike.push_back(std::move(places));
  // Also group by the whole replaced expression: changes of k[:, :t] and v[:, :t] may look the
  // same once they are shortened.
  for (auto& [key, places] : wholes_) alike.push_back(std::move(places));
  // Also group by line: other lines may not need the change.
  const size_t everywhere = alike.size();
  for (size_t i = 0; i < everywhere; ++i) {
    std::map<int, std::vector<size_t>> by_line;
    for (const size_t e : alike[i]) by_line[edits_[e].module->source->place(edits_[e].at.begin).line].push_back(e);
    for (auto& [line, places] : by_line) alike.push_back(std::move(places));
  }
  std::set<std::vector<size_t>> done;
  for (size_t group = 0; group < alike.size(); ++group) {
    const std::vector<size_t>& places = alike[group];
    if (places.size() < 2 || places.size() > kMostAlike || !done.insert(places).second) continue;
    Edit all = edits_[places[0]];
    all.changes.clear();
    for (const size_t i : places) {
      all.changes.insert(all.changes.end(), edits_[i].changes.begin(), edits_[i].changes.end());
      // The edit nearest to the first wrong tensor gives the place.
      if (edits_[i].cost < all.cost) all.at = edits_[i].at;
      all.cost = std::min(all.cost, edits_[i].cost);
    }
    all.changes = in_order(std::move(all.changes));
    bool apart = true;
    for (size_t i = 1; i < all.changes.size(); ++i) {
      apart = apart && all.changes[i - 1].span.end <= all.changes[i].span.begin &&
              all.changes[i - 1].span.begin < all.changes[i].span.begin;
    }
    all.cost += group < everywhere ? 2 : 1;
    if (apart) edits_.push_back(std::move(all));
  }
}

std::vector<Edit> EditList::take() {
  add_alike();
  std::stable_sort(edits_.begin(), edits_.end(),
                   [](const Edit& a, const Edit& b) { return a.cost < b.cost; });
  seen_.clear();
  wholes_.clear();
  return std::exchange(edits_, {});
}

std::string edited_text(const Edit& edit) {
  const std::string& text = edit.module->source->text();
  std::string out;
  uint32_t at = 0;
  for (const Change& c : edit.changes) {
    out += text.substr(at, c.span.begin - at) + c.text;
    at = c.span.end;
  }
  return out + text.substr(at);
}

Span span_before(const Edit& edit, Span span) {
  const auto moved = [&](uint32_t at) {
    int64_t shift = 0;
    for (const Change& c : edit.changes) {
      const int64_t begin = int64_t{c.span.begin} + shift;
      if (int64_t{at} < begin) break;
      const int64_t grown = static_cast<int64_t>(c.text.size()) - int64_t{c.span.end - c.span.begin};
      if (int64_t{at} < begin + static_cast<int64_t>(c.text.size())) return c.span.begin;
      shift += grown;
    }
    return static_cast<uint32_t>(int64_t{at} - shift);
  };
  return {moved(span.begin), std::max(moved(span.begin), moved(span.end))};
}

std::vector<Edit> edits_of(const EditsAt& at) {
  const Survey survey(at);
  EditList edits(survey);
  for (const Misconception& m : misconceptions()) {
    edits.begin(m);
    // Whole statements go first, since they have few edits.
    for (const reading::StmtNode& s : survey.program().statements()) {
      if (survey.is_run(s)) add_statement_edits(survey, edits, s);
    }
    for (const reading::ExprNode& n : survey.program().nodes()) {
      if (survey.is_run(n)) add_expression_edits(survey, edits, n);
    }
  }
  return edits.take();
}

}  // namespace mha::homework
