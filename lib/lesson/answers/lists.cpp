#include "lesson/answers/lists.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/pattern.h"
#include "base/text.h"

namespace mha::lesson {

namespace {

/// A list filled with one number, nested as deep as there are sizes.
std::string filled(const std::string& number, const std::vector<int64_t>& shape,
                   size_t from = 0) {
  if (from == shape.size()) return number;
  const std::vector<std::string> items(static_cast<size_t>(shape[from]),
                                       filled(number, shape, from + 1));
  return "[" + join(items, ", ") + "]";
}

bool is_rest(const Piece& p) {
  static constexpr std::string_view kRest[] = {"rest", "others", "other", "remaining", "elsewhere"};
  return p.kind == Piece::Kind::word && is_one_of(p.text, kRest);
}

}  // namespace

std::string read_filled(const Pieces& typed,
                        const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (const int64_t n : shape) count *= n;
  if (count < 1 || count > 1000) return "";
  const Pieces pieces = joined(typed, /*decimal_comma=*/true);
  // "all ones but the last", "all more than 1", "every row sums to 1"
  const bool part = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is(words().except) || p.is_word("than") || p.text.starts_with("sum") || p.text.starts_with("add"); });
  if (has_negation(pieces) || part) return "";
  std::vector<std::string> values;
  bool all = false;
  for (const Piece& p : pieces) {
    if (p.is_number()) values.push_back(p.text);
    all = all || p.plural || p.is(words().all) || p.is(words().only) || p.is(words().each) || p.is_word("vector") || p.is_word("always");
  }
  // "0.5 twice", "0.5 x 2", "1 five times"
  const bool times = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is_mark("x") || p.is_mark("*") || p.is_word("times") || p.is_word("time"); }) ||
                     (!typed.empty() && typed.back().in_letters && typed.back().text == "2");
  // "five ones", "5 times 0.2", "all ones, five": one of the numbers counts them; "2 and 0" are two.
  const bool listed = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is_word("and"); });
  if (values.size() == 2 && values[0] == std::to_string(count) && !listed) {
    values.erase(values.begin());
    all = true;
  } else if (values.size() == 2 && (all || times) && values[1] == std::to_string(count)) {
    values.pop_back();
    all = true;
  }
  return all && values.size() == 1 ? filled(values[0], shape) : "";
}

std::string read_list(const Pieces& typed, bool decimal_comma) {
  Pieces pieces = joined(typed, decimal_comma);
  // "0.8, nothing, 0.4"
  for (Piece& p : pieces) {
    if (p.is(words().nothing) && p.text != "no" && p.text != "empty") p = {Piece::Kind::number, "0"};
  }
  const std::vector<std::string> numbers = numbers_of(pieces);
  if (has_negation(pieces) || numbers.empty()) return "";
  // "0 to 3" names more than its ends.
  for (size_t i = 2; i < pieces.size(); ++i) {
    if (pieces[i - 1].is(words().until) && pieces[i - 2].is_number() && pieces[i].is_number()) return "";
  }
  const auto opening =
      std::count_if(typed.begin(), typed.end(),
                    [](const Piece& p) { return p.is_mark("["); });
  if (opening > 1) return "";
  // An operator between numbers makes it a calculation.
  for (const Piece& p : pieces) {
    if (p.kind == Piece::Kind::mark &&
        std::string_view("+*/@%<>").find(p.text[0]) != std::string_view::npos)
      return "";
  }
  return "[" + join(numbers, ", ") + "]";
}

std::string read_labelled(const Pieces& typed, const std::vector<int64_t>& shape) {
  if (shape.size() != 1) return "";
  std::vector<std::string> numbers;
  std::vector<double> labels[2];  // where the label comes first, and where it comes last
  for (const Piece& p : joined(typed, /*decimal_comma=*/true)) {
    const std::string_view place = words().places.value(p.text);
    const bool part = p.is_number() && p.in_letters && p.text.starts_with("1/");  // "third"
    if (!p.is_number() && place.empty()) continue;
    numbers.push_back(p.text);
    const double value = part ? std::atof(p.text.c_str() + 2) - 1 : place.empty() ? std::atof(p.text.c_str()) : std::atof(std::string(place).c_str());
    labels[(numbers.size() - 1) % 2].push_back(value);
  }
  if (static_cast<int64_t>(numbers.size()) != 2 * shape[0] || shape[0] < 2) return "";
  for (const size_t first : {0, 1}) {
    bool counts = true;
    for (size_t i = 1; i < labels[first].size(); ++i) counts = counts && labels[first][i] == labels[first][i - 1] + 1;
    if (!counts) continue;
    std::vector<std::string> values;
    for (size_t i = 1 - first; i < numbers.size(); i += 2) values.push_back(numbers[i]);
    return "[" + join(values, ", ") + "]";
  }
  return "";
}

