"""A program on a pseudo-terminal, and the screen that a person would see."""

import itertools
import os
import pty
import select
import signal
import sys
import time

import pyte

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../runner"))
from suite import set_terminal_size

KEYS = {"enter": "\r", "alt-enter": "\033\r", "shift-tab": "\033[Z", "tab": "\t", "escape": "\033", "backspace": "\x7f",
        "up": "\033[A", "down": "\033[B", "right": "\033[C", "left": "\033[D",
        "home": "\033[H", "end": "\033[F", "page-up": "\033[5~",
        "page-down": "\033[6~", "delete": "\033[3~", "space": " "}

# Where terminals differ from xterm. tmux and screen are `screen` here.
OTHER_KEYS = {
    "linux": {"home": "\033[1~", "end": "\033[4~"},
    "screen": {"up": "\033OA", "down": "\033OB", "right": "\033OC", "left": "\033OD",
               "home": "\033[1~", "end": "\033[4~"},
}

# A person does not type while a screen is being drawn.
QUIET_SECONDS = 0.05


def key(name, term="xterm"):
    """The characters that a key sends: `enter`, `up`, `ctrl-c`, `x`."""
    if name.startswith("ctrl-") and len(name) == 6:
        return chr(ord(name[5].upper()) - ord("@"))
    if name.startswith("alt-") and len(name) == 5:
        return "\033" + name[4]
    return OTHER_KEYS.get(term.split("-")[0], {}).get(name) or KEYS.get(name, name)


class Terminal:
    def __init__(self, command, env, folder, columns=80, rows=24):
        self.screen = pyte.HistoryScreen(columns, rows, history=10000, ratio=1)
        self.stream = pyte.ByteStream(self.screen)
        self.mark = 0
        self.raw = b""
        self.drawn = None  # the lines on the screen, until it changes
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            set_terminal_size(0, columns, rows)
            os.execvpe("bash", ["bash", "-c", f"exec {command}"], env)

    def send(self, text):
        """Types, once nothing more is being written. What is seen from here on
        counts as the answer."""
        while select.select([self.fd], [], [], QUIET_SECONDS)[0]:
            if not self.read(0):
                break
        self.mark = len(self.screen.history.top) + self.screen.cursor.y
        os.write(self.fd, text.encode())

    def answer(self, line):
        """Types a line once there is a prompt again, for the programs that have prompts: what
        comes earlier waits for an Enter of its own."""
        if b"\033[?2004h" in self.raw:
            self.wait_until(lambda: self.raw.rfind(b"\033[?2004h") > self.raw.rfind(b"\033[?2004l"), 2)
        self.send(line + "\r")

    def paste(self, text):
        """Pastes, as a terminal does for a program that wants to be told."""
        self.send(f"\033[200~{text}\033[201~")

    def resize(self, columns, rows):
        self.drawn = None
        self.screen.resize(rows, columns)
        set_terminal_size(self.fd, columns, rows)

    def read(self, seconds):
        """Takes in what has been written; False at the end of it."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        block = part = b""
        # All that is there at once: what it shows is looked at after each call, which is slow.
        while not block or (part and select.select([self.fd], [], [], 0)[0]):
            try:
                part = os.read(self.fd, 1 << 16)
            except OSError:
                part = b""
            block += part
            if not part:
                break
        self.raw += block
        if block:
            self.drawn = None
        self.stream.feed(block)
        return bool(part)

    def lines(self):
        """All lines written since the last keys, those scrolled away too."""
        top = self.screen.history.top
        scrolled = ["".join(row[x].data for x in range(self.screen.columns))
                    for row in itertools.islice(top, self.mark, None)]
        return [line.rstrip() for line in scrolled] + self.screen_lines()[max(0, self.mark - len(top)):]

    def screen_lines(self):
        """What is on the screen now."""
        if self.drawn is None:
            self.drawn = [line.rstrip() for line in self.screen.display]
        return list(self.drawn)

    def wait_until(self, ready, seconds):
        """Until `ready()` is true; what it last was."""
        deadline = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > deadline or not self.read(0.1):
                return ready()
        return True

    def wait_for(self, text, seconds):
        """Until `text` is among lines(), whatever its line breaks and blanks."""
        return self.wait_until(lambda: self.shows(text), seconds)

    def shows(self, text):
        # A line that fills the screen's width goes on in the next.
        written = "".join(
            line if len(line) == self.screen.columns else line + " "
            for line in self.lines())
        return " ".join(text.split()) in " ".join(written.split())

    def untidy(self):
        """What a program that took the whole screen has not put back, or ""."""
        for name, on, off in (("the other screen is left", b"\033[?1049l", b"\033[?1049h"),
                              ("the cursor is shown", b"\033[?25h", b"\033[?25l"),
                              ("lines wrap", b"\033[?7h", b"\033[?7l")):
            if self.raw.rfind(on) < self.raw.rfind(off):
                return f"not so: {name}"
        return ""

    def signal(self, name):
        """To all of the terminal's foreground, as the terminal itself sends them."""
        os.killpg(os.tcgetpgrp(self.fd), getattr(signal, name))

    def hang_up(self):
        """The terminal is gone, as when its window is closed."""
        os.close(self.fd)
        self.fd = None

    def wait_for_end(self, seconds):
        """The exit code, 128 + N for signal N; None if it does not end."""
        deadline = time.monotonic() + seconds
        while self.fd is not None and self.read(0.1):
            if time.monotonic() > deadline:
                return None
        while self.fd is None and os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if time.monotonic() > deadline:
                return None
            time.sleep(0.01)
        _, status = os.waitpid(self.pid, 0)
        self.pid = None
        code = os.waitstatus_to_exitcode(status)
        return 128 - code if code < 0 else code

    def close(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self.fd is not None:
            os.close(self.fd)
