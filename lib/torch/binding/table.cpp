#include "torch/binding/table.h"

#include <unordered_map>

#include "lang/builtins/builtin_support.h"

namespace mha::torch {

namespace {

template <typename F>
void for_each_row(F&& visit) {
  for (const auto rows :
       {unary_rows(), activation_rows(), binary_rows(), choice_rows(),
        reduce_rows(), order_rows(), product_rows(), view_rows(), copy_rows(),
        join_rows(), index_rows(), factory_rows(), random_rows(), tensor_rows(),
        question_rows()}) {
    for (const Row& row : rows) visit(row);
  }
}

/// A row may be in the table twice, once for each of torch and Tensor.
struct Rows {
  const Row* function = nullptr;
  const Row* method = nullptr;
};

const std::unordered_map<std::string_view, Rows>& all_rows() {
  static const auto* map = [] {
    auto* m = new std::unordered_map<std::string_view, Rows>;
    m->reserve(1024);
    for_each_row([m](const Row& row) {
      Rows& rows = (*m)[row.name];
      if (row.on != On::method) rows.function = &row;
      if (row.on != On::function) rows.method = &row;
    });
    return m;
  }();
  return *map;
}

Rows find(std::string_view name) {
  const auto it = all_rows().find(name);
  return it == all_rows().end() ? Rows() : it->second;
}

/// The row of a name, or of the one that NAME_ is the in-place form of.
const Row* row_of(std::string_view name, const Row* Rows::* which) {
  if (const Row* row = find(name).*which) return row;
  return name.ends_with('_') ? find(name.substr(0, name.size() - 1)).*which : nullptr;
}

}  // namespace

void add_row_operators(lang::ClassObject& tensor) {
  for_each_row([&tensor](const Row& row) {
    const Operator& op = row.op;
    if (!op.name) return;
    const int others = op.of_one ? 0 : 1;
    const auto add = [&](const char* form, lang::PlainFn run) {
      const std::string name = std::string("__") + form + op.name + "__";
      if (run) lang::add_methods(tensor, {{lang::Symbol(name).str().c_str(), others, others, run}});
    };
    add("", op.plain);
    add("r", op.reflected);
    add("i", op.in_place);
  });
}

std::optional<Operand> as_operand(const lang::Value& v) {
  if (const Tensor* t = as_tensor(v)) return *t;
  if (const std::optional<Scalar> s = as_scalar(v)) return *s;
  return {};
}

lang::Value find_function(std::string_view name) {
  if (const Row* row = find(name).function) return make_function(*row, Form::function);
  if (!name.ends_with('_')) return {};
  // relu_ and its like are functions, too: those of a single tensor.
  const Row* row = find(name.substr(0, name.size() - 1)).function;
  if (!row || row->on != On::in_place) return {};
  if (std::string_view(row->signatures).find(", ") < std::string_view(row->signatures).find(", *")) {
    return {};
  }
  return make_function(*row, Form::in_place_function);
}

lang::Value find_method(std::string_view name) {
  if (const Row* row = find(name).method) return make_function(*row, Form::method);
  if (!name.ends_with('_')) return {};
  const Row* row = find(name.substr(0, name.size() - 1)).method;
  if (!row || row->on != On::in_place) return {};
  return make_function(*row, Form::in_place_method);
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for_each_row([&](const Row& row) {
    if (row.on != On::method) names.emplace_back(row.name);
  });
  return names;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for_each_row([&](const Row& row) {
    if (row.on == On::function) return;
    names.emplace_back(row.name);
    if (row.on == On::in_place) names.emplace_back(std::string(row.name) + "_");
  });
  return names;
}

std::vector<std::string> signatures_of(const Row& row, bool method) {
  std::vector<std::string> texts;
  const ArgParser parser(row.name, row.signatures, method);
  for (const Signature& s : parser.signatures()) {
    if (!s.deprecated && !s.has_names) texts.push_back(s.display());
  }
  return texts;
}

std::vector<std::string> function_signatures(std::string_view name) {
  const Row* row = row_of(name, &Rows::function);
  return row ? signatures_of(*row, /*method=*/false) : std::vector<std::string>();
}

std::vector<std::string> method_signatures(std::string_view name) {
  const Row* row = row_of(name, &Rows::method);
  return row ? signatures_of(*row, /*method=*/true) : std::vector<std::string>();
}

}  // namespace mha::torch
