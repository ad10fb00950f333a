// A view whose numbers the learner changes: a slider for each, and below them what follows from it.

import {element, prose} from './blocks.js';

const kMostSliders = 24;  // of a tensor; the cells of a larger one are typed

function input(knob, value, cell, change) {
  let field;
  if (knob.kind === 'option') {
    field = element('select', '', ...knob.options.map((o) => new Option(o, o, false, o === value.text)));
  } else {
    field = element('input', '');
    const slides = 'low' in knob && knob.kind !== 'text' && knob.values.length <= kMostSliders;
    field.type = slides ? 'range' : 'text';
    if (slides) Object.assign(field, {min: knob.low, max: knob.high, step: knob.step});
    field.value = value.text;
  }
  field.setAttribute('aria-label', value.name);
  field.addEventListener(field.type === 'range' ? 'input' : 'change', () => change(cell, field.value));
  return field;
}

// A number is dragged by its name to the left or right, a step for every few pixels.
const kPixels = 6;

function drag(handle, field, {low = -Infinity, high = Infinity, step}, change) {
  handle.classList.add('drags');
  handle.addEventListener('pointerdown', (down) => {
    const from = Number(field.value);
    if (!Number.isFinite(from)) return;
    handle.setPointerCapture(down.pointerId);
    handle.onpointermove = (move) => {
      const to = from + Math.round((move.clientX - down.clientX) / kPixels) * step;
      change(String(Number(Math.max(low, Math.min(high, to)).toPrecision(6))));
    };
    handle.onpointerup = handle.onpointercancel = () => { handle.onpointermove = null; };
  });
}

export class PlayView {
  // `ask` sends a question; `done` is called when the learner leaves the view.
  constructor(play, ask, done) {
    this.ask = ask;
    this.reached = element('p', 'soft');
    this.reached.setAttribute('role', 'status');
    this.shown = element('div', '');
    this.knobs = element('div', 'knobs');
    const button = (text, work, look = '') => {
      const out = element('button', look, text);
      out.type = 'button';
      out.addEventListener('click', work);
      return out;
    };
    this.buttons = element('div', 'buttons', button('Done', done, 'main'), button('Start values', () => this.change({reset: true})));
    this.element = element('section', 'play', prose('question', play.task), this.knobs, this.reached, this.buttons, this.shown);
    this.element.setAttribute('aria-label', play.title || 'View');
    this.build(play);
    this.show(play);
  }

  build(play) {
    this.fields = [];
    this.knobs.replaceChildren(...play.knobs.map((knob, index) => {
      const group = element('fieldset', '', element('legend', '', knob.about));
      const table = element('div', 'cells');
      knob.values.forEach((value, cell) => {
        const field = input(knob, value, cell, (at, text) => this.change({knob: index, cell: at, value: text}));
        const number = element('output', '', value.text);
        this.fields.push({field, number, index, cell});
        const name = element('span', 'soft', value.name);
        if (field.type === 'text' && knob.kind !== 'text') drag(name, field, knob, (text) => this.change({knob: index, cell, value: text}));
        table.append(element('label', '', name, field, field.type === 'range' ? number : ''));
      });
      group.append(table);
      return group;
    }));
  }

  // While an answer is under way, only the last of further changes counts.
  async change(what) {
    this.next = what;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.next) {
        const question = this.next;
        this.next = null;
        const play = await this.ask({do: 'set', ...question});
        if (play && play.knobs) this.show(play);
      }
    } finally {
      this.busy = false;
    }
  }

  show(play) {
    for (const {field, number, index, cell} of this.fields) {
      const text = play.knobs[index].values[cell]?.text ?? '';
      number.textContent = text;
      if (field !== this.element.ownerDocument.activeElement || !this.next) field.value = text;
    }
    this.reached.textContent = play.problem || (play.reached ? '✓ Reached. ' : '') + (play.changes.length > 0 ? 'Changed: ' + play.changes.join('; ') : '');
    this.shown.replaceChildren(...prose('', play.html).childNodes);
  }

  // It stays in the log as a picture of how it was left.
  close() {
    this.buttons.remove();
    for (const {field} of this.fields) field.disabled = true;
  }
}
