#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "commands/command.h"
#include "commands/course.h"
#include "commands/real_pytorch.h"
#include "commands/trained_models.h"
#include "lesson/course/check.h"
#include "lesson/course/glossary.h"
#include "render/error_view.h"
#include "render/screens.h"
#include "terminal.h"

namespace mha::app {

namespace {

using lesson::Lesson;
using lesson::Problem;

constexpr int64_t kMostBytes = 1 << 20;

/// The problems of the files beside the lessons.
void check_extras(const std::filesystem::path& folder, std::vector<Problem>& problems) {
  const auto source = [&](const char* name) {
    return std::make_shared<Source>((folder / name).string(), read_file(folder / name, kMostBytes));
  };
  if (std::filesystem::exists(folder / "glossary.md")) {
    lesson::read_glossary(source("glossary.md"), problems);
  }
  if (std::filesystem::exists(folder / "quiz.md")) {
    const size_t before = problems.size();
    const Lesson quiz = lesson::read_lesson(source("quiz.md"), problems);
    if (problems.size() > before) return;
    for (Problem& p : lesson::check_lesson(quiz)) problems.push_back(std::move(p));
  }
}

/// Trains the models of the course anew. Returns how many have another loss.
size_t check_models(const std::vector<Lesson>& lessons) {
  size_t found = 0;
  const auto models = lessons.empty() ? nullptr : lessons.front().models;
  for (const std::string& name : models ? models->names() : std::vector<std::string>()) {
    const Retrained loss = retrain(models, name);
    write_screen(output_style(), fmt::format("models/{}: loss {:.3f}; trained anew, {:.3f}\n", name, loss.kept, loss.anew));
    if (loss.agree()) continue;
    write_screen(output_style(), fmt::format("The losses differ: `mha-tutor author train models/{}.py` writes the model anew\n", name));
    ++found;
  }
  return found;
}

struct CheckOptions {
  std::string folder, python;
  bool models = false;
};

int check(const Settings& settings, const CheckOptions& options) {
  const std::string &folder = options.folder, &python = options.python;
  const render::Style style = output_style();
  std::vector<Problem> problems;
  std::vector<Lesson> lessons = folder.empty() ? course_of(settings)
                                               : lesson::load_course(folder, problems);
  if (!folder.empty()) check_extras(folder, problems);
  // Runs no file that cannot be read: one fault would look like ten.
  const auto unread = [&](const Lesson& l) {
    return std::any_of(problems.begin(), problems.end(),
                       [&](const Problem& p) { return p.source == l.file; });
  };
  const size_t files = lessons.size();
  std::erase_if(lessons, unread);
  for (Problem& p : lesson::check_course(lessons)) problems.push_back(std::move(p));
  for (const Lesson& l : lessons) {
    for (Problem& p : render::tall_steps(l)) problems.push_back(std::move(p));
  }
  for (const Problem& p : problems) write_screen(style, render::problem_text(style, p) + "\n");
  size_t found = problems.size();
  write_screen(style, fmt::format("{}: {}\n", render::plural(static_cast<int64_t>(files), "lesson"),
                                  problems.empty() ? "no problem" : render::plural(static_cast<int64_t>(found), "problem")));
  if (!python.empty()) {
    const RealRun real = compare_with_pytorch(lessons, python);
    for (const Problem& p : real.problems) write_screen(style, render::problem_text(style, p) + "\n");
    found += real.problems.size();
    std::string text = fmt::format("PyTorch {}: {} of {} print the same", real.version,
                                   real.cells - static_cast<int>(real.problems.size()),
                                   render::plural(real.cells, "cell"));
    if (real.skipped > 0) text += fmt::format("; {} need a later version", real.skipped);
    write_screen(style, text + "\n");
  }
  if (options.models) found += check_models(lessons);
  return found == 0 ? 0 : 1;
}

constexpr const char* kTemplate = R"md(---
title: {title}
goal: Say in one line what the learner can do afterwards.
minutes: 10
format: 1
---
Begin with something the learner knows. Then let them guess before you show.

```torch
import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
```
```predict x.T.shape
x.shape: That is x itself. `.T` exchanges the two sizes.
```
```hint
x has three rows of two. What has it after `.T`?
```
```torch fresh
x = torch.ones(int(torch.randint(2, 6, ())), int(torch.randint(6, 9, ())))
x.shape
```
```why
`.T` exchanges rows and columns.
```

## Exercise: row_sums

```torch start
def row_sums(x):
    ...
```
```hint
Which axis is it that disappears?
```
```torch solution
def row_sums(x):
    return x.sum(dim=-1)
```
```torch wrong That adds up each column.
def row_sums(x):
    return x.sum(dim=0)
```

## What to remember

```choice What does `.T` do to a table?
- [x] rows become columns: Yes, and columns rows. No number changes.
- [ ] it sorts the rows: Nothing is sorted. The numbers are only read in another order.
```
```hint
Look again at the two shapes.
```
)md";

/// "dot-products" -> "Dot products".
std::string title_of(std::string name) {
  std::replace(name.begin(), name.end(), '-', ' ');
  return render::capitalised(std::move(name));
}

void new_lesson(const std::string& name, const std::filesystem::path& folder) {
  const bool fits = !name.empty() && name.front() != '-' && name.back() != '-' &&
                    name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos &&
                    !std::isdigit(static_cast<unsigned char>(name[0]));
  if (!fits) {
    throw Error("UsageError", "'" + name + "' is not a lesson name; use small letters, digits and hyphens, "
                                           "such as dot-products");
  }
  // Numbers it after the existing lessons.
  int last = 0;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    const std::string file = entry.path().filename().string();
    if (file.ends_with("-" + name + ".md")) {
      throw Error("FileError", entry.path().string() + " already exists; it was not changed");
    }
    if (file.ends_with(".md")) last = std::max(last, std::atoi(file.c_str()));
  }
  const std::filesystem::path path = folder / fmt::format("{:02}-{}.md", last + 1, name);
  std::string text = kTemplate;
  const std::string_view mark = "{title}";
  text.replace(text.find(mark), mark.size(), title_of(name));
  make_folder_of(path);  // the first lesson makes the folder
  write_new_file(path, text);
  write_out(fmt::format("Written: {}\nTry it:  mha-tutor --lessons {} learn {}\n"
                        "Check it: mha-tutor author check {}\n",
                        path.string(), folder.string(), name, folder.string()));
}

}  // namespace

