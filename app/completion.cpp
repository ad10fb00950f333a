#include "completion.h"

#include <algorithm>

#include "base/text.h"

namespace mha::app {

namespace {

const CommandRow* command_named(const CommandRow& command, const std::string& name) {
  const auto it = std::find_if(command.commands.begin(), command.commands.end(),
                               [&](const CommandRow& c) { return c.name == name; });
  return it == command.commands.end() ? nullptr : &*it;
}

/// What has been said before the word that is asked for.
struct Place {
  std::vector<const CommandRow*> path;    // the program, its command, that one's
  const OptionRow* pending = nullptr;     // an option that waits for its value
  size_t operands = 0;

  const OptionRow* option_named(const std::string& name) const {
    for (const CommandRow* command : path) {
      for (const OptionRow& option : command->options) {
        if (std::count(option.names.begin(), option.names.end(), name) > 0) return &option;
      }
    }
    return nullptr;
  }

  void pass(const std::string& word) {
    const CommandRow& command = *path.back();
    if (pending) {
      pending = nullptr;
    } else if (word.starts_with('-') && word != "-") {
      const OptionRow* option = option_named(word);
      if (option && !option->value.empty()) pending = option;
    } else if (const CommandRow* next = operands == 0 ? command_named(command, word) : nullptr) {
      path.push_back(next);
    } else {
      ++operands;
    }
  }

  /// The operand that comes next.
  const OptionRow* operand() const {
    size_t left = operands;
    for (const OptionRow& option : path.back()->options) {
      if (!option.operand) continue;
      if (left == 0 || option.repeated) return &option;
      --left;
    }
    return nullptr;
  }
};

class Answer {
 public:
  explicit Answer(std::string begun) : begun_(std::move(begun)) {}

  void offer(const std::string& word, const std::string& help = {}) {
    if (word.starts_with(begun_)) text_ += word + (help.empty() ? "" : "\t" + help) + "\n";
  }

  void offer(const OptionRow& value) {
    for (const std::string& word : value.words) offer(word);
    if (value.candidates.names) {
      for (const auto& [name, help] : value.candidates.names()) offer(name, help);
    }
    const std::vector<std::string>& endings = value.candidates.endings;
    if (!endings.empty()) text_ += ":files " + join(endings, " ") + "\n";
  }

  std::string text() { return std::move(text_); }

 private:
  std::string begun_, text_;
};

}  // namespace

std::string completion_text(const CommandRow& program, std::vector<std::string> words) {
  if (words.empty()) words.emplace_back();
  const std::string begun = words.back();
  words.pop_back();
  Place place;
  place.path.push_back(&program);
  for (const std::string& word : words) place.pass(word);
  Answer answer(begun);
  if (place.pending) {
    answer.offer(*place.pending);
    return answer.text();
  }
  if (begun.starts_with('-')) {
    for (const CommandRow* command : place.path) {
      for (const OptionRow& option : command->options) {
        const bool again = command != &program && option.names.back() == "--help";
        if (!option.operand && !again) answer.offer(option.names.back(), option.help);
      }
    }
    return answer.text();
  }
  if (place.operands == 0) {
    for (const CommandRow& command : place.path.back()->commands) answer.offer(command.name, command.help);
  }
  if (const OptionRow* operand = place.operand()) answer.offer(*operand);
  return answer.text();
}

}  // namespace mha::app
