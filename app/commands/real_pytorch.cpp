#include "commands/real_pytorch.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "lesson/course/models.h"
#include "lesson/world.h"
#include "process.h"

namespace mha::app {

namespace {

using nlohmann::json;

// Runs its input as a notebook would, with one namespace for each lesson.
constexpr const char* kDriver = R"py(
import ast, contextlib, io, json, os, struct, sys, tempfile, types, warnings
warnings.simplefilter("ignore")
import torch
first_seed = torch.initial_seed()

def load_file(path, device="cpu"):
    with open(path, "rb") as file:
        size, = struct.unpack("<Q", file.read(8))
        entries, numbers = json.loads(file.read(size)), file.read()
    entries.pop("__metadata__", None)
    kinds = {"F32": torch.float32, "F64": torch.float64, "I64": torch.int64, "BOOL": torch.bool}
    def tensor(entry):
        begin, end = entry["data_offsets"]
        return torch.frombuffer(bytearray(numbers[begin:end]), dtype=kinds[entry["dtype"]]).reshape(entry["shape"])
    return {name: tensor(entry) for name, entry in entries.items()}

try:
    import safetensors.torch
except ImportError:
    package, module = types.ModuleType("safetensors"), types.ModuleType("safetensors.torch")
    module.load_file = load_file
    package.torch = module
    sys.modules.update({"safetensors": package, "safetensors.torch": module})

def run(part, names):
    if part["asked"]:
        names = dict(names)
    written = io.StringIO()
    error = ""
    before = torch.get_rng_state()
    try:
        with contextlib.redirect_stdout(written):
            tree = ast.parse(part["code"])
            last = None
            if tree.body and isinstance(tree.body[-1], ast.Expr):
                last = ast.Expression(tree.body.pop().value)
            exec(compile(tree, "cell", "exec"), names)
            if last is not None:
                value = eval(compile(last, "cell", "eval"), names)
                if value is not None:
                    print(repr(value))
    except Exception as e:
        error = (type(e).__name__ + ": " + str(e)).rstrip(": ")
    if part["asked"]:
        torch.set_rng_state(before)
    return {"output": written.getvalue(), "error": error}

def lesson(parts):
    torch.manual_seed(first_seed)
    torch.set_printoptions(profile="default")
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)
    names = {"__name__": "__main__"}
    return [run(part, names) for part in parts]

given = json.load(sys.stdin)
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "models"))
    for name, content in given["models"].items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(bytes.fromhex(content))
    os.chdir(folder)
    sys.path.insert(0, folder)
    lessons = [lesson(parts) for parts in given["lessons"]]
    os.chdir("/")
print(json.dumps({"version": torch.__version__, "lessons": lessons}))
)py";

/// A cell; or the expression of a question, which leaves no trace, neither
/// random draws nor names.
struct Part {
  std::string code;
  bool asked;
  Span span;
};

/// A view at its start: the knobs, its code, and what it shows.
std::string program_of(const lesson::Play& play) {
  std::string code;
  for (const lesson::Knob& knob : play.knobs) {
    if (knob.start != knob.name) code += knob.name + " = (" + knob.start + ")\n";
  }
  code += play.code.text + "\n(bool(" + play.goal.text + "),";
  for (const lesson::Picture& picture : play.pictures) {
    if (picture.kind == "heatmap") code += " " + picture.expression + ",";
  }
  return code + ")\n";
}

std::vector<Part> parts_of(const lesson::Lesson& lesson) {
  std::vector<Part> parts;
  for (const lesson::Step& step : lesson.steps) {
    for (const lesson::Block& b : step.blocks) {
      if (const auto* cell = std::get_if<lesson::Cell>(&b)) {
        parts.push_back({cell->code->text(), false, cell->span});
      } else if (const auto* predict = std::get_if<lesson::Predict>(&b)) {
        parts.push_back({predict->expression, true, predict->span});
      } else if (const auto* play = std::get_if<lesson::Play>(&b)) {
        parts.push_back({program_of(*play), true, play->span});
      }
    }
  }
  return parts;
}

/// Bytes, for JSON.
std::string hex(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

struct Printed {
  std::string output, error;
};

std::vector<Printed> run_here(const lesson::Lesson& lesson, const std::vector<Part>& parts) {
  lesson::World world({}, lesson.models);
  std::vector<Printed> all;
  for (const Part& part : parts) {
    const auto names = world.interpreter().snapshot();
    const lesson::Outcome o = part.asked ? world.evaluate(part.code) : world.run("cell", part.code);
    if (part.asked) world.interpreter().restore(names);
    Printed printed{o.output, ""};
    if (o.failure) {
      printed.error = o.failure->kind + (o.failure->message.empty() ? "" : ": " + o.failure->message);
    }
    all.push_back(std::move(printed));
  }
  return all;
}

/// The first line in which two texts differ, as "`...` here, `...` there".
std::string first_difference(const std::string& here, const std::string& there) {
  const std::vector<std::string> a = split_lines(here), b = split_lines(there);
  size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
  const auto shown = [&](const std::vector<std::string>& lines) {
    return i < lines.size() ? "`" + lines[i] + "`" : std::string("nothing more");
  };
  return shown(a) + " here, " + shown(b) + " there";
}

/// Compares what the cells print here with what they printed there.
RealRun compared(const std::vector<lesson::Lesson>& lessons, const json& there) {
  RealRun result;
  result.version = there.at("version").get<std::string>();
  for (size_t i = 0; i < lessons.size(); ++i) {
    const std::vector<Part> parts = parts_of(lessons[i]);
    const std::vector<Printed> here = run_here(lessons[i], parts);
    for (size_t j = 0; j < parts.size(); ++j) {
      const json& other = there.at("lessons").at(i).at(j);
      const std::string output = other.at("output"), error = other.at("error");
      // A feature of a later version is not a fault of the lesson.
      if (here[j].error.empty() && error.starts_with("AttributeError: module 'torch")) {
        ++result.skipped;
        continue;
      }
      ++result.cells;
      if (here[j].output == output && here[j].error == error) continue;
      result.problems.push_back(
          {lessons[i].file, parts[j].span, "PyTorch " + result.version + " prints something else",
           first_difference(here[j].output + here[j].error, output + error)});
    }
  }
  return result;
}

}  // namespace

RealRun compare_with_pytorch(const std::vector<lesson::Lesson>& lessons,
                             const std::string& python) {
  json input = {{"models", json::object()}, {"lessons", json::array()}};
  for (const lesson::Lesson& l : lessons) {
    json parts = json::array();
    for (const Part& part : parts_of(l)) parts.push_back({{"code", part.code}, {"asked", part.asked}});
    input["lessons"].push_back(std::move(parts));
    if (!l.models) continue;
    for (const auto& [name, content] : l.models->files()) input["models"][name] = hex(content);
  }
  const std::string text = output_of({python, "-c", kDriver}, input.dump(-1, ' ', false, json::error_handler_t::replace));
  const json there = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (there.is_discarded()) throw Error("ProcessError", python + " gave no readable answer");

  try {
    return compared(lessons, there);
  } catch (const json::exception&) {
    throw Error("ProcessError", python + " gave an answer of an unexpected form");
  }
}

}  // namespace mha::app
