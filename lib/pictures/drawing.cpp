#include "pictures/drawing.h"

#include "base/error.h"
#include "pictures/bars.h"
#include "pictures/heatmap.h"
#include "pictures/line.h"
#include "tensor/core/views.h"

namespace mha::pictures {

namespace {

std::vector<std::string> words_of(lang::Interpreter& interp, const lang::Value& list) {
  std::vector<std::string> words;
  for (const lang::Value& v : interp.to_vector(list)) words.push_back(interp.str(v));
  return words;
}

std::shared_ptr<const Picture> picture_of(lang::Interpreter& interp, std::span<const lang::Value> asked) {
  const auto* values = asked[1].get<lang::TensorObject>();
  if (!values) throw TypeError("a picture is of a tensor, not " + interp.type_name(asked[1]));
  if (interp.str(asked[0]) == "bars") {
    auto bars = std::make_shared<Bars>();
    bars->values = clone(values->tensor);
    bars->words = words_of(interp, asked[4]);
    return bars;
  }
  if (interp.str(asked[0]) == "line") {
    auto line = std::make_shared<Line>();
    for (int64_t i = 0; i < values->tensor.numel(); ++i) line->values.push_back(values->tensor.at({i}).to_double());
    return line;
  }
  auto heatmap = std::make_shared<Heatmap>();
  heatmap->tensor = clone(values->tensor);
  heatmap->rows = words_of(interp, asked[3]);
  heatmap->columns = words_of(interp, asked[4]);
  return heatmap;
}

}  // namespace

std::function<void()> add_drawing(lang::Interpreter& interp, std::function<void(const Shown&)> show,
                                  std::function<void(int64_t, const std::string&)> save) {
  const auto draws = std::make_shared<bool>(false);
  interp.add_module("_pictures", [show = std::move(show), save = std::move(save), draws](lang::Interpreter&, lang::ModuleObject& m) {
    *draws = true;
    m.attributes().set(lang::Symbol("draw"), lang::make<lang::NativeFunction>(
        "draw",
        [show](lang::Interpreter& i, lang::Args& a) -> lang::Value {
          show({i.str(a.positional[0]), "", "", picture_of(i, a.positional), i.str(a.positional[2])});
          return lang::Value::none();
        },
        "kind, values, title, rows, columns"));
    const auto saves = [save](lang::Interpreter& i, lang::Args& a) -> lang::Value {
      save(a.positional[0].as_int(), i.str(a.positional[1]));
      return lang::Value::none();
    };
    m.attributes().set(lang::Symbol("save"), save ? lang::Value(lang::make<lang::NativeFunction>("save", saves, "number, svg")) : lang::Value::none());
  });
  return [&interp, draws] {
    if (*draws) interp.call(interp.get_attr(interp.import("matplotlib.pyplot"), "show"));
  };
}

}  // namespace mha::pictures
