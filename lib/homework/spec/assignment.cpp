#include "homework/spec/assignment.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <sstream>

#include "base/error.h"
#include "base/text.h"
#include "lesson/course/document.h"
#include "lesson/course/embedded.h"

namespace mha::homework {

namespace {

// In a ```names fence: marks words whose meaning depends on how the program uses them.
constexpr std::string_view kByUse = "by use";

class AssignmentReader {
 public:
  AssignmentReader(const SourcePtr& file, std::vector<lesson::Problem>& problems,
                   bool proven)
      : doc_(lesson::read_document(file, {"title", "lesson", "order", "words", "made of",
                                    "signs", "parts", "scripts", "unnamed", "draws"}, problems)),
        complaints_(file, problems, proven) {
    a_.file = file;
    a_.id = doc_.id;
    a_.title = doc_.front_value("title");
    a_.made_of = doc_.front_value("made of");
    a_.signs = lesson::comma_list(doc_.front_value("signs"));
    a_.parts = lesson::comma_list(doc_.front_value("parts"));
    a_.scripts = lesson::comma_list(doc_.front_value("scripts"));
    a_.lesson = doc_.front_value("lesson");
    const std::string unnamed = doc_.front_value("unnamed");
    a_.unnamed_if_right = unnamed == "right";
    if (!unnamed.empty() && !a_.unnamed_if_right) {
      complaints_.add({0, 3}, "'unnamed' may be 'right', not '" + unnamed + "'");
    }
    a_.draws = doc_.front_value("draws") == "yes";
    const std::string words = doc_.front_value("words");
    const size_t equals = words.find('=');
    if (equals != std::string::npos) {
      a_.word_axes = lesson::comma_list(words.substr(0, equals));
      std::istringstream in(words.substr(equals + 1));
      for (std::string word; in >> word;) a_.words.push_back(word);
    }
    a_.order = std::atoi(doc_.front_value("order").c_str());
    a_.probes.push_back({"as given", {}, 1, false});
  }

  Assignment read() {
    for (const lesson::Section& section : doc_.sections) {
      const bool stage = section.heading.starts_with("Stage:");
      if (section.heading.empty()) a_.text = section.prose;
      if (stage) {
        read_stage(section);
      } else {
        for (const lesson::Fence& fence : section.fences) read_fence(fence);
      }
    }
    if (a_.title.empty()) complaints_.add({0, 3}, "front matter without a title");
    if (a_.stages.empty()) complaints_.add({0, 3}, "an assignment without a '## Stage: ...'");
    if (a_.inputs.empty()) complaints_.add({0, 3}, "an assignment without ```inputs");
    read_names();
    // A form without a title lists the stages that the homework itself keeps.
    Assignment whole = a_;
    std::vector<Assignment> forms, script_forms;
    for (const lesson::Fence& fence : forms_) {
      Form form = read_form(fence);
      if (fence.rest.empty()) {
        whole = std::move(form.assignment);
      } else {
        (form.of_scripts ? script_forms : forms).push_back(std::move(form.assignment));
      }
    }
    whole.forms = std::move(forms);
    whole.script_forms = std::move(script_forms);
    return whole;
  }

 private:
  void read_stage(const lesson::Section& section) {
    StageSpec stage;
    stage.title = trim(std::string_view(section.heading).substr(6));
    stage.why = section.prose;
    for (const auto& [key, value] : section.keys) {
      if (key == "id") {
        stage.id = value;
      } else if (key == "axes") {
        stage.axes = lesson::comma_list(value);
      } else if (key == "points") {
        stage.points = std::atoi(value.c_str());
      } else if (key == "optional") {
        stage.optional = value == "yes";
      } else {
        complaints_.no_such(section.span, "key", key, {"id", "axes", "points", "optional"});
      }
    }
    for (const lesson::Fence& fence : section.fences) {
      if (fence.role == "torch" && fence.rest.empty()) {
        stage.snippet = read_snippet(fence, complaints_);
        pieces_[stage.id] = fence;
      } else {
        complaints_.add(fence.head, "a stage has one ```torch fence");
      }
    }
    if (stage.id.empty()) complaints_.add(section.span, "a stage without a line 'id: ...'");
    if (stage.snippet.makes.empty()) complaints_.add(section.span, "a stage that makes no tensor");
    for (const std::string& name : stage.snippet.makes) {
      if (a_.stage_of(name) >= 0 && a_.stage_of(name) < static_cast<int>(a_.stages.size())) {
        complaints_.add(section.span, "an earlier stage already makes '" + name + "'");
      }
    }
    a_.stages.push_back(std::move(stage));
  }

