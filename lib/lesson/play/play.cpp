#include "lesson/play/play.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/pattern.h"
#include "base/text.h"
#include "lang/syntax/parser.h"
#include "lesson/answers/compare.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/said.h"
#include "lesson/answers/typed_code.h"
#include "pictures/cells.h"
#include "pictures/heatmap.h"
#include "pictures/maker.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "torch/binding/convert.h"

namespace mha::lesson {

namespace {

using KnobKind = KnobValue::Kind;

// Everything is drawn again at every key, so code that takes longer than this
// is stopped.
constexpr double kSecondsOfPlay = 2;

/// 0.3, not 0.30000000000000004; a float has a point, as Python writes it.
std::string float_text(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  std::string text = fmt::format("{:.7g}", v == 0 ? 0.0 : v);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

Scalar at(const Tensor& t, int64_t cell) { return t.at(pictures::index_of(t.shape(), cell)); }

bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same_knob(const KnobValue& a, const KnobValue& b) {
  return a.option == b.option && a.words == b.words && same_number(a.number, b.number) && same_tensor(a.tensor, b.tensor);
}

bool is_whole(const KnobValue& knob) {
  return knob.kind == KnobKind::whole || (knob.kind == KnobKind::tensor && !is_floating(knob.tensor.dtype()));
}

std::string scalar_text(const Tensor& t, int64_t cell) {
  const Scalar v = at(t, cell);
  if (t.dtype() == DType::bool_) return v.to_bool() ? "True" : "False";
  return is_floating(t.dtype()) ? float_text(v.to_double()) : std::to_string(v.to_int());
}

/// A text as it is typed, with quotes or without.
std::string unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

/// Whether the knob is True or False.
bool is_switch(const Knob& knob, const KnobValue& now) {
  if (now.kind == KnobKind::tensor) return now.tensor.dtype() == DType::bool_;
  return std::find(knob.options.begin(), knob.options.end(), "True") != knob.options.end();
}

/// "off", "yes" as Python says it.
std::string truth_in_python(const std::string& text) {
  const std::string word = lower(text);
  const bool yes = word == "on" || word == "yes" || word == "true", no = word == "off" || word == "no" || word == "false";
  return yes ? "True" : no ? "False" : text;
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// The `=` that assigns: neither in brackets nor part of `==`.
size_t assignment_at(const std::string& text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '[' || text[i] == '(') - (text[i] == ']' || text[i] == ')');
    if (text[i] == '=' && depth == 0) return i;
  }
  return std::string::npos;
}

/// The value of a number of any kind; bools count as numbers.
std::optional<double> as_number(const lang::Value& v) {
  if (v.is_int() || v.is_bool()) return static_cast<double>(v.as_int());
  if (v.is_float()) return v.as_float();
  const auto* t = v.get<lang::TensorObject>();
  if (t && t->tensor.numel() == 1) return at(t->tensor, 0).to_double();
  return std::nullopt;
}

/// Numbers are compared as such: to an answer, a number is near enough to infinity.
bool same_option(World& world, const lang::Value& a, const lang::Value& b) {
  const std::optional<double> x = as_number(a), y = as_number(b);
  return x && y ? same_number(*x, *y) : !x && !y && same_value(world, a, b);
}

/// What a number means, in Python, that has no digits or a decimal comma: "ten", "minus infinity", "0,9".
std::vector<std::string> in_words(const std::string& text) {
  static const Pattern kNumber(R"(\s*[-+]?\d+,\d+\s*|\D+)");
  return kNumber.matches(text) ? readings(text, AnswerKind::number, {}) : std::vector<std::string>();
}

/// "divisor", "divisor and scores".
std::string names_of(const std::vector<Knob>& knobs) {
  std::string out;
  for (size_t i = 0; i < knobs.size(); ++i) {
    out += (i == 0 ? "" : i + 1 == knobs.size() ? " and " : ", ") + knobs[i].name;
  }
  return out;
}

}  // namespace

bool same_tensor(const Tensor& a, const Tensor& b) {
  if (a.defined() != b.defined()) return false;
  if (!a.defined()) return true;
  if (a.shape() != b.shape() || a.dtype() != b.dtype()) return false;
  for (int64_t i = 0; i < a.numel(); ++i) {
    if (!same_number(at(a, i).to_double(), at(b, i).to_double())) return false;
  }
  return true;
}

bool cell_differs(const Tensor& a, const Tensor& b, int64_t cell) {
  return a.shape() != b.shape() || !same_number(at(a, cell).to_double(), at(b, cell).to_double());
}

std::string cell_text(const Shape& shape, int64_t cell) {
  return shape.empty() ? "" : pictures::index_text(pictures::index_of(shape, cell));
}

std::string KnobValue::text(const Knob& knob, int64_t cell) const {
  switch (kind) {
    case KnobKind::number: return float_text(number);
    case KnobKind::whole: return fmt::format("{:.0f}", number);
    case KnobKind::option: return words.empty() ? knob.options[option] : words;
    case KnobKind::tensor: return scalar_text(tensor, cell);
    case KnobKind::text: return '"' + words + '"';
  }
  return "";
}

Playing::Playing(const Play& play, std::unique_ptr<World> world)
    : play_(play), world_(std::move(world)) {
  world_->interpreter().budget.seconds = kSecondsOfPlay;
  world_->mark_beginning();
  try {
    code_ = lang::parse(std::make_shared<Source>("play " + play.name, play.code.text));
  } catch (const Error& e) {
    problem_ = e.kind() + ": " + e.message();
    return;
  }
  start();
  if (!problem_.empty()) return;
  now_.knobs = first_;
  recompute();
  before_ = now_;
}

void Playing::start() {
  for (const Knob& knob : play_.knobs) {
    KnobValue value;
    if (!knob.options.empty()) {
      value.kind = KnobKind::option;
      first_.push_back(std::move(value));
      continue;
    }
    const Outcome o = world_->value_of(knob.start);
    const auto* t = o.value.get<lang::TensorObject>();
    if (o.failure) {
      problem_ = o.failure->kind + ": " + o.failure->message;
      return;
    }
    if (t && t->tensor.dim() > 0 && t->tensor.numel() > 0) {
      value.kind = KnobKind::tensor;
      value.tensor = clone(t->tensor);
    } else if (const std::optional<double> number = as_number(o.value)) {
      value.kind = o.value.is_int() ? KnobKind::whole : KnobKind::number;
      value.number = *number;
    } else if (const auto* text = o.value.get<lang::StrObject>()) {
      value.kind = KnobKind::text;
      value.words = text->text();
    } else {
      problem_ = "`" + knob.start + "` is neither a number nor a tensor nor a text";
      return;
    }
    first_.push_back(std::move(value));
  }
}

void Playing::recompute() {
  world_->begin_anew();
  now_.output.clear();
  now_.failure.reset();
  now_.pictures.clear();
  now_.reached = false;
  lang::Attributes& names = world_->interpreter().main().attributes();
  for (size_t i = 0; i < play_.knobs.size() && !now_.failure; ++i) {
    const Knob& knob = play_.knobs[i];
    const KnobValue& value = now_.knobs[i];
    if (value.kind == KnobKind::option) {
      now_.failure = world_->run("play " + play_.name, knob.name + " = (" + value.text(knob) + ")").failure;
    } else if (value.kind == KnobKind::tensor) {
      names.set(lang::Symbol(knob.name), new lang::TensorObject(clone(value.tensor)));
    } else if (value.kind == KnobKind::text) {
      names.set(lang::Symbol(knob.name), lang::str(value.words));
    } else {
      names.set(lang::Symbol(knob.name), value.kind == KnobKind::whole ? lang::Value(static_cast<int64_t>(value.number))
                                                                   : lang::Value(value.number));
    }
  }
  if (!now_.failure) {
    Outcome o = world_->run(code_);
    now_.output = std::move(o.output);
    now_.failure = std::move(o.failure);
  }
  for (const Picture& picture : play_.pictures) {
    PlayPicture shown{world_->picture(picture), {}};
    // The error says what could not be computed.
    if (now_.failure && !shown.picture.problem.empty()) continue;
    if (before_.knobs.empty() && pictures::shows_shares(shown.picture)) shares_.insert(picture.expression);
    if (shares_.contains(picture.expression)) pictures::scale_to_one(shown.picture);
    const lang::Value value = world_->value_of(picture.expression).value;
    if (const auto* t = value.get<lang::TensorObject>()) shown.value = clone(t->tensor);
    now_.pictures.push_back(std::move(shown));
  }
  if (now_.failure) return;
  const Outcome goal = world_->value_of("bool(" + play_.goal.text + ")");
  now_.reached = !goal.failure && goal.value.is_bool() && goal.value.as_bool();
  if (now_.reached) reached_with_ = settings();
}

/// An expression as a value is typed: one, not the statements of "9;8".
static std::string one_value(const std::string& text) { return "(" + text + "\n)"; }

std::optional<double> Playing::number_of(const std::string& text) {
  const Outcome o = world_->value_of(one_value(text));
  if (const std::optional<double> number = o.failure ? std::nullopt : as_number(o.value)) return number;
  for (const std::string& reading : in_words(text)) {
    if (const std::optional<double> number = as_number(world_->value_of(reading).value)) return number;
  }
  return std::nullopt;
}

std::optional<size_t> Playing::knob_named(const std::string& name) const {
  for (size_t i = 0; i < play_.knobs.size(); ++i) {
    if (lower(play_.knobs[i].name) == lower(name)) return i;
  }
  return std::nullopt;
}

bool Playing::reads(size_t i, const std::string& text) {
  const std::vector<std::string>& options = play_.knobs[i].options;
  const bool option = std::any_of(options.begin(), options.end(), [&](const std::string& o) { return without_spaces(o) == without_spaces(text); });
  return option || (names_in(text).empty() && number_of(text)) || !in_words(text).empty();
}

/// Whether its options are numbers, so that another one may be typed.
bool Playing::is_numeric(const Knob& knob) {
  return std::all_of(knob.options.begin(), knob.options.end(), [&](const std::string& option) {
    const lang::Value v = world_->value_of(option).value;
    return v.defined() && !v.is_bool() && as_number(v).has_value();
  });
}

std::string Playing::refusal(size_t i, double value) const {
  const Knob& knob = play_.knobs[i];
  const KnobValue& now = now_.knobs[i];
  constexpr double kMost = 1e15;  // an int of this size is exact
  if (now.kind == KnobKind::tensor && now.tensor.dtype() == DType::bool_ && value != 0 && value != 1) {
    return fmt::format("The cells of {} are True or False.", knob.name);
  }
  if (is_whole(now) && !(std::abs(value) < kMost && value == std::floor(value))) {
    return fmt::format("{} is a whole number, and {} is not.", knob.name, float_text(value));
  }
  if (knob.low && !(value >= *knob.low && value <= *knob.high)) {
    return fmt::format("{} goes from {:g} to {:g}.", knob.name, *knob.low, *knob.high);
  }
  return "";
}

void Playing::write(size_t i, int64_t cell, double value) {
  KnobValue& knob = now_.knobs[i];
  if (knob.kind != KnobKind::tensor) {
    knob.number = value;
    return;
  }
  knob.tensor = clone(knob.tensor);
  Tensor place = knob.tensor;
  for (const int64_t index : pictures::index_of(knob.tensor.shape(), cell)) place = select(place, 0, index);
  fill_(place, is_floating(knob.tensor.dtype()) ? Scalar(value) : Scalar(static_cast<int64_t>(value)));
}

std::string Playing::change(const std::function<void()>& knobs) {
  PlayMoment before = now_;
  knobs();
  recompute();
  before_ = std::move(before);
  return "";
}

std::string Playing::set(size_t i, int64_t cell, const std::string& typed) {
  const std::string text = is_switch(play_.knobs[i], now_.knobs[i]) ? truth_in_python(typed) : typed;
  if (now_.knobs[i].kind == KnobKind::option) return set_option(i, text);
  if (now_.knobs[i].kind == KnobKind::text) return change([&] { now_.knobs[i].words = unquoted(text); });
  const std::optional<double> value = number_of(text);
  // What has no value is neither True nor False.
  if (!value && is_switch(play_.knobs[i], now_.knobs[i])) return refusal(i, std::nan(""));
  if (!value) return fmt::format("`{}` is not a number. Type one, such as {}.", text, now_.knobs[i].text(play_.knobs[i], cell));
  std::string why = refusal(i, *value);
  return !why.empty() ? why : change([&] { write(i, cell, *value); });
}

std::string Playing::set_option(size_t i, const std::string& text) {
  const Knob& knob = play_.knobs[i];
  const std::optional<double> number = number_of(text);
  const lang::Value typed = number ? lang::Value(*number) : world_->value_of(one_value(text)).value;
  for (size_t n = 0; n < knob.options.size(); ++n) {
    const bool same = without_spaces(knob.options[n]) == without_spaces(text);
    const lang::Value value = same ? lang::Value() : world_->value_of(knob.options[n]).value;
    if (!same && !(typed.defined() && value.defined() && same_option(*world_, typed, value))) continue;
    return change([&] {
      now_.knobs[i].option = n;
      now_.knobs[i].words.clear();
    });
  }
  if (number && std::isfinite(*number) && is_numeric(knob)) return change([&] { now_.knobs[i].words = float_text(*number); });
  return fmt::format("{} is one of these: {}{}.", knob.name, join(knob.options, ", "), is_numeric(knob) ? "; or another number" : "");
}

std::string Playing::set_cells(size_t i, const std::string& text) {
  const Tensor& now = now_.knobs[i].tensor;
  const std::string& name = play_.knobs[i].name;
  const lang::Value table = world_->value_of(one_value(text)).value;
  const Outcome o = world_->perform([&] {
    return lang::Value(new lang::TensorObject(torch::tensor_from_data(world_->interpreter(), table)));
  });
  const auto* typed = o.value.get<lang::TensorObject>();
  if (!typed || typed->tensor.shape() != now.shape()) {
    return fmt::format("{} is a table of the shape {}; one cell is `{}{} = value`.", name, shape_text(now.shape()), name,
                       cell_text(now.shape(), 0));
  }
  const Tensor values = typed->tensor;
  for (int64_t cell = 0; cell < now.numel(); ++cell) {
    if (std::string why = refusal(i, at(values, cell).to_double()); !why.empty()) return why;
  }
  return change([&] {
    for (int64_t cell = 0; cell < values.numel(); ++cell) write(i, cell, at(values, cell).to_double());
  });
}

std::string Playing::set(const std::string& assignment) {
  if (!problem_.empty()) return problem_;  // what a knob starts from could not be made
  const size_t equals = assignment_at(assignment);
  const std::string example = play_.knobs[0].name +
                              (now_.knobs[0].kind == KnobKind::tensor ? cell_text(now_.knobs[0].tensor.shape(), 0) : "") +
                              " = " + now_.knobs[0].text(play_.knobs[0]);
  if (equals == std::string::npos) return "What to set, and to which value? Such as `set " + example + "`.";
  const std::string target(trim(assignment.substr(0, equals)));
  const std::string value(trim(assignment.substr(equals + 1)));
  const size_t open = std::min(target.find('['), target.size());
  const std::optional<size_t> named = knob_named(std::string(trim(target.substr(0, open))));
  if (!named) return fmt::format("There is no `{}` to set here. You can set {}.", trim(target.substr(0, open)), names_of(play_.knobs));
  const size_t i = *named;
  const std::string& name = play_.knobs[i].name;
  const bool tensor = now_.knobs[i].kind == KnobKind::tensor;
  if (value.empty()) return "To which value? Such as `set " + example + "`.";
  if (open == target.size()) return tensor ? set_cells(i, value) : set(i, 0, value);
  if (!tensor) return fmt::format("{} has no cells: `set {} = {}`.", name, name, value);

  const Shape& shape = now_.knobs[i].tensor.shape();
  const Outcome o = world_->value_of("[*(" + target.substr(open + 1, target.rfind(']') - open - 1) + ",)]");
  const auto* list = o.value.get<lang::ListObject>();
  const std::string usage = fmt::format("A cell of {} is `{}{}` to `{}{}`.", name, name, cell_text(shape, 0), name,
                                        cell_text(shape, now_.knobs[i].tensor.numel() - 1));
  if (!list || list->items.size() != shape.size()) return usage;
  int64_t cell = 0;
  for (size_t k = 0; k < shape.size(); ++k) {
    if (!list->items[k].is_int()) return usage;
    const int64_t at = list->items[k].as_int();
    if (at < -shape[k] || at >= shape[k]) return usage;
    cell = cell * shape[k] + (at < 0 ? at + shape[k] : at);
  }
  return set(i, cell, value);
}

double Playing::step_of(size_t i) const {
  const double step = play_.knobs[i].step.value_or(1);
  return is_whole(now_.knobs[i]) ? std::max(1.0, std::round(step)) : step;
}

void Playing::turn(size_t i, int64_t cell, int64_t steps) {
  const Knob& knob = play_.knobs[i];
  KnobValue& now = now_.knobs[i];
  if (now.kind == KnobKind::text) return;
  if (now.kind == KnobKind::option) {
    const auto n = static_cast<int64_t>(knob.options.size());
    change([&] {
      now.words.clear();
      now.option = static_cast<size_t>(((static_cast<int64_t>(now.option) + steps) % n + n) % n);
    });
    return;
  }
  const double old = now.kind == KnobKind::tensor ? at(now.tensor, cell).to_double() : now.number;
  // A step from infinity stays there, so it goes back to 0.
  double value = std::isfinite(old) ? old + static_cast<double>(steps) * step_of(i) : 0;
  if (now.kind == KnobKind::tensor && now.tensor.dtype() == DType::bool_) value = steps > 0;
  value = std::stod(fmt::format("{:.9g}", value));
  if (knob.low) value = std::clamp(value, *knob.low, *knob.high);
  if (!same_number(value, old)) change([&] { write(i, cell, value); });
}

void Playing::undo() {
  change([&] { now_.knobs = before_.knobs; });
}

void Playing::reset(std::optional<size_t> knob) {
  std::vector<KnobValue> knobs = knob ? now_.knobs : first_;
  if (knob) knobs[*knob] = first_[*knob];
  if (!std::equal(knobs.begin(), knobs.end(), now_.knobs.begin(), same_knob)) change([&] { now_.knobs = std::move(knobs); });
}

std::vector<std::string> Playing::changes(size_t most) const {
  std::vector<std::string> all;
  size_t more = 0;
  const auto add = [&](const std::string& name, const std::string& was, const std::string& is) {
    if (all.size() < most) all.push_back(fmt::format("{}: {} -> {}", name, was, is));
    else ++more;
  };
  for (const auto& [picture, value] : now_.pictures) {
    const std::string& name = picture.expression;
    const auto old = std::find_if(before_.pictures.begin(), before_.pictures.end(),
                                  [&](const PlayPicture& o) { return o.picture.expression == name; });
    if (!value.defined() || old == before_.pictures.end() || !old->value.defined()) continue;
    if (value.shape() != old->value.shape()) {
      add(name, "shape " + shape_text(old->value.shape()), shape_text(value.shape()));
      continue;
    }
    for (int64_t cell = 0; cell < value.numel(); ++cell) {
      const double was = at(old->value, cell).to_double(), is = at(value, cell).to_double();
      // What is told of it must differ, too.
      if (pictures::number_text(was) == pictures::number_text(is)) continue;
      add(name + cell_text(value.shape(), cell), pictures::number_text(was), pictures::number_text(is));
    }
  }
  // Where no picture tells any: of what is printed, the lines that are a name and its value.
  const std::vector<std::string> lines = split_lines(now_.output), old = split_lines(before_.output);
  const bool told = !all.empty();
  for (size_t i = 0; i < lines.size() && lines.size() == old.size() && !told; ++i) {
    const size_t name = std::min(lines[i].find("  "), lines[i].find(": "));
    if (name == 0 || name == std::string::npos || lines[i] == old[i] || !old[i].starts_with(lines[i].substr(0, name + 2))) continue;
    add(lines[i].substr(0, name), std::string(trim(old[i].substr(name + 1))), std::string(trim(lines[i].substr(name + 1))));
  }
  if (more > 0) all.push_back(fmt::format("and {} more", more));
  return all;
}

bool Playing::unchanged(size_t i) const {
  const pictures::Style style;
  return i < before_.pictures.size() &&
         pictures::text(style, before_.pictures[i].picture) == pictures::text(style, now_.pictures[i].picture);
}

std::vector<std::string> Playing::words(int64_t length) const {
  const std::vector<std::vector<std::string>> sentences = pictures::sentences_of(world_->interpreter());
  const bool fits = sentences.size() == 1 && sentences[0].size() == static_cast<size_t>(length);
  return fits ? sentences[0] : std::vector<std::string>();
}

std::string Playing::settings() const {
  std::vector<std::string> parts;
  for (size_t i = 0; i < first_.size(); ++i) {
    const KnobValue& now = now_.knobs[i];
    const Knob& knob = play_.knobs[i];
    if (same_knob(now, first_[i])) continue;
    if (now.kind != KnobKind::tensor) {
      parts.push_back(knob.name + " = " + now.text(knob));
      continue;
    }
    for (int64_t cell = 0; cell < now.tensor.numel(); ++cell) {
      if (same_number(at(now.tensor, cell).to_double(), at(first_[i].tensor, cell).to_double())) continue;
      parts.push_back(knob.name + cell_text(now.tensor.shape(), cell) + " = " + now.text(knob, cell));
    }
  }
  return join(parts, "; ");
}

std::string Playing::failure_text() const {
  const std::string turned = settings();
  return (turned.empty() ? "" : "With " + turned + ": ") + now_.failure->kind + ": " + now_.failure->message;
}

std::string Playing::knob_text(size_t i) const {
  const Knob& knob = play_.knobs[i];
  const KnobValue& now = now_.knobs[i];
  if (now.kind == KnobKind::option) return knob.name + ": " + join(knob.options, ", ");
  std::string text = knob.name;
  if (now.kind == KnobKind::tensor) text += ", each cell";
  if (now.kind == KnobKind::text) text += ", any text";
  if (knob.low) text += fmt::format(", from {:g} to {:g}", *knob.low, *knob.high);
  return text;
}

std::unique_ptr<Playing> make_playing(const Lesson& lesson, const Play& play, torch::TorchOptions options) {
  auto world = std::make_unique<World>(options, lesson.models);
  for (const Step& step : lesson.steps) {
    for (const Block& b : step.blocks) {
      if (const auto* cell = std::get_if<Cell>(&b)) world->run(cell->code);
      if (std::get_if<Play>(&b) == &play) return std::make_unique<Playing>(play, std::move(world));
    }
  }
  return nullptr;
}

std::vector<const Play*> plays_of(const Lesson& lesson) {
  std::vector<const Play*> plays;
  for (const Step& step : lesson.steps) {
    for (const Block& b : step.blocks) {
      if (const auto* play = std::get_if<Play>(&b)) plays.push_back(play);
    }
  }
  return plays;
}

}  // namespace mha::lesson
