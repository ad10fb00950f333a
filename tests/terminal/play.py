"""play.py MHA_TUTOR SESSION: plays a session at a real terminal of 80x24.

tests/README.md lists the words of a session. The programs of one session share
a home folder, so that what one leaves there the next can find.
"""

import os
import sys
import tempfile

try:
    from terminal import Terminal, key
except ImportError as e:
    sys.exit(f"{e}; Debian has it in python3-pyte")

PATIENCE = float(os.environ.get("MHA_PATIENCE", 20))


class Failure(Exception):
    pass


class Session:
    def __init__(self, tutor, folder):
        self.folder = folder
        self.terminal = None
        self.size = (80, 24)
        self.env = dict(
            os.environ, HOME=folder, XDG_STATE_HOME=os.path.join(folder, "state"),
            LC_ALL="C.UTF-8", TERM="xterm-256color",
            PATH=os.path.dirname(tutor) + os.pathsep + os.environ["PATH"])
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            self.env.pop(name, None)

    def play(self, word, text):
        if word == "$":
            if self.terminal:
                raise Failure("the program before has no `exit` yet")
            self.terminal = Terminal(text, self.env, self.folder, *self.size)
        elif word == "size":
            self.size = tuple(int(n) for n in text.split("x"))
            if self.terminal:
                self.terminal.resize(*self.size)
        elif word == "env":
            name, value = text.split("=", 1)
            self.env[name] = value
        elif not self.terminal:
            raise Failure("no program runs here")
        elif word == ">":
            self.terminal.answer(text)
        elif word == "type":
            self.terminal.send(text)
        elif word == "paste":
            self.terminal.paste(text.replace("\\n", "\n"))
        elif word == "wait":
            self.terminal.wait_until(lambda: False, float(text))
        elif word == "screen":
            if not self.terminal.wait_until(lambda: self.on_screen(text), PATIENCE):
                raise Failure("not on the screen")
        elif word == "key":
            self.terminal.send("".join(key(name, self.env["TERM"]) for name in text.split()))
        elif word == "see":
            if not self.terminal.wait_for(text, PATIENCE):
                raise Failure("not seen")
        elif word == "screen":
            if not self.terminal.wait_until(lambda: self.on_screen(text), PATIENCE):
                raise Failure("not on the screen")
        elif word == "signal":
            self.terminal.signal(text)
        elif word == "hangup":
            self.terminal.hang_up()
        elif word == "tidy":
            if not self.terminal.wait_until(lambda: not self.terminal.untidy(), PATIENCE):
                raise Failure(self.terminal.untidy())
        elif word == "unseen":
            if self.terminal.shows(text):
                raise Failure("seen")
        elif word == "exit":
            code = self.terminal.wait_for_end(PATIENCE)
            if code is None:
                raise Failure("it still runs")
            if code != int(text):
                raise Failure(f"exit code {code}")
            self.close()
        else:
            raise Failure(f"no such word: {word}")

    def on_screen(self, text):
        lines = [" ".join(line.split()) for line in self.terminal.screen_lines()]
        between = "\n" if "\\n" in text else " "
        return " ".join(text.split()).replace("\\n", "\n") in between.join(lines)

    def close(self):
        if self.terminal:
            self.terminal.close()
        self.terminal = None


def steps(path):
    """(line number, word, rest); a file's lines follow `file NAME`, indented."""
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip("\n")
            if line.strip() and not line.startswith("#"):
                word, _, text = line.partition(" ")
                yield number, word, text


def main():
    tutor, path = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        session = Session(tutor, folder)
        file = None
        try:
            for number, word, text in steps(path):
                where = f"{path}:{number}: {word} {text}"
                if word == "file":
                    file = os.path.join(folder, text)
                elif word == "" and file:
                    with open(file, "a", encoding="utf-8") as f:
                        f.write(text[3:] + "\n")
                else:
                    session.play(word, text)
            if session.terminal:
                raise Failure("the session ends without `exit`")
        except Failure as e:
            print(f"{where}\n{e}; on the screen since the last keys:\n")
            if session.terminal:
                print("\n".join("  | " + l for l in session.terminal.lines()))
            return 1
        finally:
            session.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
