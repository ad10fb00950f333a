// Reading a picture cell by cell, with the pointer or with arrow keys: a line below it says what a cell is.

import {element} from './blocks.js';

function read(cell) {
  const figure = cell.closest('figure');
  for (const other of figure.querySelectorAll('.cell.at')) other.classList.remove('at');
  cell.classList.add('at');
  let line = figure.querySelector('figcaption');
  if (!line) {
    line = element('figcaption', 'soft');
    line.setAttribute('aria-live', 'polite');
    figure.append(line);
  }
  line.textContent = cell.querySelector('title').textContent;
}

const kSteps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

function onKey(event) {
  const drawing = event.target.closest('.drawing');
  const step = kSteps[event.key];
  if (!drawing || !step) return;
  const cells = [...drawing.querySelectorAll('.cell')];
  const place = (c) => [Number(c.dataset.row), Number(c.dataset.column)];
  const now = drawing.querySelector('.cell.at');
  let next = cells[0];
  if (now) {
    // The nearest cell in that direction: of this row or column, else of the next one that has any.
    const [row, column] = place(now);
    const ahead = cells.map((c) => [c, ...place(c)]).filter(([, r, k]) => (step[0] ? Math.sign(r - row) === step[0] : r === row && Math.sign(k - column) === step[1]));
    const far = ([, r, k]) => Math.abs(r - row) * 1000 + Math.abs(k - column);
    next = ahead.sort((a, b) => far(a) - far(b))[0]?.[0];
  }
  if (!next) return;
  event.preventDefault();
  read(next);
  next.scrollIntoView({block: 'nearest', inline: 'nearest'});
}

export function bindPictures(root) {
  root.addEventListener('pointerover', (event) => {
    const cell = event.target.closest?.('.cell');
    if (cell) read(cell);
  });
  root.addEventListener('keydown', onKey);
}
