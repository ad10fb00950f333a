#include "lesson/answers/truths.h"

#include <algorithm>
#include <cstdlib>

#include "base/text.h"

namespace mha::lesson {

/// "only the last is true", "True only for head 2": that one, of as many as there are; or nothing.
static std::string read_only_one(const Pieces& pieces, size_t count) {
  bool only = false, not_so = false;
  std::vector<size_t> named;
  for (const Piece& p : pieces) {
    if (p.is(words().except) || p.is(words().negations) || p.is(words().either) || p.is(words().all)) return "";
    only = only || p.is(words().only);
    not_so = not_so || p.is_word("false") || p.is(words().changing);
    const std::string_view place = words().places.value(p.text);
    if (!place.empty() || (p.is_number() && !p.in_letters)) named.push_back(static_cast<size_t>(std::atoi(std::string(place.empty() ? p.text : place).c_str())));
    if (p.is_word("last")) named.push_back(count - 1);
  }
  if (!only || named.size() != 1 || named[0] >= count) return "";
  std::vector<std::string> values(count, not_so ? "True" : "False");
  values[named[0]] = not_so ? "False" : "True";
  return "(" + join(values, ", ") + ")";
}

std::string read_truths(const Pieces& pieces, const std::vector<int64_t>& shape) {
  if (shape.size() == 1 && shape[0] > 1) {
    if (std::string one = read_only_one(pieces, static_cast<size_t>(shape[0])); !one.empty()) return one;
  }
  std::vector<std::string> values;
  for (const Piece& p : pieces) {
    if (p.kind != Piece::Kind::word || p.text == "and") continue;
    const bool yes = words().yes.has(p.text);
    if (!yes && !words().no.has(p.text)) return "";
    values.emplace_back(yes ? "True" : "False");
  }
  return values.size() < 2 ? "" : "(" + join(values, ", ") + ")";
}

std::string read_truth(const Pieces& pieces) {
  // "no idea", "I don't know"
  const bool unknown = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is(words().not_knowing); });
  if (unknown) return "";
  bool yes = false, no = false, negated = false, changes = false, matters = false, another = false;
  int negations = 0;
  for (const Piece& p : pieces) {
    if (p.kind != Piece::Kind::word) continue;
    if (p.is(words().either)) return "";
    yes = yes || p.is(words().yes);
    no = no || p.is(words().no);
    negated = negated || p.text == "not" || p.text.ends_with("n't");
    changes = changes || p.is(words().changing);
    // "the same numbers, but in another order"
    changes = changes || (another && (p.text == "order" || p.text == "place" || p.text == "places"));
    another = p.text == "another" || p.text == "other";
    matters = matters || p.text.starts_with("matter");
    negations += p.is(words().negations) || p.is(words().nothing) || p.text.ends_with("n't") || p.text == "without";
  }
  // "yes and no", "yes it is not the same"
  if (pieces.size() > 1 && pieces[0].is_word("yes") && (pieces.back().is_word("no") || (negated && !changes && !matters && pieces[1].kind == Piece::Kind::word))) return "";
  if (pieces.size() > 1 && pieces[0].is_word("no") && pieces.back().is_word("yes")) return "";
  // The first word decides "yes, they are not the same"; "not equal" is a no.
  if (!pieces.empty() && pieces[0].kind == Piece::Kind::word) {
    const std::string& first = pieces[0].text;
    const bool alone = pieces.size() > 1 && pieces[1].is_mark(",");  // "yep, order does not matter"
    if (first == "yes" || first == "true" || first == "y" || (alone && pieces[0].is(words().yes))) return "True";
    const bool noun = first == "no" && pieces.size() > 1 && pieces[1].is(words().changing);  // "no change"
    const bool denies = first == "no" || first == "false" || first == "n" || first == "nope" || (alone && pieces[0].is(words().no));
    // "no, nothing changes" says both.
    if (denies && !noun) return changes && negations > 1 ? "" : "False";
  }
  if (changes) return negations % 2 == 1 ? "True" : "False";
  // "it doesn't matter where it is" says why.
  if (matters) return "";
  if (yes && no) return negated ? "False" : "";
  return yes ? "True" : no ? "False" : "";
}

}  // namespace mha::lesson
