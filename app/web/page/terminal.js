// The console on the whole screen, as a terminal: the build makes a file of its own of it, which is loaded when it is wanted.

import {Terminal} from '@xterm/xterm';
import look from '@xterm/xterm/css/xterm.css';

const kPrompt = '\x1b[1m$ mha-tutor\x1b[0m ';
const kMargin = 24;  // pixels, of both sides

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
    Object.assign(this, {run, stop, line: '', lines: [], place: 0, busy: false});
    this.dialog = document.createElement('dialog');
    this.dialog.className = 'terminal';
    this.dialog.setAttribute('aria-label', 'Terminal; Escape leaves it');
    const host = document.createElement('div');
    this.dialog.append(host);
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
    this.screen.write('Commands as in the console: card, explain softmax, run program.py, --help. Ctrl-C stops one, Escape leaves.\n' + kPrompt);
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
    this.fit();
    this.screen.focus();
  }

  fit() {
    const {screen} = this, all = this.host.querySelector('.xterm-screen').getBoundingClientRect();
    const cell = [all.width / screen.cols, all.height / screen.rows];
    if (cell[0] > 0) screen.resize(Math.max(20, Math.floor((innerWidth - kMargin) / cell[0])), Math.max(5, Math.floor((innerHeight - kMargin) / cell[1])));
  }

  typed(data) {
    if (data === '\x03') return this.busy ? this.stop() : this.show('', '^C\n');
    if (this.busy) return;
    if (data === '\x1b[A' || data === '\x1b[B') return this.recall(data === '\x1b[A' ? -1 : 1);
    for (const c of data.startsWith('\x1b') ? '' : data) {
      if (c === '\r') return this.enter();
      if (c === '\x7f') this.show([...this.line].slice(0, -1).join(''));
      else if (c >= ' ') this.show(this.line + c);
    }
  }

  // The line that is being typed, after what `before` says of the old one.
  show(line, before = '\r\x1b[K') {
    this.line = line;
    this.screen.write(before + kPrompt + line);
  }

  recall(way) {
    this.place = Math.max(0, Math.min(this.lines.length, this.place + way));
    this.show(this.lines[this.place] || '');
  }

  async enter() {
    const line = this.line.trim();
    this.screen.write('\n');
    if (line) {
      this.lines.push(line);
      this.busy = true;
      await this.run(line, this.screen.cols, (bytes) => this.screen.write(bytes));
      this.busy = false;
    }
    this.place = this.lines.length;
    this.show('', '');
  }
}
