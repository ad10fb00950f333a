#include "homework/trial/words.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <vector>

#include "homework/trial/names_read.h"
#include "reading/expressions.h"
#include "reading/parameters.h"
#include "reading/vocabulary.h"
#include "reading/walk.h"

namespace mha::homework {

bool means_training(std::string_view parameter) {
  for (size_t at = 0; at <= parameter.size();) {
    const size_t end = std::min(parameter.find('_', at), parameter.size());
    const std::string_view word = parameter.substr(at, end - at);
    if (word == "train" || word == "training") return true;
    at = end + 1;
  }
  return false;
}

bool has_word(std::string_view text, const std::string& word) {
  const std::set<std::string> words = words_in(text);
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& w) { return reading::folded(w) == reading::folded(word); });
}

/// A class or function in the modules, or an assignment: `scores = partial(torch.einsum, ...)`.
struct Definition {
  std::string_view text;
  std::set<std::string> own;  // a function's own names: they are not those of the module
};

static std::set<std::string> own_names(lang::FunctionDef& def) {
  const BlockNames in(def);
  std::set<std::string> own = in.stored;
  for (const auto* all : {&def.code->positional, &def.code->keyword_only}) {
    for (const lang::Parameter& p : *all) own.insert(p.name.str());
  }
  std::erase_if(own, [&](const std::string& name) { return in.globals.contains(name); });
  return own;
}

static std::map<std::string, Definition> definitions_of(const Program& program) {
  std::map<std::string, Definition> definitions;
  for (const lang::ModulePtr& module : program.modules()) {
    for (const lang::StmtPtr& s : module->body) {
      std::string name;
      std::set<std::string> own;
      if (s->kind == lang::StmtKind::class_) {
        name = static_cast<const lang::ClassDef&>(*s).target.name.str();
      } else if (s->kind == lang::StmtKind::function) {
        name = static_cast<const lang::FunctionDef&>(*s).target.name.str();
        own = own_names(static_cast<lang::FunctionDef&>(*s));
      } else if (s->kind == lang::StmtKind::assign) {
        const lang::Expr& target = *static_cast<const lang::Assign&>(*s).targets[0];
        if (target.kind == lang::ExprKind::name) name = static_cast<const lang::NameExpr&>(target).ref.name.str();
      }
      if (!name.empty()) definitions[name] = {module->source->text(s->span), std::move(own)};
    }
  }
  return definitions;
}

std::set<std::string> leads_to(const Program& program, const Candidate& candidate) {
  const std::map<std::string, Definition> definitions = definitions_of(program);
  std::set<std::string> reached = {candidate.name};
  std::vector<std::string> open = {candidate.name};
  while (!open.empty()) {
    const auto at = definitions.find(open.back());
    open.pop_back();
    if (at == definitions.end()) continue;
    for (const std::string& word : words_in(at->second.text)) {
      if (definitions.contains(word) && !at->second.own.contains(word) && reached.insert(word).second) open.push_back(word);
    }
  }
  return reached;
}

/// The text of a candidate and of every class and function that it leads to.
static std::vector<std::string_view> texts_of(const Program& program, const Candidate& candidate) {
  std::map<std::string, Definition> definitions = definitions_of(program);
  std::vector<std::string_view> out;
  for (const std::string& name : leads_to(program, candidate)) out.push_back(definitions[name].text);
  return out;
}

/// Adds the words of a text; minus infinity, however it is written, is the word "-inf".
static void add_words(std::string_view text, std::set<std::string>& out) {
  for (const std::string& word : words_in(text)) out.insert(reading::folded(word));
  std::string bare;
  std::copy_if(text.begin(), text.end(), std::back_inserter(bare),
               [](char c) { return c != ' ' && c != '"' && c != '\'' && c != '('; });
  for (const char* written : {"-inf", "-torch.inf", "-math.inf", "-np.inf", "-floatinf"}) {
    if (bare.find(written) != std::string::npos) out.insert("-inf");
  }
}

std::set<std::string> words_of(const Program& program, const Candidate& candidate) {
  std::set<std::string> out;
  for (const std::string_view text : texts_of(program, candidate)) add_words(text, out);
  return out;
}

