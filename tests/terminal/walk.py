"""walk.py MHA_TUTOR LESSONS right|wrong: walks every lesson of the folder to
its end at a real terminal of 80x24.

`right` answers everything rightly at once. `wrong` first asks for every hint,
gives the likely wrong answers and sees their replies, goes back and forward,
and only then answers rightly. It has NO_COLOR set, and no colour may come.
"""

import concurrent.futures
import glob
import os
import re
import sys
import tempfile

from course import Lesson
from play import PATIENCE, Session

AT_ONCE = 4
COLOUR = re.compile(rb"\033\[[\d;]*m")
CUT_TO_START = "\x15"
PROMPT = re.compile(r"\[(\d+)/\d+\] (Enter goes on|Enter ends it|your answer|code|Enter plays) >$")


class Lost(Exception):
    pass


class Walk(Session):
    def __init__(self, tutor, folder, lesson, wrongly):
        super().__init__(tutor, folder)
        self.lesson = lesson
        self.wrongly = wrongly
        self.went_back = False
        if wrongly:
            self.env["NO_COLOR"] = "1"

    def prompt(self):
        """(step, what it waits for); None when the lesson has ended."""
        found = None

        def ready():
            nonlocal found
            # The first line is the one that was typed into.
            last = next((l for l in reversed(self.terminal.lines()[1:]) if l), "")
            found = PROMPT.search(last)
            return found or self.terminal.shows(f"Lesson {self.lesson.number} is done.")

        if not self.terminal.wait_until(ready, PATIENCE):
            raise Lost("no prompt comes")
        return found and (int(found[1]), found[2])

    def say(self, text):
        self.terminal.answer(text)

    def see(self, text):
        """Sees it whatever its Markdown marks, blanks and line breaks."""
        def bare(shown):
            return re.sub(r"[`*\s]", "", shown)

        if not self.terminal.wait_until(
                lambda: bare(text) in bare("".join(self.terminal.lines())), PATIENCE):
            raise Lost(f"not seen: {text}")
        self.prompt()

    def type_code(self, lines):
        """By hand, or pasted as a whole."""
        if self.wrongly:
            self.terminal.paste("\n".join(lines))
            self.terminal.send("\r")
            return
        for i, line in enumerate(lines):
            if i > 0:
                self.terminal.wait_until(self.line_wanted, PATIENCE)
            self.terminal.send(CUT_TO_START)  # the indentation comes with the line
            self.say(line)
        self.terminal.wait_until(self.line_wanted, PATIENCE)
        if "..." in self.cursor_line():
            self.terminal.send(CUT_TO_START)
            self.say("")

    def cursor_line(self):
        return self.terminal.screen_lines()[self.terminal.screen.cursor.y]

    def line_wanted(self):
        return re.search(r"^ *\.\.\.$|>$", self.cursor_line())

    def letters(self, lines):
        """The letters under which an order question shows its lines."""
        shown = {}
        for row in self.terminal.screen_lines():
            if found := re.match(r"\s+([a-z])\) (.*)", row):
                shown[" ".join(found[2].split())] = found[1]
        try:
            return " ".join(shown[" ".join(line.split())] for line in lines)
        except KeyError as e:
            raise Lost(f"the line {e} is not among {shown}")

    def answer_rightly(self, question):
        if question.kind == "exercise":
            self.type_code(question.right)
            self.see("Right")
        elif question.kind == "order":
            self.say(self.letters(question.right))
            self.see("Right")
        elif question.kind == "play":
            for line in question.right[:-1]:
                self.say(line)
                self.see("Not there yet")
            self.say(question.right[-1])
            self.see("Right")
        else:
            self.say(question.right)
            self.see("Right")

    def answer_wrongly(self, question):
        for i in range(question.hints):
            self.say("hint")
            self.see(f"Hint {i + 1} of {question.hints}:")
        if not self.went_back:
            step, _ = self.prompt()
            if step > 1:
                self.say("back")
                self.see(f"[{step - 1}/")
                self.say("forward")
                self.see(f"[{step}/")
                self.went_back = True
        # The third wrong answer to a prediction settles it.
        wrong = [w for w in question.wrong if w[0]][:2]
        if question.kind == "order":
            wrong = [(self.letters(list(reversed(question.right))), "")]
        for said, reply in wrong:
            if question.kind == "exercise":
                self.type_code(said)
                self.prompt()
                if self.terminal.shows("Right:"):
                    raise Lost("a wrong program passed")
            else:
                self.say(said)
                self.see(reply or "Not")

    def walk(self):
        self.play("$", f"mha-tutor learn {self.lesson.id}")
        questions = iter(self.lesson.questions)
        asked = None
        while now := self.prompt():
            step, waiting = now
            if waiting in ("Enter goes on", "Enter ends it"):
                self.say("")
                continue
            if asked == step:
                raise Lost("the question is still open")
            asked = step
            question = next(questions, None)
            if not question:
                raise Lost("more questions than the lesson has")
            try:
                if self.wrongly:
                    self.answer_wrongly(question)
                self.answer_rightly(question)
            except Lost as e:
                raise Lost(f"{question}: {e}")
        if rest := list(questions):
            raise Lost(f"never asked: {rest}")
        count = len(self.lesson.questions)
        if not self.wrongly and count:
            self.terminal.wait_for(f"{count} of {count} questions right on the first try.", PATIENCE)
            if not self.terminal.shows(f"{count} of {count} questions right on the first try."):
                raise Lost("not all were right on the first try")
        if self.terminal.wait_for("quit leaves", 1):
            self.say("quit")
        code = self.terminal.wait_for_end(PATIENCE)
        if code != 0:
            raise Lost(f"exit code {code}")
        coloured = COLOUR.search(self.terminal.raw)
        if bool(coloured) == self.wrongly:
            raise Lost("colour in spite of NO_COLOR" if self.wrongly else "no colour")


def walk(tutor, path, wrongly):
    """What went wrong, or ""."""
    with tempfile.TemporaryDirectory() as folder:
        session = Walk(tutor, folder, Lesson(path).work_out(tutor), wrongly)
        try:
            session.walk()
        except Lost as e:
            screen = session.terminal.screen_lines() if session.terminal else []
            return f"{e}; the screen:\n\n" + "\n".join("  | " + l for l in screen)
        finally:
            session.close()
    return ""


def main():
    tutor, folder, manner = sys.argv[1:]
    paths = sorted(glob.glob(os.path.join(folder, "[0-9]*.md")))
    paths = [p for p in paths if re.search(os.environ.get("MHA_LESSON", ""), p)]
    failed = 0
    with concurrent.futures.ProcessPoolExecutor(AT_ONCE) as pool:
        runs = [(p, pool.submit(walk, tutor, p, manner == "wrong")) for p in paths]
        for path, run in runs:
            if trouble := run.result():
                failed += 1
                print(f"FAILED {path}\n{trouble}\n")
    print(f"{len(paths) - failed} of {len(paths)} lessons walked to their end")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
