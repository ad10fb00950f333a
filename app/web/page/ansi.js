// The terminal's colours as elements: text with escape sequences becomes spans.

const kAttributes = {1: 'bold', 2: 'faint', 3: 'italic', 4: 'underline', 7: 'inverse'};
const kSixteen = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

function ofNumber(n) {
  if (n < 16) return null;
  if (n >= 232) {
    const grey = 8 + 10 * (n - 232);
    return `rgb(${grey},${grey},${grey})`;
  }
  const level = (v) => (v === 0 ? 0 : 55 + 40 * v);
  const c = n - 16;
  return `rgb(${level(Math.floor(c / 36))},${level(Math.floor(c / 6) % 6)},${level(c % 6)})`;
}

// Reads 38;2;r;g;b or 38;5;n from `at`; the colour and how many parameters it took.
function colour(parameters, at) {
  if (parameters[at] === 2) return [`rgb(${parameters.slice(at + 1, at + 4).join(',')})`, 4];
  return [ofNumber(parameters[at + 1]), 2];
}

function change(look, parameters) {
  for (let i = 0; i < parameters.length; ++i) {
    const p = parameters[i];
    if (p === 0) Object.assign(look, {classes: new Set(), ink: null, ground: null});
    else if (kAttributes[p]) look.classes.add(kAttributes[p]);
    else if (p >= 30 && p <= 37) look.classes.add('ink-' + kSixteen[p - 30]);
    else if (p >= 90 && p <= 97) look.classes.add('ink-' + kSixteen[p - 90]);
    else if (p === 38 || p === 48) {
      const [value, taken] = colour(parameters, i + 1);
      look[p === 38 ? 'ink' : 'ground'] = value;
      i += taken;
    }
  }
}

// Appends the text to the element.
export function addAnsi(element, text) {
  const look = {classes: new Set(), ink: null, ground: null};
  for (const part of text.split(/(\x1b\[[0-9;]*[A-Za-z])/)) {
    const sequence = /^\x1b\[([0-9;]*)([A-Za-z])$/.exec(part);
    if (sequence) {
      if (sequence[2] === 'm') change(look, sequence[1].split(';').map(Number));
      continue;
    }
    if (!part) continue;
    if (look.classes.size === 0 && !look.ink && !look.ground) {
      element.append(part);
      continue;
    }
    const span = document.createElement('span');
    span.className = [...look.classes].join(' ');
    if (look.ink) span.style.color = look.ink;
    if (look.ground) span.style.backgroundColor = look.ground;
    span.textContent = part;
    element.append(span);
  }
  return element;
}
