// What the left side shows besides lessons: the course, homework, a report, progress.

import {element, prose} from './blocks.js';

function heading(text) {
  const h = element('h2', '', text);
  h.tabIndex = -1;
  return h;
}

function button(text, work, main = false) {
  const out = element('button', main ? 'main' : '', text);
  out.type = 'button';
  out.addEventListener('click', work);
  return out;
}

function shown(...children) {
  const log = document.getElementById('log');
  document.getElementById('answer').hidden = true;
  log.replaceChildren(...children);
  log.scrollTop = 0;
  const first = log.querySelector('h2');
  if (first) first.focus();
}

function lessonRow(lesson, current, begin) {
  const state = lesson.done ? '✓ done' : lesson.step > 0 ? `step ${lesson.step + 1} of ${lesson.steps}` : `${lesson.minutes} min`;
  const row = element('li', '');
  const words = element('div', '', element('h3', '', `${lesson.number}. ${lesson.title}`), prose('soft', lesson.goal));
  const go = button(lesson.step > 0 && !lesson.done ? 'Go on' : lesson.done ? 'Again' : 'Begin', () => begin(lesson.id), lesson.id === current);
  go.setAttribute('aria-label', `${go.textContent}: lesson ${lesson.number}, ${lesson.title}`);
  row.append(words, element('div', '', go, element('p', 'soft', state)));
  return row;
}

export function showCourse(course, begin, review) {
  const done = course.lessons.filter((l) => l.done).length;
  const list = element('ol', 'cards', ...course.lessons.map((l) => lessonRow(l, course.current || course.lessons[0].id, begin)));
  const due = course.due > 0 ? [element('p', '', `${course.due} due for review. `, button('Review', review))] : [];
  shown(heading('The course'), element('p', '', `${done} of ${course.lessons.length} lessons done. You are asked before you are shown; at every step you can type code of your own.`), ...due, list);
}

export function showHomework(answer, start, check) {
  const rows = answer.homework.map((h) => {
    const more = element('details', '', element('summary', '', 'The task'), prose('prose', h.task));
    const words = element('div', '', element('h3', '', (h.passed ? '✓ ' : '') + h.title), element('p', 'soft', h.id));
    const begin = button('Start', () => start(h)), judge = button('Check', () => check(h));
    begin.setAttribute('aria-label', `Start ${h.title}`);
    judge.setAttribute('aria-label', `Check the open file as ${h.title}`);
    return element('li', '', words, element('div', '', begin, ' ', judge), more);
  });
  shown(heading('Homework'), element('p', '', 'Start writes a file to the editor; Check judges what is open there.'), element('ul', 'cards', ...rows));
}

// One that was started.
export function showTask(h, check, all) {
  shown(heading(h.title), prose('prose', h.task), element('p', 'soft', 'Write it in the editor. Check says what is wrong first, and in which line.'),
    element('p', '', button('Check', check, true), ' ', button('All homework', all)));
}

// A hint after the first is for whoever opens it.
function foldHints(report) {
  for (const hint of report.querySelectorAll('.hint + .hint')) {
    const title = hint.querySelector('strong');
    title.remove();
    const folded = element('details', '', element('summary', '', title.textContent), ...hint.childNodes);
    hint.replaceWith(folded);
  }
}

// A button for each lesson that a mistake names: "05-the-scale".
function lessonsFor(result, begin) {
  const names = new Set((result.misconceptions || []).map((m) => m.lesson).filter(Boolean));
  return [...names].map((name) => {
    const [number, ...words] = name.split('-');
    return element('p', '', button(`Lesson ${Number(number)}: ${words.join(' ')}`, () => begin(words.join('-'))));
  });
}

// The page that `check --html` writes, without its head. `task` shows what was asked, if that is known.
export function showReport(name, html, result, {mend, task, lesson}) {
  const main = new DOMParser().parseFromString(html.slice(html.indexOf('<main')), 'text/html').querySelector('main');
  const report = element('div', 'report');
  const title = heading(`Report: ${name}`);
  const first = main.querySelector('h1');
  if (first) first.remove();
  for (const table of main.querySelectorAll('table')) {
    const scrolls = element('div', 'table');
    scrolls.tabIndex = 0;
    table.replaceWith(scrolls);
    scrolls.append(table);
  }
  for (const h of main.querySelectorAll('h2')) {
    const lower = element('h3', '');
    lower.append(...h.childNodes);
    h.replaceWith(lower);
  }
  foldHints(main);
  report.append(...main.childNodes);
  if (result.mend) report.append(element('p', '', button('Show the change that makes it right', mend)));
  report.append(...lessonsFor(result, lesson));
  const back = task ? [element('p', '', button('Back to the task', task))] : [];
  shown(title, ...back, report);
}

export function showProgress(kept, {exported, imported, forget, keeps}) {
  const file = element('input', '');
  file.type = 'file';
  file.accept = '.json,application/json';
  file.id = 'import';
  file.addEventListener('change', () => file.files[0] && imported(file.files[0]));
  const label = element('label', '', 'Import a progress.json: ');
  label.htmlFor = 'import';
  const has = kept.has('progress.json');
  const give = button('Export progress.json', exported, true);
  give.disabled = !has;
  shown(heading('Progress'),
    element('p', '', keeps ? 'Your answers and files stay in this browser; nothing is sent anywhere.'
      : 'This browser keeps nothing for this page: export your progress before you close it.'),
    element('p', '', give),
    element('p', '', 'The file is the terminal’s, too: ', element('code', '', 'mha-tutor --progress progress.json'), ' goes on from it.'),
    element('p', '', label, file),
    element('p', '', button('Forget all progress', forget)));
}

export function showMessage(text) {
  const log = document.getElementById('log');
  log.append(element('p', 'note', text));
  log.lastElementChild.scrollIntoView({block: 'nearest'});
}
