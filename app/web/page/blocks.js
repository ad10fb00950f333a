// What a lesson shows, as elements. Prose is the tutor's own Markdown, which it has made safe.

import {addAnsi} from './ansi.js';

function element(tag, className, ...children) {
  const out = document.createElement(tag);
  if (className) out.className = className;
  out.append(...children);
  return out;
}

function prose(className, html, label) {
  const out = element('div', className);
  out.innerHTML = html;
  if (label) {
    const strong = element('strong', 'label', label + ' ');
    const first = out.firstElementChild;
    first && first.tagName === 'P' ? first.prepend(strong) : out.prepend(strong);
  }
  return out;
}

// Keeps its columns; scrolls sideways by itself, also with the keyboard.
function fixed(className, text, name) {
  const pre = element('pre', className);
  pre.tabIndex = 0;
  if (name) {
    pre.setAttribute('role', 'group');
    pre.setAttribute('aria-label', name);
  }
  addAnsi(pre, text.replace(/\n$/, ''));
  return pre;
}

function picture(block) {
  const figure = element('figure', 'picture');
  const drawn = fixed('drawing', block.text);
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', block.words.trim());
  figure.append(drawn);
  return figure;
}

const kMakers = {
  title: (b) => element('header', 'title', element('p', 'number', b.label), element('h2', '', b.text), prose('goal', b.html, 'Goal:')),
  heading: (b) => element('h3', '', b.text),
  prose: (b) => prose('prose', b.html),
  code: (b) => fixed('code', b.text, 'code'),
  starter: (b) => element('div', 'starter', element('p', 'soft', b.label), fixed('code', b.text, 'code')),
  output: (b) => fixed('output', b.text, 'output'),
  failure: (b) => fixed('failure', b.text, 'error'),
  picture,
  source: (b) => fixed('source', b.text, 'source'),
  question: (b) => {
    const out = prose('question', b.html, '?');
    out.append(prose('soft', b.form));
    return out;
  },
  option: (b) => prose('option', b.html, b.label + ')'),
  line: (b) => {
    if (b.html) return prose('option', b.html, b.label + ')');
    const out = element('div', 'option', element('strong', 'label', b.label + ') '));
    out.append(addAnsi(element('code', ''), b.text));
    return out;
  },
  right: (b) => prose('right', b.html, b.label),
  wrong: (b) => prose('wrong', b.html, b.label),
  compared: (b) => element('div', 'compared', element('p', '', element('span', 'soft', 'you said: '), element('code', '', b.said)),
    element('p', 'soft', 'it is:'), fixed('output', b.text, 'the value')),
  hint: (b) => prose('hint', b.html, b.label),
  note: (b) => prose('note', b.html, b.label),
  done: (b) => {
    const out = prose('done', b.html, b.label);
    if (b.detail) out.append(element('p', '', b.detail + '.'));
    return out;
  },
};

export function blockElement(block) {
  return kMakers[block.kind](block);
}

// What the learner typed, as it stands in the log.
export function saidElement(text) {
  const out = element('div', 'said');
  out.append(element('span', 'hidden', 'You: '), element('code', '', text === '' ? '(Enter)' : text));
  return out;
}

export {element, fixed, prose};
