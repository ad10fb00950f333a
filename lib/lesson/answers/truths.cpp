#include "lesson/answers/truths.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace mha::lesson {

std::string read_truth(const Pieces& pieces) {
  // "no idea", "I don't know"
  const bool unknown = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is(words().not_knowing); });
  if (unknown) return "";
  bool yes = false, no = false, negated = false, changes = false, matters = false, excepts = false;
  int negations = 0;
  for (const Piece& p : pieces) {
    if (p.kind != Piece::Kind::word) continue;
    if (p.is(words().either)) return "";
    yes = yes || p.is(words().yes);
    no = no || p.is(words().no);
    negated = negated || p.text == "not" || p.text.ends_with("n't");
    // "the same numbers, but in another order"
    changes = changes || p.is(words().changing) || (yes && p.is_word("another"));
    excepts = excepts || (yes && p.is(words().except));
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
  if (excepts) return "";  // "the same but transposed"
  return yes ? "True" : no ? "False" : "";
}

std::string read_truths(const Pieces& pieces) {
  std::vector<std::string> values;
  for (const Piece& p : pieces) {
    if (p.kind != Piece::Kind::word || p.text == "and") continue;
    const bool yes = words().yes.has(p.text);
    if (!yes && !words().no.has(p.text)) return "";
    values.emplace_back(yes ? "True" : "False");
  }
  return values.size() < 2 ? "" : "(" + join(values, ", ") + ")";
}

}  // namespace mha::lesson