  void read_fence(const lesson::Fence& fence) {
    const std::string what = fence.role + (fence.role == "torch" ? " " + fence.rest : "");
    if (what == "torch starter") {
      a_.starter = code(fence);
    } else if (what == "torch solution") {
      a_.solution = code(fence);
    } else if (what == "torch setup") {
      a_.setup = code(fence);
    } else if (what == "torch objects") {
      a_.objects = code(fence);
    } else if (what == "sizes") {
      a_.sizes = lesson::entries_of(fence, complaints_);
    } else if (what == "inputs") {
      for (auto& [name, expression] : lesson::entries_of(fence, complaints_)) {
        const auto ends = [&, &word = name](std::string_view mark) {
          const bool does = word.ends_with(mark);
          if (does) word.resize(word.size() - mark.size());
          return does;
        };
        const bool unnamed = ends(" (optional, unnamed)");
        const bool optional = unnamed || ends(" (optional)");
        a_.inputs.push_back({name, expression, optional, unnamed});
      }
    } else if (what == "weights") {
      for (auto& [name, value] : lesson::entries_of(fence, complaints_)) {
        const std::vector<std::string> parts = lesson::comma_list(value);
        const bool optional = !parts.empty() && parts.back() == "optional";
        const size_t sizes = parts.size() - optional;
        if (sizes != 1 && sizes != 2) {
          complaints_.add(fence.content, "expected 'name: in, out', or 'name: size' for a vector");
          continue;
        }
        a_.weights.push_back({name, sizes == 2 ? parts[0] : "", parts[sizes - 1], optional});
      }
    } else if (what == "names") {
      names_.push_back(fence);
    } else if (what == "probe") {
      read_probe(fence);
    } else if (what == "form") {
      forms_.push_back(fence);
    } else if (what == "property") {
      const size_t blank = fence.rest.find(' ');
      a_.properties.push_back({fence.rest.substr(0, blank),
                               blank == std::string::npos ? "" : fence.rest.substr(blank + 1),
                               std::string(trim(fence.body))});
    } else {
      complaints_.no_such(fence.head, "fence", what,
                          {"torch starter", "torch solution", "torch setup", "torch objects", "sizes",
                           "inputs", "weights", "names", "probe", "property", "form"});
    }
  }

  /// The homework's own words for its sizes, inputs and weights; they take precedence over
  /// the words that all homework shares.
  void read_names() {
    if (names_.empty()) return;
    auto words = std::make_shared<reading::Vocabulary>(reading::vocabulary());
    for (const lesson::Fence& fence : names_) {
      for (auto& [names, value] : lesson::entries_of(fence, complaints_)) {
        if (names == kByUse) {
          words->put_first(reading::Vocabulary::Kind::sizes, {}, lesson::comma_list(value));
          continue;
        }
        const std::vector<std::string> meant = lesson::comma_list(names);
        const std::optional<reading::Vocabulary::Kind> kind = kind_of(meant);
        if (kind) {
          words->put_first(*kind, meant, lesson::comma_list(value));
        } else {
          complaints_.add(fence.content, "'" + names + "' is not a size, input or weight of the assignment");
        }
      }
    }
    a_.words_for_names = std::move(words);
  }

  /// The one kind that all these names have; nothing if they differ.
  std::optional<reading::Vocabulary::Kind> kind_of(const std::vector<std::string>& names) const {
    using Kind = reading::Vocabulary::Kind;
    const auto all = [&](const auto& is) { return std::all_of(names.begin(), names.end(), is); };
    if (all([&](const std::string& n) { return a_.has_size(n); })) return Kind::sizes;
    if (all([&](const std::string& n) { return a_.weight(n) != nullptr; })) return Kind::weights;
    const bool inputs = all([&](const std::string& n) {
      return std::any_of(a_.inputs.begin(), a_.inputs.end(), [&](const InputSpec& i) { return i.name == n; });
    });
    return inputs ? std::optional(Kind::tensors) : std::nullopt;
  }

  void read_probe(const lesson::Fence& fence) {
    ProbeSpec probe;
    probe.name = fence.rest;
    for (auto& [key, value] : lesson::entries_of(fence, complaints_)) {
      if (key == "spread") {
        probe.spread = std::atof(value.c_str());
      } else if (key == "train") {
        probe.training = value == "yes";
      } else {
        probe.sizes[key] = value;
      }
    }
    a_.probes.push_back(std::move(probe));
  }

