"""The questions of a lesson as JSON, with their right answers, likely wrong ones with the reply
to each, and the number of hints: answers.py LESSON_FILE TUTOR."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../tests/terminal"))
import course

lesson = course.Lesson(sys.argv[1]).work_out(sys.argv[2])
print(json.dumps([vars(question) for question in lesson.questions]))