std::string read_table(const std::string& said, bool decimal_comma) {
  std::vector<std::string> rows;
  for (size_t from = 0; from <= said.size();) {
    const size_t end = std::min(said.find_first_of(";\n", from), said.size());
    const std::string row = said.substr(from, end - from);
    if (!trim(row).empty()) {
      rows.push_back(read_list(apart(row), decimal_comma));
      if (rows.back().empty()) return "";
    }
    from = end + 1;
  }
  return rows.size() < 2 ? "" : "[" + join(rows, ", ") + "]";
}

/// "1, 0 x 4" or "1, 0 four times": the last number as often as is said behind it.
static std::string read_repeated(const Pieces& pieces, const std::vector<int64_t>& shape) {
  const std::vector<std::string> numbers = numbers_of(pieces);
  const size_t n = pieces.size();
  const bool times = n > 2 && (pieces[n - 1].is_word("times") ? pieces[n - 3].is_number() && pieces[n - 2].is_number()
                                                              : pieces[n - 1].is_number() && (pieces[n - 2].is_mark("x") || pieces[n - 2].is_mark("*")) && pieces[n - 3].is_number());
  if (!times || numbers.size() < 3 || numbers.back().size() > 2 || numbers.back().find_first_not_of("0123456789") != std::string::npos) return "";
  std::vector<std::string> all(numbers.begin(), numbers.end() - 2);
  all.insert(all.end(), static_cast<size_t>(std::stoi(numbers.back())), numbers[numbers.size() - 2]);
  return static_cast<int64_t>(all.size()) == shape[0] ? "[" + join(all, ", ") + "]" : "";
}

std::string read_counted(const Pieces& typed, const std::vector<int64_t>& shape) {
  const Pieces pieces = joined(typed, /*decimal_comma=*/true);
  if (shape.size() != 1 || has_negation(pieces)) return "";
  if (std::string repeated = read_repeated(pieces, shape); !repeated.empty()) return repeated;
  std::vector<std::string> numbers;
  bool counted = false, fills = false;
  // "everything on the last, the rest 0" is not in this order.
  const bool of_rest = std::any_of(pieces.begin(), pieces.end(), is_rest) &&
                       std::none_of(pieces.begin(), pieces.end(), [](const Piece& p) {
                         const std::string_view place = words().places.value(p.text);
                         return p.is_word("last") || (!place.empty() && place != "0");
                       });
  for (size_t i = 0; i < pieces.size(); ++i) {
    // "everything for itself, nothing for the others"
    if (of_rest && numbers.empty() && pieces[i].is(words().all) && !(i + 1 < pieces.size() && is_rest(pieces[i + 1]))) {
      numbers.emplace_back("1");
      continue;
    }
    if (of_rest && !numbers.empty() && pieces[i].is(words().nothing)) numbers.emplace_back("0");
    if (!pieces[i].is_number()) continue;
    // "1 and then zeros", "1, then 0"
    fills = pieces[i].plural || (i > 0 && pieces[i - 1].is_word("then"));
    const bool times = i + 2 < pieces.size() && (pieces[i + 1].is_word("times") || pieces[i + 1].is_mark("x"));
    const size_t what = times ? i + 2 : i + 1;
    const bool counts = !pieces[i].plural && what < pieces.size() && pieces[what].is_number() && (times || pieces[what].plural) &&
                        pieces[i].text.size() < 3 && pieces[i].text.find_first_not_of("0123456789") == std::string::npos;
    if (counts) numbers.insert(numbers.end(), static_cast<size_t>(std::stoi(pieces[i].text)), pieces[what].text);
    else numbers.push_back(pieces[i].text);
    // "one for itself, zeros for the rest"
    const bool rest = pieces[i].plural && i + 3 < pieces.size() && (pieces[i + 3].is_word("rest") || pieces[i + 3].is_word("others"));
    while (rest && static_cast<int64_t>(numbers.size()) < shape[0]) numbers.push_back(pieces[i].text);
    counted = counted || counts || rest;
    i = counts ? what : i;
  }
  while ((fills || of_rest) && numbers.size() > 1 && static_cast<int64_t>(numbers.size()) < shape[0]) {
    numbers.push_back(numbers.back());
    counted = true;
  }
  return counted && static_cast<int64_t>(numbers.size()) == shape[0] ? "[" + join(numbers, ", ") + "]" : "";
}

std::string read_itself(const Pieces& typed, const std::vector<int64_t>& shape) {
  const Pieces pieces = joined(typed, /*decimal_comma=*/true);
  const auto any = [&](auto is) { return std::any_of(pieces.begin(), pieces.end(), is); };
  const std::vector<std::string> numbers = numbers_of(pieces);
  const bool one = std::all_of(numbers.begin(), numbers.end(), [](const std::string& n) { return std::atof(n.c_str()) == 1 && n.find('/') == n.npos; });
  const bool whole = !numbers.empty() || any([](const Piece& p) { return p.is(words().all) || p.is(words().only); });
  if (shape.size() != 1 || shape[0] < 2 || shape[0] > 1000 || !one || numbers.size() > 1 || !whole || has_negation(pieces) ||
      any(is_rest) || !any([](const Piece& p) { return p.is_word("itself"); }))
    return "";
  std::vector<std::string> values(static_cast<size_t>(shape[0]), "0");
  values[0] = "1";
  return "[" + join(values, ", ") + "]";
}