  struct Form {
    Assignment assignment;
    bool of_scripts = false;
  };

  /// A form: a copy of the whole homework, changed by the lines of the fence. Inputs and weights
  /// that no remaining stage reads are dropped.
  Form read_form(const lesson::Fence& fence) {
    Assignment form = a_;
    bool of_scripts = false;
    form.form = fence.rest;
    std::vector<std::string> without;
    std::vector<std::pair<std::string, std::string>> others, inputs;
    for (auto& [key, value] : lesson::entries_of(fence, complaints_)) {
      if (key == "without") {
        without = lesson::comma_list(value);
      } else if (key == "setup") {
        form.setup += value + "\n";
      } else if (key == "signs") {
        form.signs = lesson::comma_list(value == "none" ? "" : value);
      } else if (key == "only") {
        of_scripts = value == "scripts";
        if (!of_scripts) complaints_.add(fence.head, "'only' may be 'scripts', not '" + value + "'");
      } else if (std::all_of(value.begin(), value.end(), [](unsigned char c) {
                   return std::isalnum(c) || c == '_';
                 })) {
        others.emplace_back(key, value);
      } else {
        inputs.emplace_back(key, value);
      }
    }
    for (const std::string& id : without) {
      if (a_.stage_of(id) < 0) complaints_.no_such(fence.head, "stage", id, ids());
      std::erase_if(form.stages, [&](const StageSpec& s) { return s.id == id; });
    }
    if (form.stages.empty()) complaints_.add(fence.head, "a form without stages");
    for (StageSpec& stage : form.stages) read_renamed(stage, others);
    for (const auto& [name, expression] : inputs) {
      std::erase_if(form.inputs, [&taken = name](const InputSpec& i) { return i.name == taken; });
    }
    for (const auto& [name, expression] : inputs) {
      form.inputs.push_back({name, expression, false, false});
    }
    drop_unread(form);
    return {std::move(form), of_scripts};
  }

  std::vector<std::string> ids() const {
    std::vector<std::string> out;
    for (const StageSpec& stage : a_.stages) out.push_back(stage.id);
    return out;
  }

  /// Applies a form's line that replaces a stage by another name for an earlier tensor.
  void read_renamed(StageSpec& stage,
                    const std::vector<std::pair<std::string, std::string>>& others) {
    lesson::Fence fence = pieces_[stage.id];
    for (const auto& [name, other] : others) fence.body = with_name(fence.body, name, other);
    if (fence.body != stage.snippet.code) stage.snippet = read_snippet(fence, complaints_);
  }

  static std::string with_name(const std::string& code, const std::string& name,
                               const std::string& other) {
    std::string out, word;
    for (size_t i = 0; i <= code.size(); ++i) {
      const char c = i < code.size() ? code[i] : ' ';
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
        word += c;
        continue;
      }
      out += word == name ? other : word;
      word.clear();
      if (i < code.size()) out += c;
    }
    return out;
  }

  static bool is_read(const Assignment& form, const std::string& name) {
    return words_in(form.setup).contains(name) || form.stages_read(name);
  }

  /// The names in the shapes of the inputs.
  static std::set<std::string> words_in_shapes(const Assignment& form) {
    std::set<std::string> out;
    for (const InputSpec& i : form.inputs) out.merge(words_in(i.expression));
    return out;
  }

  static void drop_unread(Assignment& form) {
    // A size of a dropped input goes with it.
    const std::set<std::string> before = words_in_shapes(form);
    std::erase_if(form.weights, [&](const WeightSpec& w) { return !is_read(form, w.name); });
    std::erase_if(form.inputs, [&](const InputSpec& i) {
      return !is_read(form, i.name) && !is_read(form, i.expression);
    });
    const std::set<std::string> after = words_in_shapes(form);
    std::erase_if(form.sizes, [&](const auto& size) {
      return before.contains(size.first) && !after.contains(size.first) && !is_read(form, size.first);
    });
  }

  std::string code(const lesson::Fence& fence) {
    complaints_.parses(fence.body, fence.content.begin);
    return fence.body;
  }

  lesson::Document doc_;
  lesson::Complaints complaints_;
  Assignment a_;
  std::map<std::string, lesson::Fence> pieces_;  // of the stages
  std::vector<lesson::Fence> forms_, names_;
};

}  // namespace

int Assignment::points() const {
  int sum = 0;
  for (const StageSpec& stage : stages) sum += stage.points;
  return sum;
}

int Assignment::tensors() const {
  size_t sum = 0;
  for (const StageSpec& stage : stages) sum += stage.snippet.makes.size();
  return static_cast<int>(sum);
}

