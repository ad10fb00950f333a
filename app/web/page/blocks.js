// Elements, of the tutor's HTML and of text. The tutor has made safe what its HTML holds.

export function element(tag, className, ...children) {
  const out = document.createElement(tag);
  if (className) out.className = className;
  out.append(...children);
  return out;
}

export function prose(className, html) {
  const out = element('div', className);
  out.innerHTML = html;
  return out;
}

// What the learner typed, as it stands in the log.
export function saidElement(text) {
  return element('div', 'said', element('span', 'hidden', 'You: '), element('code', '', text));
}