std::string read_slashed(const std::string& text, const std::vector<int64_t>& shape) {
  const auto slashes = std::count(text.begin(), text.end(), '/');
  if (slashes < 2 || shape.size() != 1 || slashes + 1 != shape[0]) return "";
  std::string listed = text;
  std::replace(listed.begin(), listed.end(), '/', ';');
  return read_list(apart(listed), /*decimal_comma=*/true);
}

/// "only the last is true", "True only for head 2": that one, of as many as there are; or nothing.
static std::string read_only_one(const Pieces& pieces, size_t count) {
  static constexpr std::string_view kAround[] = {"the", "is", "are", "it", "its", "for", "in", "of", "at", "head", "one", "place", "last"};
  bool only = false, not_so = false;
  std::vector<size_t> named;
  for (const Piece& p : pieces) {
    if (p.is(words().except) || p.is(words().negations) || p.is(words().either) || p.is(words().all)) return "";
    only = only || p.is(words().only);
    not_so = not_so || p.is_word("false") || p.is(words().changing);
    const std::string_view place = words().places.value(p.text);
    if (!place.empty() || (p.is_number() && !p.in_letters)) named.push_back(static_cast<size_t>(std::atoi(std::string(place.empty() ? p.text : place).c_str())));
    if (p.is_word("last")) named.push_back(count - 1);
    const bool read = !place.empty() || p.kind != Piece::Kind::word || p.is(words().only) || p.is(words().yes) || p.is(words().no) || is_one_of(p.text, kAround);
    if (!read || (p.is_number() && p.in_letters && !p.plural && p.text != "1")) return "";  // "maybe", "the last two"
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
  bool yes = false, no = false, negated = false, changes = false, matters = false, another = false, excepts = false;
  int negations = 0;
  for (const Piece& p : pieces) {
    if (p.kind != Piece::Kind::word) continue;
    if (p.is(words().either)) return "";
    yes = yes || p.is(words().yes);
    no = no || p.is(words().no);
    negated = negated || p.text == "not" || p.text.ends_with("n't");
    changes = changes || p.is(words().changing);
    // "the same numbers, but in another order"
    changes = changes || (yes && another && (p.text == "order" || p.text == "place" || p.text == "places"));
    another = p.text == "another" || p.text == "other";
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

std::string read_ranges(const Pieces& pieces) {
  std::vector<std::string> numbers;
  bool any = false;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece& p = pieces[i];
    const bool followed = i + 1 < pieces.size() && pieces[i + 1].is_number();
    // "0, -1" and "0 -1" have a sign, "0-1" and "0 - 1" a range.
    const bool sign = p.is_mark("-") && (i == 0 || !pieces[i - 1].is_number() ||
                                         (followed && !p.glued && pieces[i + 1].glued));
    const bool range = (p.is_mark("-") || p.is(words().until)) && !sign &&
                       !numbers.empty() && followed;
    if (p.is_number() && p.text.size() < 5) {
      numbers.push_back(p.text);
    } else if (range && pieces[i + 1].text.size() < 5) {
      const int from = std::atoi(numbers.back().c_str()),
                to = std::atoi(pieces[i + 1].text.c_str());
      for (int n = from + 1; n <= to && n < from + 1000; ++n)
        numbers.push_back(std::to_string(n));
      // "3 to 0" counts down; 3-0 may be a calculation.
      for (int n = from - 1; p.is(words().until) && n >= to && n > from - 1000; --n)
        numbers.push_back(std::to_string(n));
      any = true;
      ++i;
    } else if (p.is_number()) {
      return "";
    }
  }
  return any ? "[" + join(numbers, ", ") + "]" : "";
}

std::string in_decimal_pairs(const std::string& text, const std::vector<int64_t>& shape) {
  static const Pattern kPairs(R"( *(\d,\d*[1-9](?:,\d,\d+)+) *)"), kPair(R"((\d+),(\d+)(,?))");
  const PatternMatch m = kPairs.fullmatch(text);
  const bool fits = m && shape.size() == 1 && std::count(text.begin(), text.end(), ',') + 1 == 2 * shape[0];
  if (fits) return "[" + kPair.sub("$1.$2$3", m[1]) + "]";
  // "0,4,0,6,0" of three: a 0 goes with the digits behind it, unless they begin with a 0.
  static const Pattern kShares(R"( *((?:0,[1-9]\d*|0|1)(?:,(?:0,[1-9]\d*|0|1))+) *)"), kShare(R"((^|,)0,([1-9]))");
  const PatternMatch shares = kShares.fullmatch(text);
  if (!shares || shape.size() != 1) return "";
  std::string points = shares[1];
  while (const PatternMatch share = kShare.search(points)) points = share.before() + share[1] + "0." + share[2] + share.behind();
  return std::count(points.begin(), points.end(), ',') + 1 == shape[0] ? "[" + points + "]" : "";
}

}  // namespace mha::lesson
