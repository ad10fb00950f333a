// The losses of a program's training as a curve that grows while it runs.

import {element} from './blocks.js';

const kWidth = 400, kHeight = 100, kPoints = 400;

function svg(tag, attributes) {
  const out = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) out.setAttribute(name, value);
  return out;
}

export class LossCurve {
  constructor() {
    this.losses = [];
    this.line = svg('polyline', {fill: 'none', stroke: 'currentColor', 'stroke-width': 2, 'vector-effect': 'non-scaling-stroke'});
    this.drawing = svg('svg', {viewBox: `0 -2 ${kWidth} ${kHeight + 4}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'The loss, step by step'});
    this.drawing.append(this.line);
    this.caption = element('figcaption', 'soft');
    this.element = element('figure', 'training', this.drawing, this.caption);
    this.element.setAttribute('aria-live', 'off');
  }

  add(losses) {
    this.losses.push(...losses);
    const all = this.losses, finite = all.filter(Number.isFinite), most = Math.max(...finite, 0) || 1, least = Math.min(...finite, 0);
    const every = Math.ceil(all.length / kPoints), points = [];
    for (let i = 0; i < all.length; i += every) {
      if (!Number.isFinite(all[i])) continue;
      points.push(`${(i / Math.max(1, all.length - 1) * kWidth).toFixed(1)},${((most - all[i]) / (most - least) * kHeight).toFixed(1)}`);
    }
    this.line.setAttribute('points', points.join(' '));
    this.caption.textContent = `Training: step ${all.length}, loss ${all.at(-1).toPrecision(4)}. The curve goes from ${most.toPrecision(3)} at the top to ${least.toPrecision(3)}.`;
  }
}
