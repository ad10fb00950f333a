// Starts the tutor in this page. What 'tutor-parts' gives comes from the build: loaded from
// files beside the page, or from the page itself.

import {Engine} from './engine.js';
import {Files, safeName, unpacked} from './files.js';
import {Walk} from './lesson.js';
import {keepForLater, newWorker, terminalParts, tutorModule} from 'tutor-parts';
import {Store} from './store.js';
import {showCourse, showHomework, showMessage, showProgress, showReport, showTask} from './views.js';
import {Work} from './work.js';

const kFirst = '# Your own code: Run shows what it prints, Shapes every tensor.\nimport torch\n\nx = torch.randn(2, 6, 8)\nprint(x.shape)\n';

class Tutor {
  async start() {
    const [store, module] = await Promise.all([Store.open(), tutorModule()]);
    this.store = store;
    const kept = await store.all('state');
    this.engine = new Engine({newWorker, module, kept, onState: (name, text) => store.put('state', name, text)});
    this.files = new Files(store, await store.all('files'));
    const say = showMessage;
    this.walk = new Walk({
      engine: this.engine, files: this.files, say,
      offer: (name, draft) => this.work.offer(name, draft), leave: (where) => this.leave(where),
      handIn: () => this.work.handIn(),
    });
    this.work = new Work({
      engine: this.engine, files: this.files, store, walk: this.walk, say, terminalParts,
      report: (name, html, result, task) => {
        this.mark('homework');
        showReport(name, html, result, {
          mend: () => this.work.mend(name, result.assignment?.id), task: task && (() => this.task(task)), lesson: (id) => this.begin({lesson: id}),
        });
      },
    });
    await this.openFile();
    this.bind();
    await this.begin({lesson: ''});
    document.documentElement.dataset.ready = 'true';
    keepForLater();
  }

  async openFile() {
    if (this.files.names.length === 0) await this.files.put('program.py', kFirst);
    const settings = await this.store.all('settings');
    const last = settings.get('file');
    this.work.show(this.files.byName.has(last) ? last : this.files.names[0]);
    await this.openLink();
  }

  async openLink() {
    const code = /^#code=([\w-]+)$/.exec(location.hash);
    if (!code) return;
    try {
      await this.work.make('shared.py', await unpacked(code[1]));
    } catch {
      showMessage('The program in this address is damaged.');
    }
  }

  bind() {
    const views = {
      lesson: () => this.begin({lesson: ''}),
      course: () => this.course(), homework: () => this.homework(), progress: () => this.progress(),
      quiz: () => this.begin({quiz: ''}), review: () => this.review(),
    };
    for (const button of document.querySelectorAll('[data-go]')) {
      button.addEventListener('click', () => {
        this.mark(button.dataset.go);
        views[button.dataset.go]();
      });
    }
    addEventListener('hashchange', () => this.openLink());
    this.bindDrop();
  }

  // Where the learner is.
  mark(name) {
    for (const button of document.querySelectorAll('[data-go]')) {
      button.dataset.go === name ? button.setAttribute('aria-current', 'true') : button.removeAttribute('aria-current');
    }
  }

  bindDrop() {
    const mark = (on) => document.body.classList.toggle('dropping', on);
    addEventListener('dragover', (event) => {
      event.preventDefault();
      mark(true);
    });
    addEventListener('dragleave', (event) => event.relatedTarget === null && mark(false));
    addEventListener('drop', (event) => {
      event.preventDefault();
      mark(false);
      this.engine.warmUp();
      this.work.takeFiles(event.dataTransfer.files);
    });
  }

  async begin(what) {
    this.mark(Object.keys(what)[0]);
    const answer = await this.walk.begin(what);
    if (answer && answer.nothing) this.nothingDue();
  }

  async leave(where) {
    if (where.lesson) return this.begin({lesson: where.lesson});
    if (where.error) return showMessage(where.error);
    return this.course();
  }

  // What the learner sees of a question to the tutor that is no lesson.
  async asked(question) {
    const answer = await this.engine.ask(question);
    if (answer.error) showMessage(answer.error);
    return answer.error ? null : answer;
  }

  async course() {
    this.mark('course');
    this.work.offer('', '');
    const course = await this.asked({do: 'course'});
    if (course) showCourse(course, (lesson) => this.begin({lesson}), () => this.review());
  }

  async homework() {
    this.work.offer('', '');
    const answer = await this.asked({do: 'homework'});
    if (!answer) return;
    this.engine.warmUp();
    const start = async (h) => {
      const draft = await this.asked({do: 'draft', name: h.id});
      if (!draft) return;
      await this.work.make(safeName(h.id).replace(/-/g, '_') + '.py', draft.text);
      this.showTask(h);
    };
    showHomework(answer, start, (h) => this.work.check(h.id));
  }

  showTask(h) { showTask(h, () => this.work.check(h.id), () => this.homework()); }

  async task(id) {
    const answer = await this.asked({do: 'homework'});
    const h = answer?.homework.find((h) => h.id === id);
    h ? this.showTask(h) : this.homework();
  }

  review() { return this.begin({review: true}); }

  async nothingDue() {
    const done = await this.work.command(['review'], {quiet: true});
    if (done) showMessage(done.text.replace(/\x1b\[[0-9;]*m/g, '').trim());
  }

  progress() {
    this.work.offer('', '');
    showProgress(this.engine.kept, {
      keeps: this.store.keeps,
      exported: () => this.exportProgress(),
      imported: (file) => this.importProgress(file),
      forget: () => this.forget(),
    });
  }

  exportProgress() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([this.engine.kept.get('progress.json')], {type: 'application/json'}));
    link.download = 'progress.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // Takes the file only if the tutor can read it.
  async importProgress(file) {
    const before = this.engine.kept.get('progress.json');
    this.engine.kept.set('progress.json', await file.text());
    this.engine.stop();
    const course = await this.asked({do: 'course'});
    if (!course) {
      before === undefined ? this.engine.kept.delete('progress.json') : this.engine.kept.set('progress.json', before);
      this.engine.stop();
      return;
    }
    await this.store.put('state', 'progress.json', this.engine.kept.get('progress.json'));
    showMessage(`Imported: ${course.lessons.filter((l) => l.done).length} lessons done.`);
  }

  async forget() {
    if (!confirm('Forget all answers and places in lessons? Your files stay.')) return;
    this.engine.kept.clear();
    await this.store.clear('state');
    this.engine.stop();
    this.course();
  }
}

new Tutor().start().catch((error) => {
  document.getElementById('log').replaceChildren(`The tutor could not start: ${error.message || error}. It needs a browser of 2023 or later.`);
});
