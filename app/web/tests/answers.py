"""The questions of a lesson and their right answers as JSON: answers.py LESSON_FILE TUTOR."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../tests/terminal"))
import course

lesson = course.Lesson(sys.argv[1]).work_out(sys.argv[2])
print(json.dumps([{"kind": q.kind, "text": q.text, "right": q.right} for q in lesson.questions]))
