// The console on the whole screen, as a terminal: the build makes a file of its own of it, which is loaded when it is wanted.

import {Terminal} from '@xterm/xterm';
import look from '@xterm/xterm/css/xterm.css';

const kPrompt = '\x1b[1m$ mha-tutor\x1b[0m ';
const kPromptColumns = 12;
const kMargin = 24;  // pixels, of both sides
const kWide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

// What keys do, by what a terminal sends for them. Those of letters are with Ctrl, as in a shell.
const kKeys = {
  '\x1b[D': 'left', '\x02': 'left', '\x1b[C': 'right', '\x06': 'right',
  '\x1b[1;5D': 'wordLeft', '\x1bb': 'wordLeft', '\x1b[1;5C': 'wordRight', '\x1bf': 'wordRight',
  '\x1b[H': 'home', '\x01': 'home', '\x1b[F': 'end', '\x05': 'end',
  '\x7f': 'eraseLeft', '\x1b[3~': 'eraseRight', '\x04': 'eraseRight', '\x17': 'eraseWord', '\x15': 'eraseBefore', '\x0b': 'eraseAfter',
  '\x1b[A': 'earlier', '\x10': 'earlier', '\x1b[B': 'later', '\x0e': 'later', '\r': 'enter',
};

function columnsOf(text) {
  let sum = 0;
  for (const c of text) sum += /\p{M}/u.test(c) ? 0 : kWide.test(c) ? 2 : 1;
  return sum;
}

