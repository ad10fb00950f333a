#include "editor/editor.h"

#include <doctest/doctest.h>

#include <memory>

namespace mha::app {
namespace {

using Result = Editor::Result;

/// An editor and a person at the keyboard.
struct Desk {
  std::vector<std::string> history;
  Helpers helpers{lang::ending_of};
  std::unique_ptr<Editor> editor = std::make_unique<Editor>(helpers, history);

  void begin() { editor = std::make_unique<Editor>(helpers, history); }
  Result press(Key::Kind kind) { return editor->take({kind}); }
  Result press(std::initializer_list<Key::Kind> kinds) {
    Result last = Result::goes_on;
    for (const Key::Kind kind : kinds) last = press(kind);
    return last;
  }
  /// Character by character; "\n" is Enter.
  Result type(std::string_view text) {
    Result last = Result::goes_on;
    for (const char c : text) last = c == '\n' ? press(Key::enter) : editor->take({Key::text, std::string(1, c)});
    return last;
  }
  Result paste(std::string text) { return editor->take({Key::paste, std::move(text)}); }
  std::string text() const { return editor->text(); }
};

TEST_CASE("editor: a line is handed in by Enter, wherever the cursor is") {
  Desk d;
  d.type("2 + 2");
  d.press({Key::left, Key::left});
  CHECK(d.press(Key::enter) == Result::line);
  CHECK(d.text() == "2 + 2");
  CHECK(d.history == std::vector<std::string>{"2 + 2"});
  d.begin();
  CHECK(d.type("\n") == Result::line);
  CHECK(d.history.size() == 1);
}

TEST_CASE("editor: lines of a block are indented as Python has it") {
  Desk d;
  d.type("class A:\ndef f(self):\nfor x in [1,\n2]:\npass");
  CHECK(d.text() == "class A:\n    def f(self):\n        for x in [1,\n            2]:\n            pass");
  d.type("\nreturn torch.tensor([\n1.0,\n");
  CHECK(d.editor->lines().back() == "            ");
  d.press(Key::backspace);
  d.type("])\n");
  CHECK(d.editor->lines().back() == "    ");
}

TEST_CASE("editor: an empty line in a class or a function does not hand it in") {
  Desk d;
  CHECK(d.type("class A:\ndef f(self):\nreturn 1\n\n") == Result::goes_on);
  CHECK(d.type("def g(self):\nx = 2\n\nreturn x") == Result::goes_on);
  CHECK(d.text() ==
        "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        x = 2\n\n        return x");
  // The second empty line goes to the left edge, where the next Enter hands it in.
  CHECK(d.type("\n\n") == Result::goes_on);
  CHECK(d.text().ends_with("return x\n\n    "));
  CHECK(d.type("\n") == Result::goes_on);
  CHECK(d.text().ends_with("return x\n\n"));
  CHECK(d.editor->way_out() == "(Enter ends it here, or type more.)");
  CHECK(d.press(Key::enter) == Result::line);
  CHECK(d.text().ends_with("return x"));
}

TEST_CASE("editor: an empty line at the left edge ends a class or a function, anywhere it ends a loop") {
  Desk d;
  CHECK(d.type("def f():\nreturn 1\n") == Result::goes_on);
  CHECK(d.press(Key::enter) == Result::line);
  CHECK(d.text() == "def f():\n    return 1");
  d.begin();
  CHECK(d.type("for x in y:\nprint(x)\n") == Result::goes_on);
  CHECK(d.press(Key::enter) == Result::line);
  CHECK(d.text() == "for x in y:\n    print(x)");
}

TEST_CASE("editor: a class goes on as long as it lacks what is asked for") {
  Desk d;
  d.helpers.missing = [](const std::string& text) { return text.find("forward") == std::string::npos ? "forward" : ""; };
  d.type("class A:\ndef __init__(self):\nself.n = 1\n\n");
  CHECK(d.editor->way_out() == "(`forward` is still to come; three empty lines run this. Ctrl-C drops it.)");
  d.press({Key::backspace, Key::backspace});
  CHECK(d.type("\n") == Result::goes_on);
  CHECK(d.editor->lines().back().empty());
  d.type("    def forward(self):\npass");
  CHECK(d.editor->way_out() == "(To end it, press Enter until the cursor is at the left edge, and once more. Ctrl-C drops it.)");
  CHECK(d.type("\n\n") == Result::goes_on);
  d.press(Key::backspace);
  CHECK(d.editor->way_out() == "(Enter ends it here, or type more.)");
  CHECK(d.press(Key::enter) == Result::line);
  // Nor is a function to try something with: three empty lines run it alone.
  d.begin();
  CHECK(d.type("def helper(x):\nreturn x\n\n\n") == Result::goes_on);
  CHECK(d.editor->way_out() == "(Enter ends it here, or type more.)");
  CHECK(d.press(Key::enter) == Result::line);
  CHECK(d.text() == "def helper(x):\n    return x");
  // Nor is another class than the one that is asked for.
  d.helpers.missing = [](const std::string& text) { return text.find("class Layer") == std::string::npos ? "Layer" : ""; };
  d.begin();
  d.type("class Part:\nx = 1");
  CHECK(d.editor->way_out() == "(`Layer` is still to come; three empty lines run this. Ctrl-C drops it.)");
  CHECK(d.type("\n\n\n\n") == Result::goes_on);
  CHECK(d.press(Key::enter) == Result::line);
  // Nor is a class, where a function is asked for.
  d.helpers.missing = [](const std::string&) { return "attend"; };
  d.begin();
  CHECK(d.type("class Part:\nx = 1\n\n\n\n") == Result::goes_on);
  CHECK(d.press(Key::enter) == Result::line);
  // A loop to try something with is not what is asked for.
  d.begin();
  d.type("for x in y:\nprint(x)\n");
  CHECK(d.editor->way_out() == "(Enter ends it here, or type more.)");
  CHECK(d.press(Key::enter) == Result::line);
}

TEST_CASE("editor: a changed draft comes back changed, until it is handed in or dropped") {
  Desk d;
  d.helpers.draft = "y = 1";
  d.begin();
  d.press(Key::up);
  d.type("2");
  d.press(Key::down);
  CHECK(d.press(Key::enter) == Result::line);
  d.begin();
  d.press(Key::up);
  CHECK(d.text() == "y = 12");
  d.press(Key::interrupt);
  d.begin();
  d.press(Key::up);
  CHECK(d.text() == "y = 1");
}

TEST_CASE("editor: whether Enter ends the block can be asked, and a def on one line is none") {
  Desk d;
  d.type("def f(x):");
  CHECK_FALSE(d.editor->enter_hands_in());
  CHECK_FALSE(d.editor->in_block());
  d.type("\nreturn 1");
  CHECK(d.editor->in_block());
  CHECK_FALSE(d.editor->enter_hands_in());
  d.type("\n");
  CHECK(d.editor->enter_hands_in());
  d.begin();
  CHECK(d.type("def f(x): return x\n") == Result::line);
  d.begin();
  d.paste("def f(x):\n    return 1");
  CHECK_FALSE(d.editor->in_block());
}

TEST_CASE("editor: an open bracket and a header without a body go on, whatever is empty") {
  Desk d;
  CHECK(d.type("print(40 +\n") == Result::goes_on);
  CHECK(d.type("2)\n") == Result::line);
  CHECK(d.text() == "print(40 +\n    2)");
  d.begin();
  CHECK(d.type("(1, 2\n\n\n") == Result::goes_on);
  CHECK(d.editor->way_out() == "(A bracket or a string is open. Ctrl-C drops it.)");
  CHECK(d.type(")\n") == Result::line);
  d.begin();
  CHECK(d.type("def f():\n\n\n") == Result::goes_on);
  CHECK(d.editor->way_out() == "(To end it, press Enter until the cursor is at the left edge, and once more. Ctrl-C drops it.)");
}

TEST_CASE("editor: who types the blanks has them once") {
  Desk d;
  d.type("def f(x):\n    if x:\n        return 1\n    return 2");
  CHECK(d.text() == "def f(x):\n    if x:\n        return 1\n    return 2");
  d.type("\n");
  d.press(Key::tab);
  CHECK(d.editor->lines().back() == "    ");
  d.press(Key::back_tab);
  CHECK(d.editor->lines().back().empty());
}

TEST_CASE("editor: what is pasted stays as it is, and is handed in by Enter") {
  Desk d;
  CHECK(d.paste("class A:\n    def f(self):\n        return 1\n\n\n    def g(self):\n        return 2\n\n") == Result::goes_on);
  CHECK(d.text() == "class A:\n    def f(self):\n        return 1\n\n\n    def g(self):\n        return 2");
  CHECK(d.press(Key::enter) == Result::line);
  // One that is not complete goes on.
  d.begin();
  d.paste("def f(x):\n    return g(x,");
  CHECK(d.type("\n") == Result::goes_on);
  CHECK(d.type("2)\n") == Result::goes_on);
  CHECK(d.type("\n") == Result::line);
  CHECK(d.text() == "def f(x):\n    return g(x,\n        2)");
}

TEST_CASE("editor: a piece is pasted into a line, or below its indentation") {
  Desk d;
  d.type("f(, 1)");
  d.press({Key::home, Key::right, Key::right});
  d.paste("x[0]");
  CHECK(d.text() == "f(x[0], 1)");
  d.begin();
  d.type("class A:\n");
  d.paste("  │ def f(self):\n  │     return 1");
  CHECK(d.text() == "class A:\n    def f(self):\n        return 1");
}

TEST_CASE("editor: Up goes through the block, then to what was typed before") {
  Desk d;
  d.type("x = 1\n");
  d.begin();
  d.paste("def f():\n    return 1");
  d.press(Key::enter);
  d.begin();
  d.type("now");
  d.press(Key::up);
  CHECK(d.text() == "def f():\n    return 1");
  CHECK(d.editor->row() == 1);
  d.press(Key::up);
  CHECK(d.editor->row() == 0);
  // One word is mended; at the end, Enter hands it in.
  d.press({Key::end, Key::left, Key::left, Key::left, Key::backspace});
  d.type("g");
  CHECK(d.press({Key::down, Key::end, Key::enter}) == Result::line);
  CHECK(d.text() == "def g():\n    return 1");
  d.begin();
  d.press({Key::earlier, Key::earlier, Key::earlier});
  CHECK(d.text() == "x = 1");
  d.press({Key::later, Key::later, Key::later});
  CHECK(d.text().empty());
}

TEST_CASE("editor: Enter in an earlier line begins one") {
  Desk d;
  d.paste("def f():\n    return x");
  d.press({Key::up, Key::end});
  CHECK(d.press(Key::enter) == Result::goes_on);
  d.type("x = 1");
  CHECK(d.text() == "def f():\n    x = 1\n    return x");
  // At the end of the block, Enter still hands it in.
  CHECK(d.press({Key::down, Key::end, Key::enter}) == Result::line);
  // A block that is typed ends below, which is said.
  d.begin();
  d.type("def f():\nx = 1");
  d.press(Key::up);
  CHECK(d.editor->way_out() == "(It ends behind its last line: Down goes there. Ctrl-C drops it.)");
}

TEST_CASE("editor: Ctrl-Home and Ctrl-End go through all lines") {
  Desk d;
  d.type("for x in y:\nprint(x)");
  d.press({Key::text_begin});
  CHECK(d.editor->row() == 0);
  CHECK(d.editor->column() == 0);
  d.press({Key::text_end});
  d.type("\n");
  CHECK(d.text() == "for x in y:\n    print(x)\n    ");
}

TEST_CASE("editor: a method typed within another one moves beside it") {
  Desk d;
  d.type("class A:\ndef __init__(self):\nself.n = 1\n\ndef forward(self, x):\nreturn x");
  CHECK(d.text() == "class A:\n    def __init__(self):\n        self.n = 1\n\n    def forward(self, x):\n        return x");
  d.begin();
  d.type("class A:\ndef f(self):\nx = 1\ndef g(y):\nreturn y");
  CHECK(d.text().ends_with("\n        def g(y):\n            return y"));
  // What was pasted stays as it is.
  d.begin();
  d.paste("class A:\n    def f(self):\n        x = 1\n        def g(self):\n");
  d.type("\n");
  CHECK(d.text().find("\n        def g(self):") != std::string::npos);
}

TEST_CASE("editor: a draft is what Up brings first") {
  Desk d;
  d.history = {"x"};
  d.helpers.draft = "def f():\n    ...";
  d.begin();
  d.press(Key::up);
  CHECK(d.text() == "def f():\n    ...");
  d.press(Key::earlier);
  CHECK(d.text() == "x");
}

TEST_CASE("editor: cutting, putting back, by word and by line") {
  Desk d;
  d.type("alpha beta.gamma");
  d.press(Key::cut_word);
  CHECK(d.text() == "alpha beta.");
  d.press({Key::word_left, Key::word_left, Key::put_back});
  CHECK(d.text() == "gammaalpha beta.");
  d.press(Key::cut_to_end);
  CHECK(d.text() == "gamma");
  d.press({Key::put_back, Key::home, Key::cut_next_word});
  CHECK(d.text() == " beta.");
  d.press({Key::end, Key::cut_to_start});
  CHECK(d.text().empty());
}

TEST_CASE("editor: wide and combined characters are one step") {
  Desk d;
  d.editor->take({Key::text, "a"});
  d.editor->take({Key::text, "\u0301"});
  d.editor->take({Key::text, "\u6f22"});
  d.press(Key::left);
  CHECK(d.editor->column() == 3);
  d.press(Key::left);
  CHECK(d.editor->column() == 0);
  d.press({Key::right, Key::erase});
  CHECK(d.text() == "a\u0301");
  d.press(Key::backspace);
  CHECK(d.text().empty());
}

TEST_CASE("editor: Tab indents, completes as far as all agree, then lists") {
  Desk d;
  d.helpers.completions = [](const std::string& before) {
    const size_t at = before.find_last_of(" (\n") + 1;
    return Completions{before.size() - at, {"softmax", "softplus"}};
  };
  d.press(Key::tab);
  CHECK(d.text() == "    ");
  d.type("x = s");
  d.press(Key::tab);
  CHECK(d.text() == "    x = soft");
  CHECK(d.editor->choices().empty());
  d.press(Key::tab);
  CHECK(d.editor->choices().size() == 2);
  d.type("m");
  CHECK(d.editor->choices().empty());
}

TEST_CASE("editor: what was typed is searched from its end on") {
  Desk d;
  d.history = {"torch.zeros(2)", "x = 3", "torch.ones(2)"};
  d.begin();
  d.press(Key::search);
  d.type("tor");
  CHECK(d.text() == "torch.ones(2)");
  REQUIRE(d.editor->searched());
  CHECK(*d.editor->searched() == "tor");
  d.press(Key::search);
  CHECK(d.text() == "torch.zeros(2)");
  CHECK(d.press(Key::enter) == Result::line);
}

TEST_CASE("editor: Ctrl-D ends an empty text, and else erases") {
  Desk d;
  CHECK(d.press(Key::end_of_input) == Result::input);
  d.type("ab");
  d.press(Key::home);
  CHECK(d.press(Key::end_of_input) == Result::goes_on);
  CHECK(d.text() == "b");
  CHECK(d.press(Key::interrupt) == Result::given_up);
}

}  // namespace
}  // namespace mha::app
