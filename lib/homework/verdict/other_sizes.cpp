#include "homework/verdict/other_sizes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "homework/trial/trial_parts.h"
#include "reading/index.h"

namespace mha::homework {

namespace {

/// A whole number with a name, and its place.
struct Written {
  std::string word;
  int64_t number;
  Span span;
};

/// The names of the number in an expression: d = 8, d: int = 8, f(d=8), {"d": 8}, def f(d=8), and
/// add_argument("--d", default=8).
std::vector<std::string> words_for(const reading::Index& text, const reading::ExprNode& n) {
  std::vector<std::string> out;
  const auto add_target = [&](const lang::Expr& target) { out.emplace_back(reading::last_name(target)); };
  if (n.above && n.above->kind == lang::ExprKind::call) {
    const auto& call = reading::as<lang::Call>(*n.above);
    const std::string option = call.args.empty() ? "" : reading::text_of(*call.args[0]).value_or("");
    for (const lang::Keyword& k : call.keywords) {
      if (k.value.get() != n.expr || !k.name) continue;
      const bool is_default = option.starts_with("-") && k.name->str() == "default";
      out.push_back(is_default ? option.substr(option.find_first_not_of('-')) : k.name->str());
    }
  } else if (n.above && n.above->kind == lang::ExprKind::dict) {
    for (const auto& [key, value] : reading::as<lang::DictExpr>(*n.above).items) {
      if (value.get() == n.expr && key) out.push_back(reading::text_of(*key).value_or(""));
    }
  } else if (n.stmt->kind == lang::StmtKind::function) {
    const lang::FunctionCode& code = *reading::as<lang::FunctionDef>(*n.stmt).code;
    for (const auto* parameters : {&code.positional, &code.keyword_only}) {
      for (const lang::Parameter& p : *parameters) {
        if (p.default_value.get() == n.expr) out.push_back(p.name.str());
      }
    }
  } else if (n.stmt->kind == lang::StmtKind::ann_assign && !n.above) {
    add_target(*reading::as<lang::AnnAssign>(*n.stmt).target);
  } else if (n.stmt->kind == lang::StmtKind::assign) {
    const bool in_tuple = n.above && n.above->kind == lang::ExprKind::tuple && !text.node(*n.above).above;
    for (const lang::ExprPtr& target : reading::as<lang::Assign>(*n.stmt).targets) {
      if (!n.above) add_target(*target);
      if (!in_tuple || target->kind != lang::ExprKind::tuple) continue;
      const auto &to = reading::as<lang::Sequence>(*target).items, &from = reading::as<lang::Sequence>(*n.above).items;
      for (size_t i = 0; i < std::min(to.size(), from.size()); ++i) {
        if (from[i].get() == n.expr) add_target(*to[i]);
      }
    }
  }
  return out;
}

/// Every whole number to which a module gives a name.
std::vector<Written> written_in(const lang::Module& module) {
  std::vector<Written> all;
  const reading::Index text({&module});
  for (const reading::ExprNode& n : text.nodes()) {
    if (n.expr->kind != lang::ExprKind::constant) continue;
    const lang::Value& number = reading::as<lang::Constant>(*n.expr).value;
    if (!number.is_int() || number.is_bool()) continue;
    for (const std::string& word : words_for(text, n)) {
      if (!word.empty()) all.push_back({word, number.as_int(), n.expr->span});
    }
  }
  return all;
}

/// Which size a number is, in a program that was called with its own sizes.
std::string own_size(const Choice& c, const Written& written) {
  std::string found;
  for (const std::string& size : c.trials->sizes_named(written.word)) {
    const bool own = (c.trials->fixed().contains(size) || c.options.guessed.contains(size)) && !c.trial->bound.contains(size);
    if (own && whole(c.trial->setting.sizes, size) == written.number) found = size;  // the last: d_out rather than d_in
  }
  return found;
}

/// The replacement sizes: those of the homework, or smaller ones.
std::map<std::string, lang::Value> sizes_to_take(const Choice& c, size_t digits) {
  std::map<std::string, lang::Value> small;
  if (digits < 2) small = {{"d_out", lang::Value(int64_t{6})}, {"heads", lang::Value(int64_t{3})}};
  return c.reference->sizes(c.assignment->probes[0], small);
}

/// Whether a replaced number also occurs unnamed in a function, where it would keep the old value.
/// Small numbers are mostly axes and ignored.
bool stands_elsewhere(const lang::Module& module, const std::vector<Exchange>& all) {
  constexpr int64_t kAxes = 3;
  std::set<int64_t> numbers;
  std::set<uint32_t> known;
  for (const Exchange& e : all) {
    numbers.insert(std::stoll(std::string(module.source->text(e.span))));
    known.insert(e.span.begin);
  }
  const reading::Index text({&module});
  return std::any_of(text.nodes().begin(), text.nodes().end(), [&](const reading::ExprNode& n) {
    if (n.expr->kind != lang::ExprKind::constant || !n.function || known.contains(n.expr->span.begin)) return false;
    const lang::Value& value = static_cast<const lang::Constant&>(*n.expr).value;
    const bool plain = value.is_float() || (value.is_int() && !value.is_bool());
    const auto number = plain ? static_cast<int64_t>(value.is_int() ? static_cast<double>(value.as_int()) : value.as_float()) : 0;
    return number > kAxes && numbers.contains(number);
  });
}

}  // namespace

std::vector<Exchange> other_sizes(const Program& program, const Choice& c) {
  if (!c.candidate || !c.candidate->is_made() || program.modules().size() != 1 || program.failure()) return {};
  std::map<std::string, std::vector<Written>> own;  // by size
  size_t digits = 2;
  for (const Written& written : written_in(*program.modules()[0])) {
    const std::string size = own_size(c, written);
    if (size.empty()) continue;
    own[size].push_back(written);
    if (size == "d_out") digits = std::min<size_t>(digits, written.span.end - written.span.begin);
  }
  const auto now = [&](const char* size) { return whole(c.trial->setting.sizes, size); };
  const bool cuts = c.assignment->stages_read("heads") && (own.contains("heads") || own.contains("head_dim"));
  const bool heads_hide = cuts && (now("heads") == now("head_dim") || now("heads") == 1);
  const bool width_hides = own.contains("d_in") && own.contains("d_out") && now("d_in") == now("d_out");
  if (!heads_hide && !width_hides) return {};
  const std::map<std::string, lang::Value> sizes = sizes_to_take(c, digits);
  std::vector<Exchange> out;
  for (const auto& [size, all] : own) {
    if (size != "heads" && size != "head_dim" && size != "d_out" && (size != "d_in" || !width_hides)) continue;
    for (const Written& written : all) {
      std::string text = std::to_string(whole(sizes, size));
      const size_t room = written.span.end - written.span.begin;
      if (text.size() > room) return {};
      text.resize(room, ' ');
      out.push_back({written.span, text});
    }
  }
  return stands_elsewhere(*program.modules()[0], out) ? std::vector<Exchange>() : out;
}

std::string exchanged(std::string text, const std::vector<Exchange>& all) {
  for (const Exchange& e : all) text.replace(e.span.begin, e.text.size(), e.text);
  return text;
}

/// The mended text with the program's own numbers; nothing if the mend changes one of them.
static std::optional<std::string> own_text(std::string mended, const std::vector<Exchange>& all, const std::string& own) {
  const std::string before = exchanged(own, all);
  size_t same = 0, same_behind = 0;
  while (same < std::min(before.size(), mended.size()) && before[same] == mended[same]) ++same;
  while (same_behind + same < std::min(before.size(), mended.size()) &&
         before[before.size() - 1 - same_behind] == mended[mended.size() - 1 - same_behind]) {
    ++same_behind;
  }
  const size_t size = mended.size();
  for (const Exchange& e : all) {
    const bool first = e.span.end <= same, last = e.span.begin >= before.size() - same_behind;
    if (!first && !last) return std::nullopt;
    const size_t at = first ? e.span.begin : size - (before.size() - e.span.begin);
    mended.replace(at, e.text.size(), own.substr(e.span.begin, e.text.size()));
  }
  return mended;
}

void put_back(Result& r, const std::vector<Exchange>& all, const SourcePtr& source) {
  std::vector<Location*> places = {&r.place};
  for (StageResult& s : r.stages) places.insert(places.end(), {&s.place, &s.done});
  for (auto* findings : {&r.findings, &r.remarks}) {
    for (Finding& f : *findings) places.insert(places.end(), {&f.place, &f.cause});
  }
  if (r.next) places.push_back(&r.next->place);
  if (r.mend) {
    places.push_back(&r.mend->place);
    for (Location& l : r.mend->rivals) places.push_back(&l);
  }
  for (Location* l : places) {
    if (l->source) l->source = source;
  }
  const std::optional<std::string> mended = r.mend ? own_text(r.mend->text, all, source->text()) : std::nullopt;
  if (mended) {
    r.mend->text = *mended;
  } else {
    r.mend.reset();
  }
}

Sizes equal_inputs(const Choice& c) {
  Sizes out;
  std::vector<std::string> first;
  for (const InputSpec& input : c.assignment->inputs) {
    if (input.optional || c.assignment->is_alias(input)) continue;
    const std::vector<std::string> axes = input.axes();
    if (first.empty()) first = axes;
    for (size_t i = 0; i < axes.size() && axes.size() == first.size(); ++i) {
      const int64_t size = whole(c.trial->setting.sizes, first[i]);
      if (axes[i] != first[i] && size > 0 && c.assignment->has_size(axes[i])) out[axes[i]] = size;
    }
  }
  return out;
}

std::vector<Sizes> square_sizes(const Choice& c) {
  const std::vector<WeightSpec>& weights = c.assignment->weights;
  if (weights.empty() || weights[0].is_vector() || !c.assignment->has_size("heads")) return {};
  std::vector<Sizes> out;
  for (const int64_t heads : {4, 2, 5}) {
    Sizes sizes = equal_inputs(c);
    for (const WeightSpec& w : weights) {
      for (const std::string& width : {w.in, w.out}) {
        if (c.assignment->is_plain(width)) sizes[width] = heads * heads;
      }
    }
    sizes["heads"] = heads;
    out.push_back(std::move(sizes));
  }
  return out;
}

}  // namespace mha::homework