// One command per line; a text in quotes may have several.
function commandsOf(text) {
  return (text.match(/(?:"[^"]*"|'[^']*'|[^\n])+/g) || []).map((line) => line.trim()).filter((line) => line);
}

// xterm makes <style> elements, which the page's security policy forbids. While `work` runs, sheets of `root` stand in for them.
function withSheets(root, work) {
  const createElement = document.createElement;
  document.createElement = (tag, ...more) => {
    if (tag !== 'style') return createElement.call(document, tag, ...more);
    const sheet = new CSSStyleSheet(), out = createElement.call(document, 'span');
    root.adoptedStyleSheets.push(sheet);
    Object.defineProperty(out, 'textContent', {set: (css) => sheet.replaceSync(css)});
    return out;
  };
  try {
    work();
  } finally {
    delete document.createElement;
  }
}

export class TerminalView {
  // `run(line, columns, write)` runs a command and resolves at its end; `stop()` ends it.
  constructor({run, stop}) {
    Object.assign(this, {run, stop, line: '', at: 0, lines: [], place: 0, waiting: [], busy: false});
    this.dialog = document.createElement('dialog');
    this.dialog.className = 'terminal';
    this.dialog.setAttribute('aria-label', 'Terminal; Escape leaves it');
    const host = document.createElement('div'), leave = document.createElement('button');
    leave.textContent = 'Leave';
    leave.addEventListener('click', () => this.dialog.close());
    this.dialog.append(leave, host);
    document.body.append(this.dialog);
    const root = host.attachShadow({mode: 'open'});
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(look);
    root.adoptedStyleSheets.push(sheet);
    const screen = document.createElement('div');
    root.append(screen);
    this.dialog.showModal();
    this.screen = new Terminal({convertEol: true, screenReaderMode: true, fontFamily: 'monospace'});
    withSheets(root, () => this.screen.open(screen));
    this.screen.attachCustomKeyEventHandler((event) => event.key !== 'Escape' || this.dialog.close());
    this.host = screen;
    this.screen.onData((data) => this.typed(data));
    addEventListener('resize', () => this.fit());
    this.screen.write('Commands as in the console: card, explain softmax, run program.py, --help. Ctrl-C stops one, Escape leaves.\n\x1b[?2004h' + kPrompt);
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
    this.fit();
    this.screen.focus();
  }

  fit() {
    const {screen} = this, all = this.host.querySelector('.xterm-screen').getBoundingClientRect();
    const cell = [all.width / screen.cols, all.height / screen.rows];
    if (cell[0] > 0) screen.resize(Math.max(20, Math.floor((innerWidth - kMargin) / cell[0])), Math.max(5, Math.floor((innerHeight - this.host.getBoundingClientRect().top - kMargin / 2) / cell[1])));
  }

  typed(data) {
    if (data === '\x03') return this.interrupt();
    if (this.busy) return;
    const pasted = /^\x1b\[200~(.*)\x1b\[201~$/s.exec(data);
    if (pasted) return this.insert(pasted[1].replace(/\r\n?/g, '\n').replace(/\t/g, '    '));
    if (kKeys[data]) return this[kKeys[data]]();
    if (!data.startsWith('\x1b')) this.insert(data);
  }

  interrupt() {
    if (this.busy) {
      this.waiting = [];
      return this.stop();
    }
    this.end();
    this.screen.write('^C\n');
    this.begin();
  }

  // ------------------------------------------------------- the line being typed

  get before() { return this.line.slice(0, this.at); }
  get after() { return this.line.slice(this.at); }
  // The ends of the character and of the word beside the cursor; a letter and its marks are one character.
  get oneLeft() { return this.before.replace(/\P{M}\p{M}*$/u, '').length; }
  get oneRight() { return this.line.length - this.after.replace(/^\P{M}\p{M}*/u, '').length; }
  get aWordLeft() { return this.before.replace(/\S+\s*$/, '').length; }
  get aWordRight() { return this.line.length - this.after.replace(/^\s*\S+/, '').length; }

  left() { this.show(this.line, this.oneLeft); }
  right() { this.show(this.line, this.oneRight); }
  wordLeft() { this.show(this.line, this.aWordLeft); }
  wordRight() { this.show(this.line, this.aWordRight); }
  home() { this.show(this.line, 0); }
  end() { this.show(this.line, this.line.length); }
  insert(text) {
    const clean = text.replace(/[^\n -~\u00a0-\u{10ffff}]/gu, '');
    this.show(this.before + clean + this.after, this.at + clean.length);
  }
  erase(from, to) { this.show(this.line.slice(0, from) + this.line.slice(to), from); }
  eraseLeft() { this.erase(this.oneLeft, this.at); }
  eraseRight() { this.erase(this.at, this.oneRight); }
  eraseWord() { this.erase(this.aWordLeft, this.at); }
  eraseBefore() { this.erase(0, this.at); }
  eraseAfter() { this.erase(this.at, this.line.length); }
  earlier() { this.recall(-1); }
  later() { this.recall(1); }

  // How many rows below the prompt's and in which column what follows this part of the line stands.
  placeAfter(part) {
    const lines = part.split('\n').map(columnsOf), last = lines.length - 1;
    lines[0] += kPromptColumns;
    const above = lines.slice(0, -1).reduce((rows, n) => rows + Math.max(1, Math.ceil(n / this.screen.cols)), 0);
    return {row: above + Math.floor(lines[last] / this.screen.cols), column: lines[last] % this.screen.cols};
  }

  // Shows another line, or the cursor elsewhere in it, in place of what is there.
  show(line, at = line.length) {
    const up = (rows) => (rows > 0 ? `\x1b[${rows}A` : '');
    let text = up(this.placeAfter(this.before).row) + '\r\x1b[J' + kPrompt + line;
    Object.assign(this, {line, at});
    const end = this.placeAfter(line), here = this.placeAfter(this.before);
    // A row that is full keeps the cursor until more comes.
    if (end.column === 0 && line) text += line.endsWith('\n') ? '' : '\n';
    text += up(end.row - here.row) + '\r' + (here.column > 0 ? `\x1b[${here.column}C` : '');
    this.screen.write(text);
  }

  // A prompt on a row of its own.
  begin() {
    Object.assign(this, {line: '', at: 0, place: this.lines.length});
    this.screen.write(kPrompt);
  }

  recall(way) {
    this.place = Math.max(0, Math.min(this.lines.length, this.place + way));
    this.show(this.lines[this.place] || '');
  }

  async enter() {
    this.end();
    this.screen.write('\n');
    if (this.line.trim()) this.lines.push(this.line.trim());
    this.waiting = commandsOf(this.line);
    this.busy = true;
    while (this.waiting.length > 0) await this.run(this.waiting.shift(), this.screen.cols, (bytes) => this.screen.write(bytes));
    this.busy = false;
    this.begin();
  }
}
