#include "lesson/steering.h"

#include <algorithm>

#include "base/error.h"
#include "base/front_end.h"
#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/pieces.h"
#include "lesson/course/glossary.h"
#include "pictures/show.h"

namespace mha::lesson {

namespace {

/// The commands, each with its words. No word is a letter that may answer a
/// choice.
struct Command {
  const char* name;
  std::vector<std::string> words;
  const char* help;
  const char* usage = nullptr;  // the name on the help screen, if it differs
};

const std::vector<Command>& command_table() {
  static const std::vector<Command> table = {
      {"next", {"", "next", "n", "continue", "go on"}, "go on (or press Enter)"},
      {"back", {"back"}, "one step back"},
      {"forward", {"forward", "fwd"}, "one step forward, as far as you have come"},
      {"hint", {"hint", "h", "why", "why?", "idk", "no idea", "i have no idea", "no clue", "i give up", "give up", "dunno", "i dunno", "dk", "not sure", "i am not sure", "i'm not sure", "im not sure"}, "a hint for the question; ask again for more"},
      {"skip", {"skip", "s", "show me"}, "the answer, and why; Enter then goes on. `skip` does the same", "show me"},
      {"again", {"again", "reset", "start over"}, "show this step again, and ask its question again; code begins anew"},
      {"fresh", {"fresh"}, "the same question with new numbers"},
      {"edit", {"edit"}, "write code in your own editor ($VISUAL, $EDITOR)"},
      {"file", {"file"}, "write the exercise in a file that is checked at each save"},
      {"play", {"play"}, "the lesson's view: change a number, and see what follows from it"},
      {"learn", {"learn"}, "another lesson; your place in this one is kept", "learn 4"},
      {"list", {"list"}, "the lessons, and what you have done"},
      {"help", {"help", "?"}, "this list"},
      {"quit", {"quit", "q", "exit", "exit()", "quit()"}, "leave; your place is kept"},
  };
  return table;
}

bool is_in_glossary(const std::string& term) {
  try {
    find_term(glossary(), term);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// The word without the prefix that people type in a shell.
std::string_view without_program(std::string_view line) {
  constexpr std::string_view kProgram = "mha-tutor ";
  return line.starts_with(kProgram) ? trim(line.substr(kProgram.size())) : line;
}

/// The command that a sentence asks for, "give me another hint", or "code".
std::string asked_for(const std::string& line) {
  static const std::pair<Pattern, const char*> kSentences[] = {
      // "i not know", "I do not understand this question": asks for help.
      {Pattern("(i |sorry )*(do |really )*(not|no|dont|don't|cant|can't) (really )?(know|understand|get)( it| why| how)?( this| the)?( question)?"), "hint"},
      {Pattern("(i have |sorry )?no (idea|clue)( .*)?"), "hint"},
      {Pattern("((please|can i have|can i get|give me|i need|i want|one|a|some|the|another|more|next) )+(hints?|help)"), "hint"},
      {Pattern("((please|can you|could you) )+explain( it| this| that| again| please)*|explain (it|this|that|again)( again)?"), "hint"},
      {Pattern("((please|can you|could you|just) )*(show|give|tell) (me (the )?|the )(answer|solution)|(i )?skip (it|this)( question)?|i skip"), "skip"},
      {Pattern("(please )?(go back|go to the (last|previous) step)"), "back"},
      {Pattern("(please )?(show|say) (it|this) again|once more"), "again"},
      {Pattern("(good)?bye"), "quit"}};
  for (const auto& [sentence, command] : kSentences) {
    if (sentence.matches(line)) return command;
  }
  return "code";
}

}  // namespace

std::optional<std::string> lesson_request(const std::string& line) {
  static const Pattern kLesson("(?:learn|lesson|learn lesson|go to lesson) +([A-Za-z0-9_-]+)(?: +please)?", Pattern::kAnyCase);
  const std::string text(without_program(trim(line)));
  const PatternMatch found = kLesson.fullmatch(text);
  if (found) return lower(found[1]);
  return std::nullopt;
}

std::string command_of(const std::string& typed) {
  // Words are words in capitals too, and at the end of a sentence.
  std::string line = lower(std::string(without_program(typed)));
  while (line.size() > 1 && (line.back() == '.' || line.back() == '!')) line.pop_back();
  constexpr std::string_view kPlease = " please";
  if (line.ends_with(kPlease)) line.resize(line.size() - kPlease.size());
  for (const Command& c : command_table()) {
    if (std::find(c.words.begin(), c.words.end(), line) != c.words.end()) {
      return c.name;
    }
  }
  if (lesson_request(typed)) return "learn";
  static const Pattern kView("play +[a-z_]\\w*");
  if (kView.matches(line)) return "play";
  // Both name their file themselves.
  static const Pattern kFile(R"((file|edit) +[\w./~-]+\.py)");
  if (const PatternMatch file = kFile.fullmatch(line)) return file[1];
  // Other things that people type in a shell.
  if (typed.starts_with("mha-tutor ")) return "shell";
  return asked_for(line);
}

std::vector<std::string> command_words(const std::vector<std::string>& without) {
  std::vector<std::string> words = {"explain", "show", "source"};
  for (const Command& c : command_table()) {
    if (std::find(without.begin(), without.end(), c.name) == without.end()) words.push_back(c.name);
  }
  return words;
}

void refuse_outside(const std::string& command, Events& out) {
  out.add(Event::Kind::note, front_end().refusal(command));
}

std::optional<std::string> explain_request(const std::string& line) {
  constexpr std::string_view kWord = "explain";
  const std::string_view text = trim(line);
  // "what is softmax" is no answer without the question mark either.
  static const Pattern kAsked(R"((?:.*\bwhat(?=.*\?)|what)(?:'s| is| are| does| do) (?:an? |the )?([^?]+?)(?: mean| stand for| do)? *\?*)", Pattern::kAnyCase);
  if (const PatternMatch asked = kAsked.fullmatch(text); asked && is_in_glossary(asked[1])) return asked[1];
  if (!text.starts_with(kWord)) return std::nullopt;
  const std::string_view rest = text.substr(kWord.size());
  const std::string_view term = trim(rest);
  // A name `explain` of the learner's own goes on with something else.
  if (!term.empty() && (rest[0] != ' ' || std::string_view("=.,([:+-*/").find(term[0]) !=
                                              std::string_view::npos)) {
    return std::nullopt;
  }
  return std::string(term);
}

bool is_question(const std::string& line) {
  static const Pattern kQuestion(
      "(?:what|why|how|which|where|who|when|is|are|am|does|do|did|can|could|should|would|will)\\b.*\\?+ *", Pattern::kAnyCase);
  return kQuestion.matches(trim(line));
}

bool take_explain(const std::string& line, Events& out) {
  const std::optional<std::string> term = explain_request(line);
  if (!term) return false;
  if (term->empty()) {
    std::vector<std::string> names;
    for (const Term& t : glossary()) names.push_back(t.name);
    out.add(Event::Kind::note, "The words: " + join(names, ", ") + ".");
    return true;
  }
  try {
    const Term& found = find_term(glossary(), *term);
    out.add(Event::Kind::heading, found.name);
    out.add(Event::Kind::prose, found.markdown);
  } catch (const Error& e) {
    out.add(Event::Kind::note, e.message() + ".");
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
  out.add(Event::Kind::note, "`show` and any tensor draws the picture that fits it. A word between names the kind:");
  for (const pictures::Kind& k : pictures::kinds()) {
    const std::string_view word = k.also.empty() ? k.name : k.also;
    out.add(Event::Kind::note,
            std::string(k.shows) + ": `show " + std::string(word) + " " + std::string(k.example) + "`",
            std::string(word));
  }
  return true;
}

std::optional<std::string> source_request(const std::string& line) {
  // "source = 3", "source in names" and "source of the numbers" are none.
  static const Pattern kSource("source(?: +([A-Za-z_][A-Za-z0-9_.]*)(?:\\(\\))?)?");
  const std::string text(without_program(trim(line)));
  const PatternMatch found = kSource.fullmatch(text);
  if (!found || found[1] == "is") return std::nullopt;
  return found[1];
}

lang::Ending ending_at(Waiting waiting, const std::string& text) {
  const std::string_view line = trim(text);
  const bool letters = std::any_of(line.begin(), line.end(), [](unsigned char c) { return std::isalpha(c); });
  const bool answers = waiting == Waiting::answer && (!letters || line.starts_with('(') || line.starts_with('['));
  return answers || line.starts_with("show ") || source_request(text) ? lang::Ending::whole : lang::ending_of(text);
}

bool take_source(const std::string& line, World& world, Events& out) {
  const std::optional<std::string> name = source_request(line);
  if (!name || (name->empty() && world.has_name("source"))) return false;
  if (name->empty()) {
    out.add(Event::Kind::source, "");
    return true;
  }
  std::shared_ptr<torch::Listing> listing;
  const Outcome looked = world.perform([&] {
    listing = std::make_shared<torch::Listing>(torch::find_listing(world.interpreter(), *name));
    return lang::Value();
  });
  if (looked.failure) {
    const torch::Report& why = *looked.failure;
    out.add(Event::Kind::note, why.message + (why.help.empty() ? why.message.ends_with('?') ? "" : "." : ": " + why.help + "."));
  } else {
    out.add(Event::Kind::source, "");
    out.back().listing = std::move(listing);
  }
  return true;
}

void show_help(const std::vector<std::string>& without, Events& out) {
  for (const Command& c : command_table()) {
    if (std::find(without.begin(), without.end(), c.name) == without.end()) {
      out.add(Event::Kind::note, c.help, c.usage ? c.usage : c.name);
    }
  }
  out.add(Event::Kind::note, "what a word of the course means", "explain W");
  out.add(Event::Kind::note, "a picture of any tensor; `show` lists the kinds", "show EXPR");
  out.add(Event::Kind::note, "its source: `source nn.Linear`; `source` lists what there is", "source N");
  out.add(Event::Kind::note, "runs it here: `q.shape`, `scores * 2`, `print(x)`", "any code");
}

}  // namespace mha::lesson
