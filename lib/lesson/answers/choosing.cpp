#include "lesson/answers/choosing.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/option_words.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/said.h"
#include "lesson/answers/sense.h"

namespace mha::lesson {

namespace {

/// A word that people put around a letter.
bool is_around_letter(const std::string& word) {
  const AnswerWords& known = words();
  return known.around_options.has(word) || known.around_numbers.has(word) || known.yes.has(word);
}

/// The option's letter in the text: b, b), (b), "b: at mice", "I think it is
/// b"; or -1. `rest` is the text after it.
int letter_of(const std::string& said, std::string& rest) {
  std::string text(trim(said));
  for (char& c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  rest.clear();
  const size_t i = text.find_first_not_of("(\"'`[ =->");
  if (i == std::string::npos) return -1;
  if (text[i] >= 'a' && text[i] <= 'z') {
    const size_t after = text.find_first_not_of(")\"'`].:,-!? ", i + 1);
    const bool alone = after == std::string::npos;
    const bool marked =
        !alone && after > i + 1 &&
        std::string_view(").:,]").find(text[i + 1]) != std::string_view::npos;
    // "b because of the animals"
    const Words next = alone || after == i + 1 ? Words() : words_of(text.substr(after));
    const bool reasoned = !next.empty() && words().reasons.has(next[0]);
    // "b i guess"; "a number" is no a.
    const bool hedged = !next.empty() && (text[i] != 'a' || next[0] == "i") &&
                        std::all_of(next.begin(), next.end(), is_around_letter);
    if (!alone && marked) rest = text.substr(after);
    if (alone || marked || reasoned || hedged) return text[i] - 'a';
  }
  // Among words that only introduce it; in the middle, "a" is a letter behind "option" alone.
  Words around = words_of(text);
  std::erase(around, "please");
  const auto is_letter_of_option = [&](const std::string& w) {
    const bool last = &w == &around.back(), named = &w != &around.front() && (&w)[-1] == "option";
    return w.size() == 1 && w[0] >= 'a' && w[0] <= 'z' && w != "i" && (w != "a" || last || named);
  };
  const auto at = std::find_if(around.begin(), around.end(), is_letter_of_option);
  if (around.size() < 2 || at == around.end()) return -1;
  const int letter = at->front() - 'a';
  around.erase(at);
  return std::all_of(around.begin(), around.end(), is_around_letter) ? letter : -1;
}

/// The words without apostrophes and without "the": for finding what is said in other words.
Words plain_words(const std::string& text) {
  Words all = words_of(with_product_in_words(text));
  std::erase(all, "the");
  for (std::string& word : all) std::erase(word, '\'');
  return all;
}

/// "mistake shows" is "mistakes show".
bool same_but_for_s(std::string_view a, std::string_view b) {
  const auto bare = [](std::string_view w) { return w.size() > 3 && w.ends_with('s') && !w.ends_with("ss") ? w.substr(0, w.size() - 1) : w; };
  return bare(a) == bare(b);
}

/// The options for which the lesson has other words that are said here, with these words, which
/// are taken out; the longest first. "not orthogonal" does not say "orthogonal".
std::map<size_t, std::string> by_other_words(const std::vector<Choice::Option>& options, std::string& said) {
  const auto negations = [](const Words& all) { return std::count_if(all.begin(), all.end(), is_negation); };
  const auto begins_with_no = [](const Words& all) { return !all.empty() && all[0] == "no"; };
  std::vector<std::pair<std::string, size_t>> phrases;
  for (size_t i = 0; i < options.size(); ++i) {
    for (const std::string& phrase : options[i].also) phrases.emplace_back(phrase, i);
  }
  const auto length = [](const std::string& phrase) { return join(plain_words(phrase), " ").size(); };
  std::stable_sort(phrases.begin(), phrases.end(), [&](const auto& a, const auto& b) { return length(a.first) > length(b.first); });
  Words rest = plain_words(said);
  std::map<size_t, std::string> meant;
  for (const auto& [phrase, i] : phrases) {
    const Words theirs = plain_words(phrase);
    const auto at = std::search(rest.begin(), rest.end(), theirs.begin(), theirs.end(), same_but_for_s);
    if (at == rest.end() || theirs.empty()) continue;
    // "no, it ..." of an option that begins so denies nothing that comes behind.
    const bool led = begins_with_no(rest) && begins_with_no(words_of(options[i].text));
    const auto denied = negations(rest), in_phrase = negations(theirs);
    if (denied != in_phrase && denied - led != in_phrase) continue;
    rest.erase(at, at + static_cast<std::ptrdiff_t>(theirs.size()));
    meant.emplace(i, phrase);
  }
  if (!meant.empty()) said = join(rest, " ");
  return meant;
}

/// Of two ways to choose, the narrower; if they contradict each other, what both say.
std::vector<size_t> both_ways(const std::vector<size_t>& one, const std::vector<size_t>& other) {
  if (one.empty() || other.empty()) return one.empty() ? other : one;
  std::vector<size_t> common, all;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(common));
  std::set_union(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(all));
  return common.empty() ? all : common;
}

}  // namespace

/// "64*12" of the option 768, "12 / 4 = 3" of 3, "768 = 12*64".
static bool calculates(const std::string& said, const std::string& option) {
  static const Pattern kTwo(R"( *(?:(\d+) *= *)?(\d{1,6}) *(\*|/|divided by) *(\d{1,6}) *(?:= *(\d+) *)?)");
  const PatternMatch m = kTwo.fullmatch(said);
  if (!m || option.empty() || option.size() > 12 || option.find_first_not_of("0123456789") != std::string::npos) return false;
  const long a = std::stol(m[2]), b = std::stol(m[4]), value = std::stol(option);
  const bool states_other = (!m[1].empty() && m[1] != option) || (!m[5].empty() && m[5] != option);
  return !states_other && (m[3] == "*" ? a * b == value : b * value == a);
}

bool says_option(const std::string& option, const std::string& said) {
  // An option that is a value is told by that value: (5, 5) is 5 by 5.
  const bool letters =
      std::any_of(option.begin(), option.end(),
                  [](unsigned char c) { return std::isalpha(c) || c >= 0x80; });
  if (!letters) {
    for (const AnswerKind kind : {AnswerKind::shape, AnswerKind::number}) {
      const Words value = readings(option, kind, {}),
                  mine = readings(said, kind, {});
      if (!value.empty() && !mine.empty() && value[0] == mine[0]) return true;
    }
  }
  const Words a = words_of(option), b = words_of(said);
  if (a != b) return false;
  // Formulas differ by their marks as well.
  const auto marks = [](const std::string& text) {
    std::string out;
    for (const char c : text) {
      if (std::string_view("@*/+<>=").find(c) != std::string_view::npos)
        out += c;
    }
    return out;
  };
  return marks(option) == marks(said);
}

/// "watch, my", "b or c": the options of an answer that names nothing else.
static std::vector<size_t> named_side_by_side(const std::vector<Choice::Option>& options, const std::string& said) {
  static const Pattern kBetween(R"(\s*(?:[,;&]|(?<=\s)/(?=\s)|\bor\b|\band\b)\s*)", Pattern::kAnyCase), kLetter(R"(\(?([a-h])\)?)", Pattern::kAnyCase);
  std::set<size_t> named;
  for (const std::string& part : kBetween.split(trim(said))) {
    const PatternMatch letter = kLetter.fullmatch(part);
    std::optional<size_t> option;
    for (size_t i = 0; i < options.size(); ++i) {
      const bool by_letter = letter && i == static_cast<size_t>(lower(letter[1])[0] - 'a');
      if (by_letter || (!part.empty() && says_option(options[i].text, part))) option = i;
    }
    if (!option) return {};
    named.insert(*option);
  }
  return {named.begin(), named.end()};
}

/// "a share can not be negative", where the question is what is wrong: that it is.
static std::string what_is_wrong(const std::string& question, const std::string& said) {
  static const Pattern kWrong(R"(\b(?:is|gone) wrong\b)", Pattern::kAnyCase),
      kMustNot(R"(\b(?:can(?: ?not|'?t)|(?:must|should|may|could)(?: not|n'?t)) +be\b)", Pattern::kAnyCase);
  return kWrong.is_in(question) ? kMustNot.sub("be", said) : said;
}

/// "the mask is right", where the question is what is wrong, and the option does not say so.
static bool finds_it_right(const std::string& question, const Choice::Option& option, const std::string& said) {
  static const Pattern kWrong(R"(\b(?:is|are|gone) wrong\b)", Pattern::kAnyCase), kRight(R"(\b(?:is|are|looks) (?:right|fine|ok|okay|correct|good)\b)", Pattern::kAnyCase);
  return kWrong.is_in(question) && kRight.is_in(said) && !kRight.is_in(option.text + ", " + join(option.also, ", "));
}

/// "the last axis", "third axis" where the options count axes: with its number.
static std::string with_axis_numbers(const std::vector<Choice::Option>& options, const std::string& said) {
  static const Pattern kAxis(R"(\baxis (\d)\b)"), kLast(R"(\b(?:the )?last axis\b|\bthe last(?: one)?(?=[., ]*$))", Pattern::kAnyCase),
      kBeforeLast(R"(\b(?:the )?(?:second[ -](?:to[ -])?last axis|last axis but one|last but one axis)\b)", Pattern::kAnyCase);
  int last = 0;
  for (const Choice::Option& o : options) {
    if (const PatternMatch axis = kAxis.search(o.text)) last = std::max(last, std::stoi(axis[1]));
  }
  if (last == 0) return said;
  std::string out = kLast.sub("axis " + std::to_string(last), kBeforeLast.sub("axis " + std::to_string(last - 1), said));
  for (const auto& [rank, number] : words().places.words()) {
    out = Pattern("\\b(?:the )?" + rank + " axis\\b", Pattern::kAnyCase).sub("axis " + number, out);
  }
  return out;
}

/// "the value does say they", where an option has "says".
static std::string without_does(const std::vector<Choice::Option>& options, const std::string& said) {
  static const Pattern kDoes(R"(\bdoes +([a-z]+)\b)", Pattern::kAnyCase);
  std::string out = said;
  for (const PatternMatch& does : kDoes.finditer(said)) {
    const std::string verb = does[1] + "s";
    const bool theirs = std::any_of(options.begin(), options.end(), [&](const Choice::Option& o) { return has(words_of(o.text), lower(verb)); });
    if (theirs) out = Pattern("\\bdoes +" + does[1] + "\\b", Pattern::kAnyCase).sub(verb, out);
  }
  return out;
}

/// "torch.cat(parts, 0)" of an option that has `torch.cat(parts, dim=0)`.
static bool says_call(const std::string& option, const std::string& said) {
  static const Pattern kCall(R"(.*\w\(.*\).*)"), kAxis(R"(\b(?:dim|axis) *= *)");
  return kCall.matches(option) && kCall.matches(said) && says_option(kAxis.sub("", option), kAxis.sub("", said));
}

/// Without the words around an option that is said as a whole: "could be b", "the values is right".
static std::string without_talk(const std::string& said) {
  static const Pattern kTalk(R"(^ *(?:(?:maybe|probably|perhaps|it(?:'s| is)?|its|(?:it )?(?:must|could|may|might|should|will) be|->|=)[ ,:]+)+|(?:,? +(?:(?:is|seems|looks) (?:right|correct|true|it)|of course|it is|i (?:think|guess|say|belie?ve)|easy))+[.! ]*$)", Pattern::kAnyCase);
  return kTalk.sub("", said);
}

/// The answer with the options' numbers of axes, their verbs and their decimal points.
static std::string as_options_write(const std::vector<Choice::Option>& options, const std::string& said) {
  // "more then" is a slip.
  static const Pattern kThen(R"(\b(more|less|fewer|larger|smaller|bigger|greater|higher|lower|rather|other) then\b)", Pattern::kAnyCase);
  const std::string plain = without_does(options, with_axis_numbers(options, kThen.sub("$1 than", in_plain_signs(said))));
  // A comma may be a decimal one where options have a point: 0,5 is 0.5.
  static const Pattern kPoint(R"(\d\.\d)"), kComma(R"((\d),(?=\d))");
  const bool points = std::any_of(options.begin(), options.end(), [](const Choice::Option& o) { return kPoint.is_in(o.text) || kPoint.is_in(join(o.also, " ")); });
  return points ? kComma.sub("$1.", plain) : plain;
}

/// What is meant by the whole of an option, by its code, by several options side by side, or by a value.
static std::optional<Meant> by_the_whole(const std::vector<Choice::Option>& options, const std::string& plain) {
  std::vector<size_t> exact;
  for (size_t i = 0; i < options.size(); ++i) {
    if (says_option(options[i].text, plain) || says_call(options[i].text, plain)) exact.push_back(i);
  }
  if (exact.size() == 1) return Meant{exact, true};
  // A piece of code that stands in one option names it, and is not to be run.
  static const Pattern kCode(R"(.*[\w)\]] *[@*/=.(\[] *[\w(\[].*)");
  if (exact.empty() && kCode.matches(std::string(trim(plain)))) {
    for (size_t i = 0; i < options.size(); ++i) {
      if (options[i].text.find("`") != std::string::npos && options[i].text.find(trim(plain)) != std::string::npos) exact.push_back(i);
    }
    if (exact.size() == 1) return Meant{exact, true};
  }
  if (const std::vector<size_t> several = named_side_by_side(options, plain); several.size() > 1) return Meant{several, true};
  for (size_t i = 0; i < options.size(); ++i) {
    if (calculates(plain, options[i].text)) return Meant{{i}, false};
  }
  // If all options are values, another value is none of them.
  const bool value = !readings(plain, AnswerKind::other, {}).empty() || !readings(plain, AnswerKind::shape, {}).empty();
  const auto letters = [](const Choice::Option& o) { return std::any_of(o.text.begin(), o.text.end(), [](unsigned char c) { return std::isalpha(c); }); };
  if (value && std::none_of(options.begin(), options.end(), letters)) return Meant{};
  return std::nullopt;
}

/// The option of a letter; with the words of another one, both: they contradict each other.
static std::optional<Meant> by_letter(const Words& asked, const std::vector<Words>& told, const std::string& plain) {
  std::string rest;
  const int letter = letter_of(plain, rest);
  if (letter < 0 || static_cast<size_t>(letter) >= told.size()) return std::nullopt;
  const auto chosen = static_cast<size_t>(letter);
  Meant::Sure unused = Meant::Sure::yes;
  const std::vector<size_t> other = rest.empty() ? std::vector<size_t>() : by_words(asked, told, telling(rest), unused);
  if (other.size() == 1 && other[0] != chosen) return Meant{{std::min(chosen, other[0]), std::max(chosen, other[0])}, true};
  return Meant{{chosen}, true};
}

namespace {

/// An answer while it is compared with the options.
struct SaidOfOptions {
  Words asked;              // of the question
  std::vector<Words> told;  // of each option
  std::string said;         // as it was typed
  std::string plain;        // as the options write, without the other words that the lesson has for them
  std::map<size_t, std::string> phrases;  // those, by the option
  Words mine;               // what counts
};

}  // namespace

/// Whether the words that led to this option leave a doubt.
static bool doubts(const std::vector<Choice::Option>& options, const SaidOfOptions& c, size_t chosen) {
  const Words& option = c.told[chosen];
  const Words core = before_reason(c.mine);
  Words theirs = option;  // with the other words that the lesson has for it
  for (const std::string& phrase : options[chosen].also) {
    for (std::string& word : telling(phrase)) theirs.push_back(std::move(word));
  }
  // A phrase that the lesson has for the option is no contradiction in itself.
  const auto phrase = c.phrases.find(chosen);
  const bool own = phrase != c.phrases.end() && contradicts(option, telling(phrase->second));
  if (contradicts(option, telling(in_their_words(options, own ? c.plain : c.said))) || adds_sense(c.asked, theirs, core)) return true;
  const std::string& text = options[chosen].text;
  if (denies_other(text, c.plain) || turns_round(c.asked, text, c.said)) return true;
  const auto tells = [](const std::string& w) { return is_telling(w) && !words().small.has(w); };
  if (!c.phrases.empty()) {
    // Beside other words for an option, as many that stand nowhere.
    const auto strange = static_cast<size_t>(std::count_if(core.begin(), core.end(), [&](const std::string& w) { return tells(w) && !has(theirs, w) && !has(c.asked, w); }));
    return strange > 0 && strange >= telling(c.said).size() - c.mine.size();
  }
  // "only mice" has no more than the "only" of an option.
  const bool own_word = std::any_of(c.mine.begin(), c.mine.end(), [&](const std::string& w) { return tells(w) && has(theirs, w); });
  const bool asked_word = std::any_of(c.mine.begin(), c.mine.end(), [&](const std::string& w) { return tells(w) && !has(theirs, w) && has(c.asked, w); });
  if (!own_word && asked_word) return true;
  if (core.size() == c.mine.size()) return false;
  // "at the cats, because they chase": what is said before the reason must mean the option too.
  std::vector<Words> cores;
  for (const Words& each : c.told) cores.push_back(before_reason(each));
  Meant::Sure unused = Meant::Sure::yes;
  const std::vector<size_t> by_core = by_words(c.asked, cores, core, unused);
  return std::find(by_core.begin(), by_core.end(), chosen) == by_core.end();
}

static Meant options_named(const std::string& question, const std::vector<Choice::Option>& options, const std::string& said) {
  SaidOfOptions c{telling(question), {}, said, as_options_write(options, said), {}, {}};
  for (const Choice::Option& option : options) c.told.push_back(telling(option.text));
  if (const std::optional<Meant> whole = by_the_whole(options, c.plain)) return *whole;
  const std::string alone = without_talk(c.plain);
  if (const std::optional<Meant> whole = by_the_whole(options, alone); whole && whole->certain) return *whole;
  if (const std::optional<Meant> letter = by_letter(c.asked, c.told, alone)) return *letter;
  c.phrases = by_other_words(options, c.plain);
  std::vector<size_t> other;
  for (const auto& [i, phrase] : c.phrases) other.push_back(i);
  // A product is not one of its factors.
  static const Pattern kProduct(R"(\d *[*/] *\d)");
  if (kProduct.is_in(c.plain) && other.empty()) return {};
  // "half" is not the second.
  static const Pattern kShare(R"(\b(?:half|halves|quarters?)\b)", Pattern::kAnyCase);
  const std::optional<size_t> nth = by_rank(c.asked, c.told, telling(c.plain));
  if (nth && *nth < options.size() && other.empty() && !kShare.is_in(c.plain)) return {{*nth}, false};
  // "the fourth word of the second, so warm" says warm.
  static const Pattern kSo(R"(.*, so (.+))", Pattern::kAnyCase);
  Meant::Sure sure = Meant::Sure::yes;
  if (const PatternMatch m = kSo.fullmatch(c.plain)) {
    const std::vector<size_t> concluded = by_words(c.asked, c.told, telling(in_their_words(options, m[1])), sure);
    if (concluded.size() == 1 && sure == Meant::Sure::yes) return {concluded, false};
    sure = Meant::Sure::yes;
  }
  Words& mine = c.mine = as_written(telling(in_their_words(options, c.plain)), c.asked, c.told);
  // "one below the other" counts nothing; "up to one" does.
  static const Pattern kOne(R"(\b(?:to|is|by|of|equals|exactly|only|just) one\b)", Pattern::kAnyCase);
  if (mine.size() > 2 && c.plain.find('1') == std::string::npos && !kOne.is_in(c.plain)) std::erase(mine, "1");
  // Beside such words, small ones and those of the question contradict nothing.
  if (!other.empty()) std::erase_if(mine, [&](const std::string& word) { return has(c.asked, word) || words().small.has(word); });
  const std::vector<size_t> meant = both_ways(by_words(c.asked, c.told, mine, sure), other);
  // Where a reason is not understood, the answer may still be.
  const auto reason = std::find_if(mine.begin(), mine.end(), [](const std::string& word) { return words().reasons.has(word); });
  if (reason != mine.end() && (meant.empty() || sure == Meant::Sure::ask)) {
    Meant::Sure shorter = Meant::Sure::yes;
    const std::vector<size_t> first = by_words(c.asked, c.told, Words(mine.begin(), reason), shorter);
    if (!first.empty()) return {first, false, shorter};
  }
  if (meant.size() != 1) return {meant, false, sure};
  if (doubts(options, c, meant[0])) return {meant, false, Meant::Sure::ask};
  return {meant, false, other.empty() ? sure : Meant::Sure::yes};
}

/// Whether a clause means other options, and not this one: "too sharp: nearly equal shares".
static bool has_clause_of_another(const std::string& question, const std::vector<Choice::Option>& options, const std::string& said, size_t chosen) {
  static const Pattern kBetween(R"([.:;,] +|,? +\b(?:because|since|cause)\b +|, +as +)", Pattern::kAnyCase);
  const std::vector<std::string> clauses = kBetween.split(said);
  return std::any_of(clauses.begin(), clauses.end(), [&](const std::string& clause) {
    if (words_of(clause).size() < 3) return false;  // "in 3, out 4"
    const Meant meant = options_named(question, options, clause);
    return !meant.options.empty() && std::find(meant.options.begin(), meant.options.end(), chosen) == meant.options.end();
  });
}

/// "nowhere: those belong to the constructor", "5, three projections and two products": what stands
/// before the reason decides if it alone means one option, and if the rest means no other one and
/// takes nothing back.
static std::optional<Meant> by_what_leads(const std::string& question, const std::vector<Choice::Option>& options, const std::string& said) {
  static const Pattern kCut(R"((?<!\.\w)[.:;,] +|,? +\b(?:because|since|cause)\b +|, +as +)", Pattern::kAnyCase),
      kTurns(R"(\b(?:but|not sure|maybe|perhaps|unless|except|without|though|although|either|only|if|when|or|no|wait|sorry|actually|rather|instead|fine|ok|okay)\b)", Pattern::kAnyCase);
  for (const PatternMatch& cut : kCut.finditer(said)) {
    const std::string lead = cut.before(), rest = cut.behind();
    const Meant first = options_named(question, options, lead);
    if (first.options.size() != 1 || first.sure != Meant::Sure::yes) continue;
    const Choice::Option& option = options[first.options[0]];
    const Words theirs = telling(option.text), reason = telling(rest);
    const bool given = words().reasons.has(words_of(cut[0] + " x").front());
    if (kTurns.is_in(rest) || contradicts(theirs, telling(said)) || turns_round(telling(question), option.text, said)) return std::nullopt;
    if (!given && !first.certain && adds_sense(telling(question), theirs, reason)) return std::nullopt;
    const std::vector<size_t> others = options_named(question, options, rest).options;
    if (!others.empty() && std::find(others.begin(), others.end(), first.options[0]) == others.end()) return std::nullopt;
    if (has_clause_of_another(question, options, rest, first.options[0])) return std::nullopt;
    return first;
  }
  return std::nullopt;
}

Meant options_meant(const std::string& question,
                    const std::vector<Choice::Option>& options,
                    const std::string& said) {
  Meant meant = options_named(question, options, said);
  // "not b" says what it is not.
  static const Pattern kNotOne(R"((?:(?:it is|it's|its|is) +)?not +(.+))", Pattern::kAnyCase);
  if (const PatternMatch denied = kNotOne.fullmatch(trim(said)); denied && !meant.certain && options_named(question, options, denied[1]).certain) {
    return {meant.options, false, Meant::Sure::ask};
  }
  if (meant.options.size() == 1 && meant.sure == Meant::Sure::yes) {
    const size_t chosen = meant.options[0];
    const auto doubted = [&] { return finds_it_right(question, options[chosen], said) || has_clause_of_another(question, options, said, chosen); };
    if (!meant.certain && doubted()) meant.sure = Meant::Sure::ask;
    return meant;
  }
  if (const std::string norm = what_is_wrong(question, said); norm != said) return options_meant(question, options, norm);
  if (const std::optional<Meant> first = meant.certain ? std::nullopt : by_what_leads(question, options, std::string(trim(in_plain_signs(said))))) return {first->options, false};
  // "not X but Y", "it does not X, it Ys", "Y, not X": Y, where X is not the same.
  static const Pattern kBut(R"((?:(?:no|it|its|it's|they|this|that|is|are|does|do)[, ]+)*not +(.+?)(?: *, *but +| +but +| *[;,] *(?![^()]*\)))((?!.*\bnot\b).+))", Pattern::kAnyCase),
      kNotThat(R"(((?!.*\b(?:not|but)\b.*\bnot\b).+?)( *,| +and|) +not +(.+))", Pattern::kAnyCase);
  const std::string text(trim(in_plain_signs(said)));
  const PatternMatch but = kBut.fullmatch(text), not_that = kNotThat.fullmatch(text);
  if (!but && !not_that) return meant;
  const std::string is = but ? but[2] : not_that[1], is_not = but ? but[1] : not_that[3];
  // "they do not" denies what they do.
  const Words said_first = words_of(is);
  const auto idle = [](const std::string& w) { return words().small.has(w) || words().around_options.has(w) || words().turning.has(w) || w == "will" || w == "would"; };
  if (!but && not_that[2].empty() && (said_first.empty() || idle(said_first.back()))) return meant;
  const Meant positive = options_named(question, options, is);
  if (positive.options.size() != 1 || positive.sure != Meant::Sure::yes) return meant;
  const size_t chosen = positive.options[0];
  const Words denied = telling(is_not), theirs = telling(options[chosen].text), mine = telling(is);
  const std::vector<size_t> others = options_named(question, options, is_not).options;
  const bool same = std::find(others.begin(), others.end(), chosen) != others.end() ||
                    (others.empty() && std::any_of(denied.begin(), denied.end(), [&](const std::string& w) {
                       return is_telling(w) && !words().small.has(w) && has(theirs, w) && !has(mine, w);
                     }));
  return same ? meant : positive;
}

std::string no_option_text(const std::vector<Choice::Option>& options,
                           const std::string& said) {
  std::set<std::string> known;
  for (const Choice::Option& option : options) {
    for (std::string& word : telling(option.text)) known.insert(std::move(word));
  }
  // As they were said, with their plurals.
  Words foreign;
  bool numbers = true;
  static const Pattern kBetween(R"([^A-Za-z0-9_'.^/*+-]+)");
  const std::string text(trim(said));
  for (const std::string& at : kBetween.split(text)) {
    std::string word = lower(at);
    while (word.ends_with('.')) word.pop_back();
    const Words compared = as_written(telling(word), {}, {Words(known.begin(), known.end())});
    if (!is_telling(word) || is_negation(word) || words().small.has(word) || compared.empty() ||
        known.contains(compared[0]) || has(foreign, "`" + word + "`"))
      continue;
    foreign.push_back("`" + word + "`");
    numbers = numbers && std::none_of(word.begin(), word.end(), [](unsigned char c) {
                return std::isalpha(c) || c >= 0x80;
              });
  }
  constexpr size_t kNamed = 4;  // more are not listed
  if (foreign.empty() || foreign.size() > kNamed)
    return "That tells no option from the others.";
  if (numbers) return "No option says `" + std::string(trim(said)) + "`.";
  return "None of the options has " + std::string(foreign.size() > 1 ? "these words: " : "the word ") +
         join(foreign, ", ") + ".";
}

}  // namespace mha::lesson
