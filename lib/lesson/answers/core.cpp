#include "lesson/answers/core.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/places.h"
#include "lesson/answers/typed_code.h"

namespace mha::lesson {

namespace {

/// "4, because ...": what stands before the reason, or nothing.
std::string before_reason(const std::string& said) {
  for (size_t i = 0; i < said.size();) {
    if (!is_letter(said[i])) {
      ++i;
      continue;
    }
    const size_t end = word_end(said, i);
    const std::string word = lower(said.substr(i, end - i));
    // "5 * 4 so 20" gives its result behind it. "2, 5, 8 as 4 + 4 is 8" gives a reason.
    const size_t last = i == 0 ? std::string::npos : said.find_last_not_of(' ', i - 1);
    const bool after_number = last != std::string::npos && std::string_view("0123456789])").find(said[last]) != std::string_view::npos;
    if (i > 0 && words().reasons.has(word) && !words().result.has(word)) return said.substr(0, i);
    if (after_number && words().reasons_of_numbers.has(word)) return said.substr(0, i);
    i = end;
  }
  return "";
}

/// What stands before the first match that words follow; or nothing.
std::string before_words(const std::string& said, const Pattern& separator) {
  for (const PatternMatch& m : separator.finditer(said)) {
    const std::string rest = m.behind();
    if (m.begin() == 0) continue;
    if (rest.empty() || std::string_view("0123456789([-+.").find(rest[0]) != std::string_view::npos) continue;
    const std::vector<std::string> following = words_of(rest);
    const std::string first = following.empty() ? "" : following[0];
    // "rows 4, columns 6" goes on with the answer.
    if (first == "and" || words().rows.has(first) || words().columns.has(first) || words().each.has(first)) continue;
    return m.before();
  }
  return "";
}

/// What stands behind the last match, or nothing.
std::string behind(const std::string& said, const Pattern& separator) {
  std::string rest;
  for (const PatternMatch& m : separator.finditer(said)) rest = m.behind();
  return rest;
}

/// The part of an answer that stands before a cut; nothing where what is cut off adds to the places or
/// takes from them.
std::string unless_more_places(const std::string& said, const std::string& part) {
  const std::string cut = said.substr(std::min(part.size(), said.size()));
  const std::vector<std::string> rest = words_of(cut), kept = words_of(part);
  const auto is = [&](auto test) { return std::any_of(rest.begin(), rest.end(), test); };
  const bool diagonal = is([](const std::string& w) { return w == "diagonal"; });
  const bool taken_out = is([](const std::string& w) { return words().except.has(w) || words().negations.has(w); });
  const bool of_side = std::any_of(kept.begin(), kept.end(), [](const std::string& w) { return w == "diagonal" || words().triangle.has(w); });
  // "(2, 3), (4, 1), but not (4, 1)"
  static const Pattern kCell(R"(\( *\d+ *, *\d+ *\))");
  for (const PatternMatch& m : kCell.finditer(cut)) {
    if (taken_out && part.find(m[0]) != std::string::npos) return "";
  }
  if (diagonal) return taken_out ? part : "";
  // "above the diagonal, not the corner", "above the diagonal in the first row"
  const bool turns = taken_out || cut.find_first_of("0123456789") != std::string::npos || is([](const std::string& w) {
    const AnswerWords& known = words();
    return known.narrowing.has(w) || known.triangle.has(w) || known.above.has(w) || known.below.has(w) || known.places.has(w) || known.numbers.has(w);
  });
  return of_side && turns ? "" : part;
}

/// Whether a number is said to be of something else than was asked for: in another unit, larger where the
/// question is how much smaller, without a part or as one, or only as a bound.
bool turns_number(const std::string& said, const std::string& question) {
  static const Pattern kBound(R"( *[<>](?!=).*)"), kNumber(R"(\d+)"), kMultiplied(R"(\b(?:doubled?|doubles|triples?|tripled)\b)", Pattern::kAnyCase),
      kPartly(R"(\b(?:without|plus|besides|excluding|no) +(?:the +|any +)?[a-z]{3,}|\d +bias(?:es)?\b)", Pattern::kAnyCase), kParts(R"(\b(?:bias|biases)\b)", Pattern::kAnyCase);
  if (kBound.matches(said)) return true;
  const std::vector<std::string> mine = words_of(said), asked = words_of(question);
  const auto any = [](const std::vector<std::string>& all, auto is) { return std::any_of(all.begin(), all.end(), is); };
  const auto measure = [](const std::string& w) { return words().measures.value(w); };
  const auto other_unit = [&](const std::string& w) {
    return !measure(w).empty() && any(asked, [&](const std::string& a) { return !measure(a).empty(); }) &&
           measure(w) != measure(*std::find_if(asked.begin(), asked.end(), [&](const std::string& a) { return !measure(a).empty(); }));
  };
  if (any(mine, other_unit)) return true;
  const auto side = [&](const std::vector<std::string>& all, std::string_view which) {
    return any(all, [&](const std::string& w) { return words().opposites.value(w) == which; });
  };
  const bool grows = side(mine, "more +") || kMultiplied.is_in(said);
  if (grows && side(asked, "more -") && !side(asked, "more +") && !side(mine, "more -")) return true;
  // "42 without bias" of both together
  const bool one_number = kNumber.finditer(said).size() == 1;
  return one_number && kParts.is_in(said) && (kPartly.is_in(said) || !kParts.is_in(question)) && said.find('(') == std::string::npos;
}

/// "it isn't asymmetric" of what the question calls symmetric: two negations.
bool denies_twice(const std::string& said, const std::string& question) {
  static constexpr std::string_view kPrefixes[] = {"a", "un", "in", "im", "non", "dis"};
  const std::vector<std::string> mine = words_of(said), asked = words_of(question);
  const auto opposite = [&](const std::string& w) {
    return std::any_of(asked.begin(), asked.end(), [&](const std::string& a) {
      return a.size() > 3 && w.size() > a.size() && w.ends_with(a) && is_one_of(std::string_view(w).substr(0, w.size() - a.size()), kPrefixes);
    });
  };
  const auto denies = [](const std::string& w) { return words().negations.has(w) || w.ends_with("n't"); };
  return std::any_of(mine.begin(), mine.end(), opposite) && std::any_of(mine.begin(), mine.end(), denies);
}

/// "16 (12 weights, 4 biases)", "0.4 (row 3, column 2)" of one number: the number, or nothing.
std::string before_breakdown(const std::string& said) {
  static const Pattern kBreakdown(R"(([^()]*\d[^()]*) +\([^()*^/=]*[A-Za-z][^()*^/=]*\)[.! ]*)");
  const PatternMatch m = kBreakdown.fullmatch(said);
  return m ? m[1] : "";
}

/// "not 0.8 but 0.2": what it is, or nothing.
std::string behind_but(const std::string& said) {
  static const Pattern kBut(R"((?:(?:it|that) +is +|it's +)?not +[^,]+?,? +but +(.+))", Pattern::kAnyCase);
  const PatternMatch m = kBut.fullmatch(said);
  return m ? m[1] : "";
}

/// "row 5 at 3, row 7 at 1" and "5->3, 7->1" where the question has rows 5 and 7, in this order: the
/// other numbers, or nothing.
std::string without_places_asked_for(const std::string& said, const std::string& question, const lang::Value& came) {
  static const Pattern kNumber(R"((?<![\w.])-?\d+(?:\.\d+)?(?![\w]))"), kIndex(R"((?<![\w.])\d+(?![\w.]*\d))");
  std::vector<std::string> asked, labels[2];
  for (const PatternMatch& m : kIndex.finditer(question)) asked.push_back(m[0]);
  size_t n = 0;
  const std::string plain = Pattern("->|=>").sub(" ", said);
  for (const PatternMatch& m : kNumber.finditer(plain)) labels[n++ % 2].push_back(m[0]);
  Numbers right;
  if (n < 4 || !to_numbers(came, right) || n != 2 * right.values.size()) return "";
  for (const size_t first : {0, 1}) {
    if (std::search(asked.begin(), asked.end(), labels[first].begin(), labels[first].end()) != asked.end()) return "[" + join(labels[1 - first], ", ") + "]";
  }
  return "";
}

/// "swap the middle two: 30 3 6 1": the numbers behind the words, or nothing.
std::string behind_colon(const std::string& said, bool of_cells) {
  static const Pattern kNumbers(R"((.*[A-Za-z].*): *((?:[-+0-9.,;()\[\] /x]|and |by )*[0-9][-+0-9.,;()\[\] /]*))");
  const PatternMatch m = kNumbers.fullmatch(said);
  if (!m) return "";
  // "rows: 5" names what its number is.
  const std::vector<std::string> before = words_of(m[1]);
  const auto near = before.size() > 2 && !of_cells ? before.end() - 2 : before.begin();
  const bool names_axis = std::any_of(near, before.end(), [](const std::string& w) {
    return words().rows.has(w) || words().columns.has(w);
  });
  return names_axis ? "" : m[2];
}

/// "the root of 4, i.e. 2", "row 1 starts at cell 6: 12", "cell 5, so 11": the number alone that is said
/// last; or nothing.
std::string concluded(const std::string& said) {
  static const Pattern kLast(R"(.*[A-Za-z].*(?:\b(?:so|therefore|thus|namely|i\.e\.|that is),? +(?:it is +|it's +)?|[a-z\d]: +)(-?\d[\d.]*(?: *[*+/^-] *\d[\d.]*)*)[.! ]*)", Pattern::kAnyCase);
  const PatternMatch m = kLast.fullmatch(said);
  return m ? m[1] : "";
}

/// "six: three per head", "Six. Three per head": the one word before the reason; or nothing.
std::string word_before_mark(const std::string& said) {
  static const Pattern kMarked(R"( *([^ :;]*[^ :;.])[:;.] +[A-Za-z].*)");
  const PatternMatch m = kMarked.fullmatch(said);
  return m && words_of(m[1]).size() == 1 ? m[1] : "";
}

/// "6 cells per row step and 1 per column step": the strides; or nothing.
std::string per_step(const std::string& said) {
  static const Pattern kSteps(R"(\D*(\d+)[a-z ]* (?:per|for each|for a) (row|column) step[a-z, ]*? (\d+)[a-z ]* (?:per|for each|for a) (row|column) step[. ]*)", Pattern::kAnyCase);
  const PatternMatch m = kSteps.fullmatch(said);
  if (!m || m[2] == m[4]) return "";
  return m[2] == "row" ? "(" + m[1] + ", " + m[3] + ")" : "(" + m[3] + ", " + m[1] + ")";
}

/// "12 weights and 4 biases": both together; or nothing.
std::string with_biases(const std::string& said) {
  static const Pattern kBoth(R"( *(\d+) +(?:weights?|numbers?)(?: *, *| +)(?:and|plus|\+)? *(\d+)(?: +for +the)? +bias(?:es)?[.! ]*)", Pattern::kAnyCase);
  const PatternMatch m = kBoth.fullmatch(said);
  return m ? m[1] + " + " + m[2] : "";
}

/// "equal", "the same number of multiplications" where the question is how many more: none; or nothing.
std::string no_difference(const std::string& said, const std::string& question) {
  static const Pattern kMore(R"(\bhow (?:many|much) (?:more|fewer|less|larger|smaller)\b)", Pattern::kAnyCase);
  const std::vector<std::string> mine = words_of(said), asked = words_of(question);
  bool same = false;
  for (const std::string& w : mine) {
    const bool equal = words().opposites.value(w) == "same +";
    if (!equal && !words().small.has(w) && !words().around_options.has(w) && w != "both" && w != "amount" && std::find(asked.begin(), asked.end(), w) == asked.end()) return "";
    same = same || equal;
  }
  return same && kMore.is_in(question) ? "0" : "";
}

/// "bottom left", "the top right cell" of a table: the place; or nothing.
std::string corner(const lang::Value& came, const std::string& said) {
  static const Pattern kCorner(R"( *(?:in |at )?(?:the +)?(top|upper|bottom|lower)[ -]+(left|right)(?: +(?:cell|one|number|corner|place))?[.! ]*)", Pattern::kAnyCase);
  const PatternMatch m = kCorner.fullmatch(said);
  const auto* cells = came.get<lang::TensorObject>();
  if (!m || !cells || cells->tensor.dim() != 2) return "";
  const std::string down = lower(m[1]), across = lower(m[2]);
  return "(" + std::to_string(down == "top" || down == "upper" ? 0 : cells->tensor.size(0) - 1) + ", " +
         std::to_string(across == "left" ? 0 : cells->tensor.size(1) - 1) + ")";
}

/// "twice 768, 1536 words": what stands behind a calculation and a comma, or nothing.
std::string behind_calculation(const std::string& said) {
  static const Pattern kResult(R"((.*), +([^,]+))"), kCalculates(R"(\d *[-+*/x^] *\d|\b(?:twice|times|doubled?|half|squared|plus)\b)");
  const PatternMatch m = kResult.fullmatch(said);
  return m && kCalculates.is_in(m[1]) ? m[2] : "";
}

/// Without the numbers that only repeat a name of the question: "in head 0" where it asks of head 0.
std::string without_labels(const std::string& said, const std::string& question) {
  static const Pattern kLabel(R"((?:\b(?:in|of|for|at) +)?\b([A-Za-z]+ +\d+)\b)");
  const std::string asked = lower(question);
  std::string out;
  size_t from = 0;
  for (const PatternMatch& m : kLabel.finditer(said)) {
    if (asked.find(lower(m[1])) == std::string::npos) continue;
    out.append(said, from, m.begin() - from);
    from = m.end();
  }
  if (from == 0) return "";
  out.append(said, from);
  return out;
}

/// "fifty fifty", "50/50", "40 60 0": shares in per cent where a list is asked for; or nothing.
std::string shares_of_hundred(const std::string& said) {
  static const Pattern kShares(R"(\D*\d{1,3}(?: *[-/:, ] *\d{1,3})+\D*)"), kShare(R"(\d+)");
  std::string figures;
  for (const Piece& p : apart(said)) figures += p.text + " ";
  if (!kShares.matches(figures)) return "";
  std::vector<std::string> shares;
  int sum = 0;
  for (const PatternMatch& m : kShare.finditer(figures)) {
    sum += std::stoi(m[0]);
    shares.push_back(std::string(m[0]) + "/100");
  }
  return sum == 100 ? "[" + join(shares, ", ") + "]" : "";
}

/// "2 to the left and 3 up", "3 up, 2 left": across and then up, to the left and down below zero; or nothing.
std::string with_directions(const std::string& said) {
  static const std::string kWay = "(left|right|up|down)(?:wards)?";
  static const Pattern kMove(R"((\d[\d.]*) +(?:to +)?(?:the +)?)" + kWay + "|" + kWay + R"( +(?:by +)?(\d[\d.]*))", Pattern::kAnyCase);
  std::string figures, across, up;
  for (const Piece& p : apart(said)) figures += p.text + " ";
  for (const PatternMatch& m : kMove.finditer(figures)) {
    const std::string way = lower(m[2].empty() ? m[3] : m[2]);
    std::string& number = way == "left" || way == "right" ? across : up;
    if (!number.empty()) return "";
    number = (way == "left" || way == "down" ? "-" : "") + std::string(m[1].empty() ? m[4] : m[1]);
  }
  return across.empty() || up.empty() ? "" : "[" + across + ", " + up + "]";
}

/// "everything", "all of it" as a share; or nothing.
std::string whole_share(const std::string& said) {
  static const std::string_view kAround[] = {"of", "it", "its", "the", "attention", "completely", "to", "itself", "on", "gives", "whole"};
  bool all = false;
  for (const std::string& w : words_of(said)) {
    if (!words().all.has(w) && !is_one_of(w, kAround)) return "";
    all = all || words().all.has(w) || w == "whole";
  }
  return all ? "1" : "";
}

/// "the third", "third head": its number, counted from 0; or nothing.
std::string rank_alone(const std::string& said) {
  static const Pattern kRank(R"((?:(?:it(?: is|'s)|from|at|in) +)*(?:the +)?([a-z0-9]+)(?: +(?:one|head|word|place|row|column|token))?)", Pattern::kAnyCase);
  const PatternMatch m = kRank.fullmatch(said);
  return m ? std::string(words().places.value(lower(m[1]))) : "";
}

/// "first and fourth": the numbers of places, counted from 0; or nothing.
std::string ranks_as_places(const std::string& said) {
  std::string out = said;
  for (const auto& [word, place] : words().places.words()) out = Pattern("\\b" + word + "\\b", Pattern::kAnyCase).sub(place, out);
  return out == said ? "" : out;
}

/// A value as numbers that `compare` reads, of a tensor its shape where a shape is asked for.
std::string as_typed(const lang::Value& value, bool shape) {
  constexpr size_t kMost = 1000;
  Numbers numbers;
  if (!to_numbers(value, numbers) || numbers.is_text || numbers.is_truth) return "";
  std::vector<std::string> parts;
  if (shape) {
    for (const int64_t size : numbers.shape) parts.push_back(std::to_string(size));
    return numbers.shape.empty() ? "" : "(" + join(parts, ", ") + ",)";
  }
  if (numbers.shape.size() > 1 || numbers.values.size() > kMost) return "";
  for (const double x : numbers.values) parts.push_back(std::to_string(x));
  return numbers.shape.empty() ? parts[0] : "[" + join(parts, ", ") + "]";
}

/// "the last one": its place among the words of the lesson; or nothing.
std::string last_word(World& world, const std::string& said) {
  static const Pattern kLast(R"((?:(?:it(?: is|'s)|from|at|in) +)*(?:the +)?(?:last(?: +(?:one|word|place|token))?|end))", Pattern::kAnyCase);
  const bool last = kLast.matches(said) && world.has_name("tokens");
  const Outcome place = last ? world.value_of("len(tokens) - 1") : Outcome();
  return place.value.defined() ? as_typed(place.value, /*shape=*/false) : "";
}

/// "the same shape as x", "same as score(4, 1)", and "unchanged" of what the question names: each
/// as numbers.
std::vector<std::string> same_as(World& world, AnswerKind kind, const std::string& question, const std::string& said) {
  static const Pattern kAs(R"(.*\b(?:(?:same|equal|identical|like)\b.*?\b(?:as|like|to|of)|like|shape of) +(?:the +|in +|for +)*(.+))", Pattern::kAnyCase),
      kSame(R"(\b(?:same|unchanged|identical|itself|input|nothing changes|not change|n't change|no change)\b)", Pattern::kAnyCase), kMarked("`([^`]+)`");
  // "the vector of small"
  static const Pattern kVector(R"((?:(?:it is|it's|just|exactly|only) +)*(?:the +)?(?:word +)?(?:vector|row) +(?:of|for) +(?:the +)?(?:word +)?(\d+))", Pattern::kAnyCase);
  const std::string placed = words_as_places(world, said);
  const PatternMatch vector = kVector.fullmatch(placed);
  if (vector && kind == AnswerKind::list && world.has_name("inputs")) {
    const Outcome row = world.value_of("inputs[" + vector[1] + "]");
    return row.value.defined() ? std::vector<std::string>{as_typed(row.value, /*shape=*/false)} : std::vector<std::string>();
  }
  if (!kSame.is_in(said) && !kAs.matches(said)) return {};
  if (said.find_first_of("0123456789") != std::string::npos && !kAs.matches(said)) return {};
  std::vector<std::string> named;
  if (const PatternMatch m = kAs.fullmatch(said)) named.push_back(m[1]);
  if (kind != AnswerKind::shape && kSame.is_in(said)) {
    for (const PatternMatch& m : kMarked.finditer(question)) named.push_back(m[1]);
  }
  std::vector<std::string> all;
  for (const std::string& name : named) {
    // "as the input" is of `inputs`.
    for (const std::string& each : {name, name + "s"}) {
      const std::vector<std::string> names = names_in(each);
      if (names.empty() || !std::all_of(names.begin(), names.end(), [&](const std::string& n) { return world.has_name(n); })) continue;
      const Outcome o = world.value_of(each);
      if (o.failure || !o.value.defined()) continue;
      if (std::string typed = as_typed(o.value, kind == AnswerKind::shape); !typed.empty()) all.push_back(std::move(typed));
    }
  }
  return all;
}

/// "all zero", "they are all 0", "zero everywhere".
bool says_all_zero(const std::string& said) {
  static const Pattern kAllZero(R"((?:(?:they|these|it|is|are) )*(?:all|only|everything)(?: of them)?(?: is| are)? (?:0s?|zeros?|zeroes)[.! ]*|zeros? everywhere)", Pattern::kAnyCase);
  return kAllZero.matches(said);
}

/// Text that is no answer of any kind.
constexpr const char* kNotRead = "?";

bool has_word_of(const std::string& said, const WordGroup& group) {
  const std::vector<std::string> all = words_of(said);
  return std::any_of(all.begin(), all.end(), [&](const std::string& w) { return group.has(w); });
}

/// What one number may be in what is said: a total, a count, a result.
std::vector<std::string> parts_of_number(const std::string& said, const std::string& question) {
  std::vector<std::string> parts;
  parts.push_back(behind_calculation(said));
  static const Pattern kOutOf(R"( *(\d+)(?: +[a-z]+)? +out +of +(?:the +)?\d+[.! ]*)", Pattern::kAnyCase);
  const PatternMatch out_of = kOutOf.fullmatch(said);
  parts.push_back(out_of && lower(question).starts_with("how many ") ? out_of[1] : "");  // "15 out of 25"
  static const Pattern kPieces(R"(([^,]*\d) +[a-z]+s +of +\d[^,]*)", Pattern::kAnyCase), kTotal(R"(.*[ ,](\d[\d.]*)(?: +[a-z]+)? +(?:(?:in +)?total|in +all|altogether)[.! ]*)", Pattern::kAnyCase),
      kOfThings(R"( *(\d+) +[a-z]+ *(\*|\+|x|times|plus) *(\d+)(?: +[a-z]+)? *)", Pattern::kAnyCase);
  const PatternMatch total = kTotal.fullmatch(said), things = kOfThings.fullmatch(said);
  parts.push_back(total ? total[1] : "");                                            // "12 each, 36 in total"
  parts.push_back(things ? things[1] + " " + things[2] + " " + things[3] : "");  // "2 sentences * 5 words"
  const PatternMatch pieces = kPieces.fullmatch(said);
  parts.push_back(pieces ? pieces[1] : "");  // "8 pieces of 3"
  parts.push_back(with_biases(said));
  parts.push_back(no_difference(said, question));
  return parts;
}

/// What a list may be in what is said.
std::vector<std::string> parts_of_list(const std::string& said) {
  std::vector<std::string> parts;
  parts.push_back(shares_of_hundred(said));
  parts.push_back(with_directions(said));
  parts.push_back(ranks_as_places(said));
  // "0011": a digit for each place
  static const Pattern kDigits(R"(\d{3,12})"), kDigit(R"((\d)(?=\d))");
  parts.push_back(kDigits.matches(said) ? kDigit.sub("$1, ", said) : "");
  return parts;
}

/// The part that is right, or else the first that is an answer, among those before `bold`; or all that was typed.
std::string first_read(World& world, const lang::Value& came, const std::vector<std::string>& parts, size_t bold, const std::string& typed, bool roughly) {
  std::string first;
  for (size_t i = 0; i < parts.size(); ++i) {
    std::string answer(trim(parts[i]));
    while (answer.ends_with(',')) answer.pop_back();
    if (answer.empty()) continue;
    const Match match = compare(world, came, answer, roughly);
    if (match == Match::right) return answer;
    if (match >= Match::other_form || !first.empty() || i >= bold) continue;
    if (kind_of(world, came) == AnswerKind::truth) return answer;
    first = answer;
  }
  return first.empty() ? typed : first;
}

}  // namespace

std::string without_doubts(const std::string& typed) {
  static const Pattern kDoubts(R"(,? *\(?(?:but )?(?:i am |i'm |im )?not (?:so |very |really |quite )?sure\)?|,? +(?:no|right|or not) *\?+ *$|,? +(?:thx|thanks|thank you)[.! ]*$)", Pattern::kAnyCase);
  static const Pattern kOpening(R"(^ *(?:(?:ok|okay|hm+|well)(?:[,.:]+ +| +)(?:so[ ,:]+)?|(?:i|i'd|i would|we) +(?:think|guess|say|belie?ve|choose|pick|take|go (?:for|with))[ ,:]+)+)", Pattern::kAnyCase);
  const std::string sure = kOpening.sub("", kDoubts.sub("", typed));
  return trim(sure).empty() ? typed : sure;
}

std::string numbers_alone(const std::string& typed) {
  static const Pattern kNumbers(R"( *(?:=|->)? *((?:[A-Za-z']+[.,:!]* +)*)([-+]?[.\d(\[](?:[-+\d.,()\[\] /%]*[\d)\]%])?)((?:[,.]? +[A-Za-z']+)*)[ .,!?]*)");
  const PatternMatch m = kNumbers.fullmatch(typed);
  if (!m) return typed;
  const std::vector<std::string> around = words_of(m[1] + " " + m[3]);
  return std::all_of(around.begin(), around.end(), [](const std::string& w) { return words().around_numbers.has(w); }) ? m[2] : typed;
}

std::string answer_in(World& world, const lang::Value& came, const std::string& question,
                      const std::string& words_typed, bool roughly) {
  static const Pattern kDash(R"( +- +)"), kRound(R"((?: +\(|\((?![^)]*[*+^/]))(?=[^)]*[A-Za-z]))"), kComma(R"(, +)"), kAs(R"( +as +)"), kColon(": +"),
      kOf(R"( +(?:of|for|from|in|with) +)"), kSo(R"(\b(?:so|makes|gives|therefore|thus|namely|i\.e\.,?|that is,?|which is|about|roughly|approximately) +)"), kEquals(R"([^=<>!]=(?!=) *)");
  const std::string typed = words_as_rows(world, came, words_typed), said = in_plain_signs(typed);
  const AnswerKind kind = kind_of(world, came);
  const bool truth = kind == AnswerKind::truth;
  if (kind == AnswerKind::text || has_word_of(said, words().either)) return typed;
  if (truth && denies_twice(said, question)) return kNotRead;
  if ((kind == AnswerKind::number || kind == AnswerKind::whole) && turns_number(said, question)) return kNotRead;
  // "the root of 4, i.e. not 2"
  static const Pattern kDenied(R"(\b(?:i\.e\.|that is|namely|which is),? +not\b)", Pattern::kAnyCase);
  if (!truth && kDenied.is_in(said)) return kNotRead;
  if (!truth && has_word_of(said, words().taking_back)) return typed;
  const auto before = [&](const Pattern& separator) {
    const std::string part = before_words(said, separator);
    if (kind == AnswerKind::other && has_word_of(part, words().only)) return std::string();  // "only the last, all others too"
    return asks_for_places(came) ? unless_more_places(said, part) : part;
  };
  const bool one = kind == AnswerKind::number || kind == AnswerKind::whole;
  if (const std::string last = one ? concluded(said) : ""; !last.empty() && compare(world, came, last, roughly) < Match::other_form) return last;
  std::vector<std::string> parts = {before_reason(said), before(kDash), one ? before_breakdown(said) : "", before(kRound), behind_but(said)};
  if (!asks_for_places(came)) parts.push_back(word_before_mark(said));
  if (kind == AnswerKind::shape) parts.push_back(per_step(said));
  if (kind == AnswerKind::list) parts.push_back(without_places_asked_for(said, question, came));
  if (!truth) {
    parts.push_back(behind_colon(said, asks_for_places(came)));
    parts.push_back(behind(said, kSo));
  }
  parts.push_back(typed);
  parts.push_back(before(kComma));
  if (!truth) parts.push_back(behind(said, kEquals));
  // A word names a place, right or wrong, where the question asks for one.
  static const Pattern kWhich(R"(\b(?:which|what) (?:place|position|index|row|column|word|token)\b)", Pattern::kAnyCase);
  const std::vector<std::string> ranks = kind == AnswerKind::whole ? std::vector<std::string>{rank_alone(said), last_word(world, said)} : std::vector<std::string>();
  if (kind == AnswerKind::whole && kWhich.is_in(question)) {
    parts.insert(parts.end(), ranks.begin(), ranks.end());
    parts.push_back(words_as_places(world, said));
  }
  // "the same as x", "like x", "the shape of x"
  static const Pattern kAsName(R"((?:the +|it's +|it is +|just +|exactly +)*(?:same(?: +shape)? +(?:as|like)|like|shape +of) +(?:the +)?[A-Za-z_]\w*[.! ]*)", Pattern::kAnyCase);
  if (kAsName.matches(said)) {
    for (std::string& same : same_as(world, kind, "", said)) parts.push_back(std::move(same));
  }
  // The rest are too bold to call an answer wrong by.
  const size_t bold = parts.size();
  if (one) {
    for (std::string& part : parts_of_number(said, question)) parts.push_back(std::move(part));
  }
  const bool shared = lower(question).find("how much") != std::string::npos || lower(question).find("share") != std::string::npos;
  if (kind == AnswerKind::number && shared) parts.push_back(whole_share(said));
  parts.insert(parts.end(), ranks.begin(), ranks.end());
  if (kind == AnswerKind::list) {
    for (std::string& part : parts_of_list(said)) parts.push_back(std::move(part));
  }
  if (kind == AnswerKind::list || kind == AnswerKind::shape) {
    // "double, [0, -1]"
    static const Pattern kBrackets(R"([^\[\]()]*([\[(][^\[\]()]*[\])])[^\[\]()]*)");
    const PatternMatch m = kBrackets.fullmatch(said);
    parts.push_back(m && said.find_first_of("*/+@") == std::string::npos && !says_changed(said) ? m[1] : "");
  }
  if ((one || kind == AnswerKind::list || kind == AnswerKind::shape) && !(has_word_of(said, words().negations) && said.find("chang") == std::string::npos)) {
    for (std::string& same : same_as(world, kind, question, said)) parts.push_back(std::move(same));
  }
  if (asks_for_places(came)) {
    parts.push_back(behind(said, kColon));
    parts.push_back(corner(came, said));
    static const Pattern kZeros(R"(zero|\b(?:is|are) 0(?![\d.]))");
    if (says_all_zero(said)) return kZeros.is_in(question) ? "all" : "none";
  }
  if (!truth) {
    if (!one) parts.push_back(before(kOf));
    parts.push_back(before(kAs));
    parts.push_back(without_labels(said, question));
    // A word stands for its place, not for a share or a sum.
    if (kind != AnswerKind::number) parts.push_back(words_as_places(world, parts.back().empty() ? said : parts.back()));
  }
  return first_read(world, came, parts, bold, typed, roughly);
}

}  // namespace mha::lesson