void add_author(Command program, Outcome& outcome) {
  const Command author = program.add_command("author", "For authors of lessons: new, check, train");
  author.expects_commands(1, 1);
  struct Options {
    std::string kind, name, folder = ".", program;
    CheckOptions check;
  };
  auto options = std::make_shared<Options>();
  const auto run = [&outcome](auto work) {
    try {
      outcome.exit_code = work();
    } catch (const Error& e) {
      write_err("mha-tutor author: " + e.message() + "\n");
      outcome.exit_code = e.kind() == "UsageError" ? 2 : 1;
    }
  };
  const Command create = author.add_command("new", "Write a lesson to start from, which passes every check");
  create.add_option("KIND", options->kind, "lesson").required().one_of({"lesson"});
  create.add_option("NAME", options->name, "its name, such as dot-products").required();
  create.add_option("--dir", options->folder, "the folder to write it to").completes({.endings = {"/"}});
  create.callback([options, run] {
    run([&] {
      new_lesson(options->name, options->folder);
      return 0;
    });
  });
  const Command prove = author.add_command("check", "Check lessons: run everything in them and name every problem");
  prove.add_option("DIR", options->check.folder, "a folder of lessons; without it, the course in use").completes({.endings = {"/"}});
  prove.add_option("--python", options->check.python, "a Python with PyTorch: every cell must print the same there");
  prove.add_flag("--models", options->check.models, "train the course's models anew: they must reach the same loss");
  prove.callback([options, run, &outcome] {
    run([&] { return check(outcome.settings, options->check); });
  });
  const Command train = author.add_command("train", "Train a model for lessons: write what a program's train() returns beside it");
  train.add_option("FILE", options->program, "models/NAME.py of a folder of lessons").required().completes({.endings = {".py"}});
  train.callback([options, run] {
    run([&] {
      write_out(train_model(options->program) + "\n");
      return 0;
    });
  });
}

}  // namespace mha::app
