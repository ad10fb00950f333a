#include "lesson/steering.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include "base/error.h"
#include "base/text.h"
#include "lesson/course/glossary.h"
#include "pictures/show.h"

namespace mha::lesson {

namespace {

/// The commands, each with the words that mean it. No word is a letter that may
/// answer a choice.
struct Command {
  const char* name;
  std::vector<std::string> words;
  const char* help;
};

const std::vector<Command>& command_table() {
  static const std::vector<Command> table = {
      {"next", {"", "next", "n"}, "go on (or press Enter)"},
      {"back", {"back"}, "one step back"},
      {"forward", {"forward", "fwd"}, "one step forward, as far as you have come"},
      {"hint", {"hint", "h", "idk", "no idea", "i have no idea", "no clue"}, "a hint for the question; ask again for more"},
      {"skip", {"skip", "s", "show me"}, "show the answer and go on"},
      {"again", {"again"}, "show this step again; a question is asked anew"},
      {"fresh", {"fresh"}, "the same question with new numbers"},
      {"edit", {"edit"}, "write code in your own editor ($VISUAL, $EDITOR)"},
      {"file", {"file"}, "write the exercise in a file that is judged at each save"},
      {"play", {"play"}, "the lesson's view: change a number, and see what follows from it"},
      {"help", {"help", "?"}, "this list"},
      {"quit", {"quit", "q", "exit"}, "leave; your place is kept"},
  };
  return table;
}

}  // namespace

std::string command_of(const std::string& typed) {
  // Words are words in capitals too, and at the end of a sentence.
  std::string line = typed;
  for (char& c : line) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  while (line.size() > 1 && (line.back() == '.' || line.back() == '!')) line.pop_back();
  for (const Command& c : command_table()) {
    if (std::find(c.words.begin(), c.words.end(), line) != c.words.end()) {
      return c.name;
    }
  }
  // "i not know", "I do not understand this": who says so is helped.
  static const std::regex kLost(
      "(i |sorry )*(do |really )*(not|no|dont|don't|cant|can't) (really )?(know|understand|get)( it| this| why| how)?");
  if (std::regex_match(line, kLost)) return "hint";
  return "code";
}

const std::vector<std::pair<std::string, std::string>>& commands() {
  static const std::vector<std::pair<std::string, std::string>> words = [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const Command& c : command_table()) all.emplace_back(c.name, c.help);
    return all;
  }();
  return words;
}

std::vector<std::string> command_words(const std::vector<std::string>& without) {
  std::vector<std::string> words = {"explain"};
  for (const auto& [word, help] : commands()) {
    if (std::find(without.begin(), without.end(), word) == without.end()) words.push_back(word);
  }
  return words;
}

void refuse_outside(const std::string& command, Events& out) {
  out.push_back(event(Event::Kind::note, command == "file"
                                             ? "`file` is for an exercise, while it is open."
                                             : "There is no editor here."));
}

bool take_explain(const std::string& line, Events& out) {
  constexpr std::string_view kWord = "explain";
  const std::string_view text = trim(line);
  if (!text.starts_with(kWord)) return false;
  const std::string_view rest = text.substr(kWord.size());
  const std::string_view term = trim(rest);
  // A name `explain` of the learner's own goes on with something else.
  if (!term.empty() && (rest[0] != ' ' || std::string_view("=.,([:+-*/").find(term[0]) !=
                                              std::string_view::npos)) {
    return false;
  }
  if (term.empty()) {
    std::vector<std::string> names;
    for (const Term& t : glossary()) names.push_back(t.name);
    out.push_back(event(Event::Kind::note, "The words: " + join(names, ", ") + "."));
    return true;
  }
  try {
    const Term& found = find_term(glossary(), std::string(term));
    out.push_back(event(Event::Kind::heading, found.name));
    out.push_back(event(Event::Kind::prose, found.markdown));
  } catch (const Error& e) {
    out.push_back(event(Event::Kind::note, e.message() + "."));
  }
  return true;
}

bool take_show(const std::string& line, const std::function<void(const std::string&)>& show, Events& out) {
  const std::optional<std::string> request = pictures::show_request(line);
  if (!request) return false;
  if (!request->empty()) {
    show(*request);
    return true;
  }
  out.push_back(event(Event::Kind::note, "`show` and any tensor draws the picture that fits it. A word between names the kind:"));
  for (const pictures::Kind& k : pictures::kinds()) {
    const std::string_view word = k.also.empty() ? k.name : k.also;
    out.push_back(event(Event::Kind::note,
                        std::string(k.shows) + ": `show " + std::string(word) + " " + std::string(k.example) + "`",
                        std::string(word)));
  }
  return true;
}

void show_help(const std::vector<std::string>& without, Events& out) {
  for (const auto& [word, help] : commands()) {
    if (std::find(without.begin(), without.end(), word) == without.end()) {
      out.push_back(event(Event::Kind::note, help, word));
    }
  }
  out.push_back(event(Event::Kind::note, "what a word of the course means", "explain W"));
  out.push_back(event(Event::Kind::note, "a picture of any tensor; `show` lists the kinds", "show EXPR"));
  out.push_back(event(Event::Kind::note,
                      "runs it here: `q.shape`, `scores * 2`, `print(x)`",
                      "any code"));
}

}  // namespace mha::lesson
