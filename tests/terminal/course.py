"""What a test must know of a lesson file: its questions, in order, and what to
answer. The right answers are not written anywhere; they are worked out by
running the lesson's own cells under `mha-tutor run`."""

import json
import os
import re
import subprocess


class Question:
    def __init__(self, kind, text, body):
        self.kind = kind  # predict, choice, order, exercise or play
        self.text = text
        self.body = body
        self.hints = 0
        self.wrong = []  # (what to type, the beginning of the reply)
        self.right = None

    def __repr__(self):
        return f"{self.kind} {self.text}"


def fences(path):
    """("heading", text, "") and (role, rest of the line, body), in order."""
    with open(path, encoding="utf-8") as f:
        lines = iter(f.read().split("\n"))
    for line in lines:
        if line.startswith("## "):
            yield "heading", line[3:].strip(), ""
        elif line.startswith("```"):
            role, _, rest = line[3:].strip().partition(" ")
            body = []
            for inner in lines:
                if inner.strip() == "```":
                    break
                body.append(inner)
            yield role, rest.strip(), "\n".join(body)


def options(body):
    """The lines of a choice: (right, text, reply)."""
    found = []
    for line in body.split("\n"):
        match = re.match(r"- \[([ x])\] (.*?)(?:: (.*))?$", line.strip())
        if match:
            found.append([match[1] == "x", match[2], match[3] or ""])
        elif found and line.strip() and not line.strip().startswith("- also: "):
            found[-1][2] += " " + line.strip()
    return found


def solution_lines(body):
    """As typed at a prompt, where an empty line ends the code."""
    return [line for line in body.rstrip("\n").split("\n") if line.strip()]


class Lesson:
    def __init__(self, path):
        self.folder = os.path.dirname(os.path.abspath(path))  # where its models are
        self.questions = []
        self.id = re.search(r"(\d+)-([^/]*)\.md$", path)[2]
        self.number = int(re.search(r"(\d+)-[^/]*\.md$", path)[1])
        program = [HELPERS]
        exercise = None
        for role, rest, body in fences(path):
            if role == "heading":
                exercise = None
                if rest.startswith("Exercise:"):
                    exercise = Question("exercise", rest[len("Exercise:"):].strip(), body)
                    self.questions.append(exercise)
            elif role == "torch" and rest in ("", "hidden"):
                program.append(body)
            elif role == "torch" and rest == "error":
                program.append("try:\n" + indented(body) + "\nexcept Exception: pass")
            elif role == "torch" and rest == "solution":
                exercise.right = solution_lines(body)
            elif role == "torch" and rest == "start":
                exercise.wrong.append((solution_lines(body), ""))
            elif role == "torch" and rest.startswith("wrong"):
                exercise.wrong.append((solution_lines(body), rest[len("wrong"):].strip()))
            elif role == "predict":
                expression, _, _ = rest.partition(" ? ")
                question = Question("predict", expression, body)
                program.append(f"_answer({len(self.questions)}, {expression})")
                for i, line in enumerate(filter(str.strip, body.split("\n"))):
                    likely, _, reply = line.partition(": ")
                    question.wrong.append((None, reply))
                    program.append(
                        f"_wrong({len(self.questions)}, {i}, {json.dumps(likely)}, "
                        f"lambda: {as_expression(likely)})")
                self.questions.append(question)
            elif role == "choice":
                question = Question("choice", rest, body)
                for i, (right, _, reply) in enumerate(options(body)):
                    if right:
                        question.right = "abcdefghij"[i]
                    else:
                        question.wrong.append(("abcdefghij"[i], reply))
                self.questions.append(question)
            elif role == "order":
                question = Question("order", rest, body)
                question.right = [line for line in body.split("\n") if line.strip()]
                self.questions.append(question)
            elif role == "play":
                question = Question("play", rest, body)
                question.right = re.findall(r"^set .*", body, re.M)
                question.wrong.append(("set nothing = 1", "There is no `nothing` to set here"))
                self.questions.append(question)
            if role in ("predict", "choice", "order", "play"):
                exercise = None  # its hints are that question's now
            elif role == "hint":
                (exercise or self.questions[-1]).hints += 1
        self.program = "\n".join(program) + "\n"

    def work_out(self, tutor):
        """Finds what to type for every prediction."""
        ran = subprocess.run([tutor, "run", "-"], input=self.program, text=True,
                             capture_output=True, timeout=300, cwd=self.folder)
        if ran.returncode != 0:
            raise RuntimeError(f"lesson {self.number}: {ran.stderr}")
        for line in ran.stdout.split("\n"):
            if line.startswith("\x01answer "):
                _, index, said = line.split(" ", 2)
                self.questions[int(index)].right = said
            elif line.startswith("\x01wrong "):
                _, index, i, said = line.split(" ", 3)
                wrong = self.questions[int(index)].wrong
                wrong[int(i)] = (said, wrong[int(i)][1])
        return self


def as_expression(likely):
    """What to evaluate for a likely answer; a literal, or places such as
    `(0, 1) (0, 2)` or `none`, are typed as they stand."""
    if likely == "none" or re.fullmatch(r"[-+.,()\[\]\d\s]*", likely):
        return "None"
    return likely


def indented(body):
    return "\n".join("    " + line for line in body.split("\n"))


# What a learner types for a value: a literal.
HELPERS = '''
import torch
def _typed(value):
    if isinstance(value, torch.Tensor):
        if value.dtype == torch.bool and value.dim() in (1, 2):
            places = [tuple(place) for place in value.nonzero().tolist()]
            places = [place[0] if len(place) == 1 else place for place in places]
            return " ".join(str(place) for place in places) or "none"
        return repr(value.tolist())
    if isinstance(value, torch.Size):
        return repr(tuple(value))
    return repr(value)
def _answer(index, value):
    print()
    print("\\x01answer", index, _typed(value))
def _wrong(index, i, likely, value):
    print()
    value = value()
    print("\\x01wrong", index, i, likely if value is None else _typed(value))
'''
