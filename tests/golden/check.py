"""check.py MHA_TUTOR FILE...: plays transcripts and compares what is printed.

A transcript holds files (`--- NAME`), commands (`--- $ COMMAND`), what each
prints on both outputs, and `--- exit CODE`. Commands are bash's; they run in a
folder of their own that holds the files. With MHA_UPDATE=1 in the environment
the transcripts are rewritten to what is printed now.
"""

import os
import pty
import shutil
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../runner"))
import suite

tutor, *transcripts = sys.argv[1:]
NO_NEWLINE = "\\ no newline at the end\n"


def read(path):
    """The parts of a transcript: (heading, body) with the `exit` ones left out."""
    parts = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            if line.startswith("--- "):
                parts.append([line[4:].rstrip("\n"), ""])
            elif parts:
                parts[-1][1] += line
            else:
                raise ValueError("a transcript begins with a line `--- ...`")
    return [part for part in parts if not part[0].startswith("exit ")]


def play(path, folder):
    """The transcript as it is now."""
    text = ""
    for heading, body in read(path):
        text += f"--- {heading}\n"
        if not heading.startswith("$ "):
            name = os.path.join(folder, heading)
            os.makedirs(os.path.dirname(name), exist_ok=True)
            with open(name, "w", encoding="utf-8") as f:
                f.write(body)
            text += body
            continue
        in_colour = path.rsplit(".", 1)[0].endswith("_color")
        command = ["bash", "-c", heading[2:]]
        runner = on_terminal if in_colour else merged
        output, code = runner(command, folder, environment(folder, in_colour))
        if output and not output.endswith("\n"):
            output += "\n" + NO_NEWLINE
        text += f"{output}--- exit {code}\n"
    return text


def environment(folder, in_colour):
    home = os.path.join(folder, ".home")
    env = dict(os.environ, HOME=home, XDG_STATE_HOME=os.path.join(home, "state"),
               LC_ALL="C.UTF-8", COLUMNS="80", TERM="xterm-256color",
               PATH=os.path.dirname(tutor) + os.pathsep + os.environ["PATH"])
    env.pop("NO_COLOR", None)
    if not in_colour:
        env["NO_COLOR"] = "1"
    return env


def merged(command, folder, env):
    ran = suite.run(command, cwd=folder, env=env, stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT)
    return ran.stdout, ran.returncode


def on_terminal(command, folder, env):
    """Both outputs are a terminal of 80 columns, so that colours are used."""
    ours, theirs = pty.openpty()
    suite.set_terminal_size(theirs, 80, 24)
    mode = termios.tcgetattr(theirs)
    mode[1] &= ~termios.OPOST  # A newline stays a newline.
    termios.tcsetattr(theirs, termios.TCSANOW, mode)
    process = subprocess.Popen(command, cwd=folder, env=env, stdout=theirs,
                               stderr=theirs, stdin=subprocess.DEVNULL)
    os.close(theirs)
    output = b""
    try:
        while block := os.read(ours, 1 << 16):
            output += block
    except OSError:  # Linux's way to say that the other end is closed.
        pass
    os.close(ours)
    return output.decode(errors="backslashreplace"), process.wait()


def check(path):
    folder = tempfile.mkdtemp()
    try:
        now = play(path, folder)
    finally:
        shutil.rmtree(folder)
    with open(path, encoding="utf-8") as f:
        wrong = suite.difference(f.read(), now)
    if wrong and os.environ.get("MHA_UPDATE"):
        with open(path, "w", encoding="utf-8") as f:
            f.write(now)
        print(f"rewritten: {path}")
        return ""
    return wrong


sys.exit(suite.check_all(transcripts, check))