bool Assignment::has_size(const std::string& name) const {
  return std::any_of(sizes.begin(), sizes.end(), [&](const auto& size) { return size.first == name; });
}

int Assignment::stage_of(const std::string& name) const {
  for (size_t i = 0; i < stages.size(); ++i) {
    const std::vector<std::string>& makes = stages[i].snippet.makes;
    if (stages[i].id == name || std::find(makes.begin(), makes.end(), name) != makes.end()) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

bool Assignment::stages_read(const std::string& name) const {
  return std::any_of(stages.begin(), stages.end(),
                     [&](const StageSpec& s) { return s.snippet.uses(name); });
}

bool Assignment::may_be_given(const std::string& input, size_t which, bool named) const {
  for (const InputSpec& i : inputs) {
    if (i.name == input && which-- == 0) return !named || !i.unnamed;
  }
  return true;
}

bool Assignment::may_leave_out(const std::string& name) const {
  return std::any_of(stages.begin(), stages.end(), [&](const StageSpec& s) { return s.optional && s.snippet.uses(name); });
}

bool Assignment::is_optional(const std::string& input) const {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const InputSpec& i) { return i.name == input && i.optional; });
}

bool Assignment::always_gives(const std::string& input) const {
  return words_in(starter).contains(input) && !is_optional(input);
}

bool Assignment::is_object(const std::string& input) const {
  return !objects.empty() && std::any_of(inputs.begin(), inputs.end(), [&](const InputSpec& i) {
    const std::string made = i.expression.substr(0, i.expression.find('('));
    return i.name == input && (objects.find("class " + made + "(") != std::string::npos || objects.find("def " + made + "(") != std::string::npos);
  });
}

bool Assignment::is_alias(const InputSpec& input) const {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const InputSpec& i) { return i.name == input.expression; });
}

std::vector<std::string> InputSpec::axes() const {
  const size_t open = expression.find('('), close = expression.find(')');
  if (open == std::string::npos || close == std::string::npos) return {};
  return lesson::comma_list(expression.substr(open + 1, close - open - 1));
}

bool Assignment::is_plain(const std::string& size) const {
  return std::any_of(sizes.begin(), sizes.end(), [&](const auto& s) {
    return s.first == size && s.second.find_first_not_of("0123456789") == std::string::npos;
  });
}

bool Assignment::follows_from_others(const std::string& size) const {
  return std::any_of(sizes.begin(), sizes.end(), [&](const auto& s) {
    return s.first == size && std::any_of(s.second.begin(), s.second.end(), [](unsigned char c) { return std::isalpha(c); });
  });
}

const WeightSpec* Assignment::weight(const std::string& name) const {
  for (const WeightSpec& w : weights) {
    if (w.name == name) return &w;
  }
  return nullptr;
}

Assignment read_assignment(const SourcePtr& file, std::vector<lesson::Problem>& problems,
                           bool proven) {
  return AssignmentReader(file, problems, proven).read();
}

const std::vector<Assignment>& assignments() {
  static const std::vector<Assignment> all = [] {
    std::vector<Assignment> out;
    std::vector<lesson::Problem> problems;
    for (const EmbeddedFile& file : lesson::embedded_lessons()) {
      if (!file.name.starts_with("homework/")) continue;
      out.push_back(read_assignment(
          std::make_shared<Source>(std::string(file.name), std::string(file.text)), problems,
          /*proven=*/true));
    }
    assert(problems.empty());
    std::sort(out.begin(), out.end(),
              [](const Assignment& a, const Assignment& b) { return a.order < b.order; });
    return out;
  }();
  return all;
}

const Assignment& find_assignment(const std::string& name) {
  std::vector<std::string> ids;
  std::vector<std::string> beginnings;
  const Assignment* found = nullptr;
  for (const Assignment& a : assignments()) {
    ids.push_back(a.id);
    if (a.id == name) return a;
    if (!name.empty() && a.id.starts_with(name)) {
      found = &a;
      beginnings.push_back(a.id);
    }
  }
  if (beginnings.size() == 1) return *found;
  if (!beginnings.empty()) {
    throw Error("HomeworkError", "'" + name + "' matches " + join(beginnings, ", ") + ": which one?");
  }
  Error error("HomeworkError", "no homework '" + name + "'; there are " + join(ids, ", "));
  const std::string near = nearest(name, ids);
  if (!near.empty()) error.with_help("did you mean '" + near + "'?");
  throw error;
}

}  // namespace mha::homework
