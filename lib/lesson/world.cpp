#include "lesson/world.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "lang/parser.h"
#include "lesson/picture_makers.h"
#include "tensor/factory.h"

namespace mha::lesson {

namespace {

// A lesson's code is small: what takes longer than this has no end.
constexpr double kSeconds = 20;

}  // namespace

World::World(torch::TorchOptions options)
    : interp_(std::make_unique<lang::Interpreter>()) {
  torch::add_torch(*interp_, options);
  interp_->budget.seconds = kSeconds;
  interp_->out = [this](std::string_view text) { output_ += text; };
  interp_->err = interp_->out;
  interp_->observer = &origins_;
}

World::~World() = default;

Outcome World::run(const SourcePtr& code) {
  Outcome result;
  output_.clear();
  try {
    result.value = interp_->run_cell(code);
    if (result.value.defined() && !result.value.is_none()) {
      output_ += interp_->repr(result.value) + "\n";
    }
  } catch (const lang::PyError& e) {
    result.failure = torch::report(e, *interp_);
  } catch (const Error& e) {
    result.failure = torch::report(e);
  }
  result.output = std::move(output_);
  output_.clear();
  return result;
}

Outcome World::run(const std::string& name, const std::string& code) {
  return run(std::make_shared<Source>(name, code));
}

PictureData World::picture(const Picture& picture) {
  return make_picture(*this, origins_, picture);
}

namespace {

/// A value as nested numbers: what answers are compared by.
struct Numbers {
  std::vector<int64_t> shape;  // empty: one number
  std::vector<double> values;
  std::string text;  // instead of numbers: a str
  bool is_text = false;
};

bool collect(lang::Interpreter& interp, const lang::Value& v, Numbers& out,
             size_t depth) {
  const auto number = [&](double x) {
    if (depth != out.shape.size()) return false;
    out.values.push_back(x);
    return true;
  };
  if (v.is_bool() || v.is_int()) return number(static_cast<double>(v.as_int()));
  if (v.is_float()) return number(v.as_float());
  if (v.get<lang::TensorObject>()) {
    const lang::Value list = interp.call_method(v, "tolist");
    return collect(interp, list, out, depth);
  }
  const std::vector<lang::Value>* items = nullptr;
  if (const auto* l = v.get<lang::ListObject>()) items = &l->items;
  if (const auto* t = v.get<lang::TupleObject>()) items = &t->items;
  if (!items) return false;
  const auto size = static_cast<int64_t>(items->size());
  if (out.shape.size() <= depth) {
    // The first list met at a depth fixes the size of that dimension.
    if (!out.values.empty()) return false;
    out.shape.push_back(size);
  } else if (out.shape[depth] != size) {
    return false;
  }
  return std::all_of(items->begin(), items->end(), [&](const lang::Value& x) {
    return collect(interp, x, out, depth + 1);
  });
}

bool to_numbers(lang::Interpreter& interp, const lang::Value& v, Numbers& out) {
  if (const auto* s = v.get<lang::StrObject>()) {
    out.is_text = true;
    out.text = s->text();
    return true;
  }
  return collect(interp, v, out, 0);
}

/// The digits behind the point of the longest number in the text.
int decimals_typed(const std::string& text) {
  int most = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '.') continue;
    size_t end = i + 1;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    most = std::max(most, static_cast<int>(end - i - 1));
  }
  return most;
}

Match compare_numbers(const Numbers& came, const Numbers& said, int decimals) {
  if (came.is_text || said.is_text) {
    return came.is_text && said.is_text && came.text == said.text ? Match::right
                                                                  : Match::wrong;
  }
  if (came.shape != said.shape) return Match::wrong_shape;
  const double step = 0.5 * std::pow(10.0, -std::max(decimals, 1)) * 1.001;
  bool exact = true;
  bool near = true;
  for (size_t i = 0; i < came.values.size(); ++i) {
    const double a = came.values[i];
    const double b = said.values[i];
    if (std::isnan(a) || std::isinf(a)) {
      const bool same = (std::isnan(a) && std::isnan(b)) || a == b;
      exact = exact && same;
      near = near && same;
      continue;
    }
    const bool whole = a == std::floor(a) && std::abs(a) < 1e15;
    const double error = std::abs(a - b);
    exact = exact && (error <= (whole ? 1e-4 : step) || error <= 1e-4 * std::abs(a));
    near = near && error <= std::max(0.1 * std::abs(a), 0.02) && !whole;
  }
  return exact ? Match::right : near ? Match::close : Match::wrong;
}

}  // namespace

Match compare(World& world, const lang::Value& came, const std::string& said) {
  lang::Interpreter& interp = world.interpreter();
  Outcome answer = world.run("answer", said);
  Numbers a, b;
  if (answer.failure || !answer.value.defined() ||
      !to_numbers(interp, answer.value, b)) {
    return Match::unreadable;
  }
  if (!to_numbers(interp, came, a)) return Match::unreadable;
  return compare_numbers(a, b, decimals_typed(said));
}

std::string answer_form(World& world, const lang::Value& value) {
  if (value.is_bool()) return "True or False";
  if (value.is_int()) return "a whole number";
  if (value.is_float()) return "a number, such as 0.25";
  if (value.get<lang::StrObject>()) return "a text in quotes";
  if (const auto* t = value.get<lang::TensorObject>()) {
    if (t->tensor.dim() == 0) return "a number, such as 0.25";
    if (t->tensor.dim() == 1) return "a list of numbers, such as [0.5, 0.25]";
    return "rows of numbers, such as [[1, 0], [0.5, 0.5]]";
  }
  if (world.interpreter().type_name(value) == "torch.Size" ||
      world.interpreter().type_name(value) == "Size") {
    return "a shape, such as (2, 3)";
  }
  return "a tuple or a list, such as (2, 3)";
}

bool is_literal(const std::string& text) {
  // Words that stand for values are part of an answer; any other name makes
  // the line code.
  static const std::vector<std::string> kWords = {
      "True", "False", "None", "torch", "Size", "inf", "nan", "tensor", "e"};
  size_t i = 0;
  bool something = false;
  while (i < text.size()) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\'') {
      const size_t end = text.find(text[i], i + 1);
      if (end == std::string::npos) return false;
      i = end + 1;
      something = true;
    } else if (std::isalpha(c) || c == '_' || c >= 0x80) {
      size_t end = i;
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) ||
              text[end] == '_' || static_cast<unsigned char>(text[end]) >= 0x80)) {
        ++end;
      }
      const std::string word = text.substr(i, end - i);
      if (std::find(kWords.begin(), kWords.end(), word) == kWords.end()) {
        return false;
      }
      i = end;
      something = true;
    } else {
      if (std::isdigit(c)) {
        something = true;
        // An exponent belongs to its number.
        while (i + 1 < text.size() && (std::isalnum(static_cast<unsigned char>(text[i + 1])) || text[i + 1] == '.')) ++i;
      } else if (std::string_view("()[]{},.+-* \t").find(text[i]) ==
                 std::string_view::npos) {
        return false;
      }
      ++i;
    }
  }
  return something;
}

}  // namespace mha::lesson
