// The right side: files, the editor, commands and the console.

import {addAnsi} from './ansi.js';
import {element} from './blocks.js';
import {Editor} from './editor.js';
import {Stopped} from './engine.js';
import {isProgram, isTensors, isText, packed, safeName} from './files.js';
import {LossCurve} from './training.js';

const kMostShown = 400_000;  // characters of one command's output

// The words of a command, as a shell has them.
function wordsOf(line) {
  const words = (line.match(/"[^"]*"|'[^']*'|\S+/g) || []).map((w) => w.replace(/^(["'])(.*)\1$/s, '$2'));
  return words[0] === 'mha-tutor' ? words.slice(1) : words;
}

export class Work {
  constructor({engine, files, store, walk, report, say, terminalParts}) {
    Object.assign(this, {engine, files, store, walk, report, say, terminalParts});
    this.ui = Object.fromEntries(['file', 'nottext', 'console', 'hand', 'run', 'trace', 'stop', 'status', 'line']
      .map((id) => [id, document.getElementById(id)]));
    this.host = document.getElementById('editor');
    this.editor = new Editor(this.host, {
      complete: (before) => this.completions(before),
      onChange: (text) => this.changed(text),
      onRun: () => this.program('run'),
      onSubmit: () => (this.exercise ? this.handIn() : this.program('run')),
    });
    this.bind();
  }

  bind() {
    const on = (id, work) => document.getElementById(id).addEventListener('click', work);
    on('run', () => this.program('run'));
    on('trace', () => this.toggleShapes());
    on('check', () => this.check());
    on('hand', () => this.handIn());
    on('stop', () => this.engine.stop());
    on('new', () => this.make('program.py', 'import torch\n\n'));
    on('add', () => document.getElementById('open').click());
    on('share', () => this.link());
    on('save', () => this.save());
    document.getElementById('open').addEventListener('change', (event) => this.takeFiles(event.target.files));
    this.ui.file.addEventListener('change', () => this.show(this.ui.file.value));
    document.getElementById('command').addEventListener('submit', (event) => {
      event.preventDefault();
      const words = wordsOf(this.ui.line.value);
      if (words.length > 0) this.command(words);
      this.ui.line.value = '';
    });
    on('whole', () => this.wholeScreen());
    setInterval(() => { this.ui.stop.disabled = !this.engine.busy; }, 150);
  }

  // ------------------------------------------------------------------ files

  list() {
    this.ui.file.replaceChildren(...this.files.names.map((name) => new Option(name, name, false, name === this.name)));
  }

  show(name) {
    this.name = null;  // while the editor changes
    const text = isText(name) || name.endsWith('.ipynb');
    this.host.hidden = !text;
    this.ui.nottext.hidden = text;
    if (text) this.editor.text = this.files.text(name);
    else this.describe(name);
    this.name = name;
    this.shapesSoon(0);
    this.ui.run.disabled = this.ui.trace.disabled = !isProgram(name);
    this.list();
    this.store.put('settings', 'file', name);
  }

  // Of a file that is no text: what can be done with it.
  describe(name) {
    const bytes = this.files.byName.get(name), save = element('a', '', 'Save it');
    URL.revokeObjectURL(this.saved);
    this.saved = save.href = URL.createObjectURL(new Blob([bytes]));
    save.download = name;
    this.ui.nottext.replaceChildren(`${name}, ${bytes.length} bytes. ${isTensors(name) ? 'Check judges the tensors in it. ' : ''}`, save);
  }

  async make(name, content) {
    const free = this.files.free(safeName(name));
    await this.files.put(free, content);
    this.show(free);
    return free;
  }

  changed(text) {
    if (!this.name) return;
    const name = this.name;
    this.files.byName.set(name, new TextEncoder().encode(text));
    clearTimeout(this.saving);
    this.shapesSoon(400);
    this.saving = setTimeout(() => this.files.put(name, this.files.byName.get(name)).catch((e) => this.say(e.message)), 300);
  }

  async takeFiles(list) {
    for (const file of list) {
      try {
        if (!isProgram(file.name) && !isTensors(file.name) && !isText(file.name)) throw new Error(`${file.name}: a program, a notebook or tensors can be opened here`);
        const name = await this.make(file.name, new Uint8Array(await file.arrayBuffer()));
        this.ui.status.textContent = `${name} is open.`;
      } catch (error) {
        this.say(error.message);
      }
    }
  }

  async link() {
    const address = location.href.split('#')[0] + '#code=' + await packed(this.editor.text);
    history.replaceState(null, '', address);
    try {
      await navigator.clipboard.writeText(address);
      this.ui.status.textContent = 'The link to this program is copied; it carries the whole text.';
    } catch {
      this.ui.status.textContent = 'The address of this page carries this program now: copy it.';
    }
  }

  // Gives the file to the browser, which keeps it where downloads are kept.
  save() {
    const link = element('a', '');
    link.href = URL.createObjectURL(new Blob([this.files.byName.get(this.name)]));
    link.download = this.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  // -------------------------------------------------------------- exercises

  // An exercise of the lesson takes the editor until it is done.
  offer(name, draft) {
    if (name === this.exercise) return;
    this.exercise = name;
    this.ui.hand.hidden = !name;
    if (!name) return;
    const file = `exercise_${safeName(name)}.py`;
    // What was written on an earlier visit stays.
    if (this.files.byName.has(file)) return this.show(file);
    this.files.put(file, draft + (draft.endsWith('\n') ? '' : '\n')).catch((e) => this.say(e.message));
    this.show(file);
  }

  async handIn() {
    const text = this.editor.text.trimEnd();
    text ? await this.walk.take(text) : this.say('The editor is empty: write the code there.');
  }

  async completions(before) {
    if (this.engine.busy) return {typed: 0, words: []};
    return this.engine.ask({do: 'complete', text: before});
  }

  // --------------------------------------------------------------- commands

  // While it is on, the shapes of what each line makes stand beside it as one types; the console has all of them once.
  toggleShapes() {
    this.live = !this.live;
    document.getElementById('trace').setAttribute('aria-pressed', String(this.live));
    if (!this.live) return this.editor.shapes([]);
    this.shapesSoon(0);
    return this.program('trace');
  }

  shapesSoon(wait) {
    clearTimeout(this.shaping);
    if (this.live && /\.py$/i.test(this.name)) this.shaping = setTimeout(() => this.shapes(this.name), wait);
  }

  async shapes(name) {
    this.beside ??= this.engine.beside();
    if (this.beside.busy) this.beside.stop();
    let text = '';
    const decoder = new TextDecoder();
    const answer = await this.beside.command(['trace', name, '--json', '--max-seconds', '3'], {files: this.files.all,
      write: (stream, bytes) => { if (stream === 'out') text += decoder.decode(bytes, {stream: true}); }}).catch(() => null);
    // A program that is half written keeps the shapes of before.
    if (!answer || !this.live || name !== this.name) return;
    const lines = text ? JSON.parse(text).filter((l) => l.file === name) : [];
    if (answer.code === 0 || lines.length > 0) this.editor.shapes(lines);
  }

  program(command) {
    return isProgram(this.name || '') ? this.command([command, this.name]) : undefined;
  }

  // Runs a command and shows its output as it comes: in the console or, `quiet`, as the caller does in the page's words.
  // The exit code, and the files that were `wanted`.
  async command(words, {quiet = false, wanted} = {}) {
    const out = element('pre', '');
    const decoder = new TextDecoder();
    let text = '', shown = 0;
    const write = (stream, bytes) => {
      text += decoder.decode(bytes, {stream: true});
      if (quiet || shown > kMostShown) return;
      shown += bytes.length;
      addAnsi(out, shown > kMostShown ? '\n… more than is shown here\n' : text.slice(out.taken || 0));
      out.taken = text.length;
      this.ui.console.scrollTop = this.ui.console.scrollHeight;
    };
    if (!quiet) this.ui.console.append(element('p', 'given', `$ mha-tutor ${words.join(' ')}`), out);
    this.ui.status.textContent = 'running …';
    const curve = new LossCurve();
    const train = (losses) => {
      curve.add(losses);
      if (!quiet && !curve.element.isConnected) out.after(curve.element);
    };
    try {
      const answer = await this.engine.command(words, {files: this.files.all, width: this.columns, wanted, page: quiet, write, train});
      this.ui.status.textContent = answer.code === 0 ? 'done' : `ended with exit code ${answer.code}`;
      if (!wanted) await this.keep(answer.made);
      return {...answer, text};
    } catch (error) {
      this.ui.status.textContent = error instanceof Stopped ? 'stopped' : String(error.message || error);
      if (error instanceof Stopped) out.append('stopped\n');
      return null;
    }
  }

  // Files that a command wrote are the learner's.
  async keep(made) {
    for (const [name, bytes] of made) await this.files.put(name, bytes);
    if (made.length > 0) this.list();
  }

  async wholeScreen() {
    const {TerminalView} = await this.terminalParts();
    this.terminal ??= new TerminalView({
      // For other colours than those of its palette xterm sets styles, which the page's security policy forbids.
      run: (line, width, write) => this.engine.command(wordsOf(line), {files: this.files.all, width, colours: '256', write: (stream, bytes) => write(bytes)}).then((answer) => this.keep(answer.made))
        .catch((error) => write(String(error.message || error) + '\n')),
      stop: () => this.engine.stop(),
    });
    this.terminal.open();
  }

  get columns() { return Math.max(30, Math.min(110, Math.floor((this.ui.console.clientWidth - 50) / 9))); }

  // Judges the file: the report on the left, its lines marked in the editor.
  async check(homework) {
    if (!this.name) return;
    const words = ['check', this.name, '--json', '--html', 'report.html', '--hints', '3', '--with', '.'];
    if (homework) words.push('--homework', homework);
    const done = await this.command(words, {quiet: true, wanted: ['report.html']});
    if (!done) return;
    const page = done.made.find(([name]) => name === 'report.html');
    let result = null;
    try {
      result = JSON.parse(done.text);
    } catch {
      this.ui.console.append(element('p', 'given', `$ mha-tutor check ${this.name}`), addAnsi(element('pre', ''), done.text));
      return;
    }
    this.ui.status.textContent = result.verdict === 'right' ? 'right' : result.verdict === 'wrong' ? 'not right yet' : 'could not be judged';
    // What was not judged names no homework; a draft does, in its first line.
    const task = result.assignment?.id ?? homework ?? /^# Homework: ([\w-]+)/.exec(this.editor.text)?.[1];
    this.mark(result);
    // On a phone the editor then scrolls the page to the line; the report comes first.
    await new Promise(requestAnimationFrame);
    this.report(this.name, new TextDecoder().decode(page[1]), result, task);
  }

  // Shows the change that makes the file right, below its line.
  async mend(name, homework) {
    const words = ['mend', name, '--json', '--with', '.', ...(homework ? ['--homework', homework] : [])];
    const done = await this.command(words, {quiet: true});
    if (!done) return;
    // What is no program or notebook has no such answer.
    if (!done.text.startsWith('{')) return this.command(['mend', name]);
    const {changes, why} = JSON.parse(done.text);
    if (name !== this.name) this.show(name);
    this.editor.changes(changes);
    this.ui.status.textContent = why || 'The change stands in the editor, after →. Why does it help?';
  }

  mark(result) {
    if (!isText(this.name)) return;
    const problems = [];
    if (result.error && result.error.line) problems.push({...result.error, message: `${result.error.kind}: ${result.error.message}`});
    for (const m of result.misconceptions || []) {
      if (m.line) problems.push({line: m.line, column: m.column, message: m.title});
    }
    if (problems.length === 0 && result.fault && result.fault.line) problems.push({...result.fault, message: 'the first wrong stage'});
    for (const r of result.remarks || []) {
      if (r.line) problems.push({line: r.line, message: r.title, severity: 'info'});
    }
    this.editor.mark(problems);
  }
}