/// Adds the blocks of `if given is not None:`, where `given` is a parameter or belongs to one.
static void options_in(const lang::Block& body, const std::set<std::string>& parameters, std::vector<Span>& out) {
  for (const lang::StmtPtr& s : body) {
    const auto* branch = s->kind == lang::StmtKind::if_ ? static_cast<const lang::If*>(s.get()) : nullptr;
    const auto* asks = branch ? reading::as_kind<lang::Compare>(*branch->condition, lang::ExprKind::compare) : nullptr;
    const lang::Expr* given = asks && asks->ops[0] == lang::CompareOp::is_not ? asks->first.get() : nullptr;
    while (const auto* part = given ? reading::as_kind<lang::Attribute>(*given, lang::ExprKind::attribute) : nullptr) given = part->object.get();
    const auto* name = given ? reading::as_kind<lang::NameExpr>(*given, lang::ExprKind::name) : nullptr;
    if (name && parameters.contains(name->ref.name.str())) {
      out.push_back({branch->then.front()->span.begin, branch->then.back()->span.end});
    } else if (s->kind != lang::StmtKind::function && s->kind != lang::StmtKind::class_ && s->kind != lang::StmtKind::import) {
      reading::parts_of(*s, [](const lang::Expr&, reading::Use) {}, [&](const lang::Block& inner) { options_in(inner, parameters, out); });
    }
  }
}

std::set<std::string> words_without_options(const Program& program, const Candidate& candidate) {
  const lang::FunctionCode& code = *candidate.call->code;
  std::set<std::string> parameters, out;
  for (size_t i = candidate.is_class ? 1 : 0; i < code.positional.size(); ++i) parameters.insert(code.positional[i].name.str());
  for (const lang::Parameter& p : code.keyword_only) parameters.insert(p.name.str());
  // x, mask = batch: what is unpacked was given, too.
  const std::set<std::string> asked = parameters;
  for (const std::string& name : asked) {
    for (const std::string& part : reading::unpacked_into(*candidate.call, name)) parameters.insert(part);
  }
  std::vector<Span> options;
  options_in(code.body, parameters, options);
  const std::string_view source = code.source->text();
  for (const std::string_view text : texts_of(program, candidate)) {
    std::string rest(text);
    for (const Span& span : options) {
      const char* begin = source.data() + span.begin;
      if (begin < text.data() || source.data() + span.end > text.data() + text.size()) continue;
      std::fill_n(rest.begin() + (begin - text.data()), span.end - span.begin, ' ');
    }
    add_words(rest, out);
  }
  return out;
}

std::set<std::string> words_of(const Program& program) {
  std::set<std::string> out;
  for (const lang::ModulePtr& module : program.modules()) add_words(module->source->text(), out);
  return out;
}

/// Whether it names a product or writes one with @.
static bool writes_product(std::string_view text) {
  // At the start of a line, @ marks a decorator.
  for (size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
    const size_t before = at == 0 ? std::string_view::npos : text.find_last_not_of(' ', at - 1);
    if (before != std::string_view::npos && text[before] != '\n') return true;
  }
  const std::set<std::string> words = words_in(text);
  for (const char* product : {"matmul", "mm", "bmm", "dot", "einsum", "inner", "linear", "Linear",
                              "tensordot", "baddbmm", "scaled_dot_product_attention",
                              "multi_head_attention_forward"}) {
    if (words.contains(product)) return true;
  }
  return false;
}

bool multiplies_for_sure(std::string_view text) { return writes_product(text) || text.find('*') != std::string_view::npos; }

bool multiplies(std::string_view text) {
  if (writes_product(text)) return true;
  const std::set<std::string> words = words_in(text);
  for (size_t at = text.find('*'); words.contains("sum") && at != std::string_view::npos; at = text.find('*', at + 1)) {
    if (text.substr(at, 2) != "**") return true;
    ++at;
  }
  return words.contains("zip") || words.contains("for");
}

bool multiplies(const Program& program, const Candidate& candidate) {
  const std::vector<std::string_view> texts = texts_of(program, candidate);
  return std::any_of(texts.begin(), texts.end(), [](std::string_view text) { return multiplies(text); });
}

}  // namespace mha::homework
