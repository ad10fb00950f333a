// The left side: a lesson, the quiz or a review, walked as at a prompt in the terminal.

import {element, prose, saidElement} from './blocks.js';
import {Stopped} from './engine.js';
import {bindPictures} from './pictures.js';
import {PlayView} from './play.js';
import {LossCurve} from './training.js';

const kPrompts = {enter: 'Next or Enter goes on', answer: 'your answer', code: 'write code in the editor, or here', play: 'Play or Enter opens the view'};
const kSend = {enter: 'Next', answer: 'Answer', code: 'Hand in', play: 'Play'};

export class Walk {
  // `engine` answers; `offer(name, code)` is told of an exercise, with "" when it is over;
  // `leave(where)` of a line that leads elsewhere; `handIn()` hands in what the editor has.
  constructor({engine, files, offer, leave, say, handIn}) {
    Object.assign(this, {engine, files, offer, leave, say, handIn});
    this.log = document.getElementById('log');
    this.form = document.getElementById('answer');
    this.reply = document.getElementById('reply');
    this.prompt = document.getElementById('prompt');
    this.send = document.getElementById('send');
    this.typed = [];
    bindPictures(this.log);
    for (const kind of ['click', 'keydown']) this.log.addEventListener(kind, (event) => this.choose(event));
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.take(this.reply.value);
    });
    this.reply.addEventListener('keydown', (event) => this.key(event));
    this.reply.addEventListener('input', () => this.grow());
    for (const button of this.form.querySelectorAll('[data-say]')) {
      button.addEventListener('click', () => this.take(button.dataset.say));
    }
  }

  get width() {
    const probe = element('span', 'hidden', 'm'.repeat(20));
    probe.style.fontFamily = 'var(--mono)';
    probe.style.fontSize = '.92rem';
    probe.style.width = 'auto';
    this.log.append(probe);
    const beside = Number.parseFloat(getComputedStyle(this.log).paddingLeft) * 2 + 20;  // the frame of a view, too
    const columns = Math.floor((Math.min(this.log.clientWidth, 1100) - beside) / (probe.scrollWidth / 20 || 9));
    probe.remove();
    return Math.max(30, Math.min(110, columns || 80));
  }

  // {lesson: id}, {quiz: ""}, {review: true}; the answer, or null if that was stopped.
  async begin(what) {
    this.what = what;
    const answer = await this.asked({do: 'begin', ...what});
    if (!answer || answer.nothing) return answer;
    this.log.replaceChildren();
    this.show(answer);
    this.form.hidden = false;
    document.getElementById('lesson').focus({preventScroll: true});
    this.log.scrollTop = 0;
    scrollTo(0, 0);
    return answer;
  }

  async asked(question) {
    this.send.disabled = true;
    const curve = new LossCurve();
    try {
      const answer = await this.engine.ask({...question, width: this.width}, this.files.all, (losses) => {
        curve.add(losses);
        if (curve.element.isConnected) return;
        this.log.append(curve.element);
        curve.element.scrollIntoView({block: 'nearest'});
      });
      if (answer.error && answer.ended) await this.revive(answer.error);
      else if (answer.error) this.say(answer.error + (answer.help ? ' ' + answer.help : ''));
      return answer.error ? null : answer;
    } catch (error) {
      if (error instanceof Stopped) await this.revive('Stopped. The lesson goes on from your last answer.');
      else this.say(String(error.message || error));
      return null;
    } finally {
      this.send.disabled = false;
      curve.element.remove();
    }
  }

  // The lesson as its progress has it, after its memory has gone.
  async revive(why) {
    if (!this.what || this.reviving) return;
    this.reviving = true;
    const answer = await this.asked({do: 'begin', ...this.what});
    this.reviving = false;
    this.log.append(element('p', 'wrong', why));
    if (answer && !answer.nothing) this.show(answer);
  }

  async take(text) {
    if (this.send.disabled || this.form.hidden) return;
    if (this.finished && (text.trim() === '' || this.waiting === 'left')) return this.onward();
    if (this.waiting === 'code' && text.trim() === '') return this.handIn();
    if (text.trim() !== '') this.typed.push(text);
    this.place = this.typed.length;
    this.reply.value = '';
    this.grow();
    const said = saidElement(text || `(${this.send.textContent})`);
    this.log.append(said);
    const answer = await this.asked({do: 'take', text});
    if (!answer) return;
    this.show(answer);
    this.reveal(said);
    if (answer.elsewhere) this.leave(answer.elsewhere);
  }

  // The reply, from what was said on. On a phone the page scrolls, not the log: above a short reply stays what it is about.
  reveal(said) {
    said.scrollIntoView({block: 'start'});
    if (!this.form.hidden) scrollBy(0, Math.min(0, this.form.getBoundingClientRect().bottom - innerHeight));
  }

  onward() { return this.next ? this.begin({lesson: this.next.id}) : this.leave({list: true}); }

  // A view in the log until it is left; then the lesson goes on.
  openView(play) {
    const view = new PlayView(play, (question) => this.asked(question), async () => {
      view.close();
      const answer = await this.asked({do: 'played'});
      if (answer) this.show(answer);
      this.form.hidden = false;
      this.reply.focus();
    });
    this.log.append(view.element);
    this.form.hidden = true;
    view.element.querySelector('input, select')?.focus({preventScroll: true});
  }

  // The options of the open question are buttons: one that is chosen is the answer, a line adds its letter to it.
  openOptions(waiting, html) {
    if (waiting === 'answer' && !html.querySelector('.question')) return;
    for (const old of this.log.querySelectorAll('.option[role]')) {
      old.removeAttribute('role');
      old.removeAttribute('tabindex');
    }
    if (waiting !== 'answer') return;
    for (const option of html.querySelectorAll('.question ~ .option')) {
      option.setAttribute('role', 'button');
      option.tabIndex = 0;
    }
  }

  choose(event) {
    const option = event.target.closest('.option[role]');
    if (!option || (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    const letter = option.querySelector('.label').textContent.trim().replace(')', '');
    if (!option.classList.contains('line')) return this.take(letter);
    this.reply.value = (this.reply.value + ' ' + letter).trim();
  }

  show(answer) {
    const html = prose('', answer.html);
    this.openOptions(answer.waiting, html);
    this.log.append(...html.childNodes);
    if (answer.play) this.openView(answer.play);
    const {waiting} = answer, already = this.finished && waiting === this.waiting;
    this.finished = waiting === 'finished' || waiting === 'left';
    this.next = answer.next;
    this.waiting = waiting;
    const place = answer.count > 0 ? `[${Math.min(answer.index + 1, answer.count)}/${answer.count}] ` : '';
    if (this.finished && !already) this.atEnd(waiting);
    else if (!this.finished) {
      this.prompt.textContent = place + kPrompts[waiting];
      this.send.textContent = kSend[waiting];
    }
    const asks = waiting === 'answer' || waiting === 'code' || waiting === 'play';
    for (const word of ['hint', 'skip']) this.form.querySelector(`[data-say=${word}]`).hidden = !asks;
    this.offer(waiting === 'code' ? answer.exercise : '', answer.draft);
  }

  atEnd(waiting) {
    if (waiting === 'left') this.next = null;
    if (this.next) this.log.append(element('p', 'prose', `Next: lesson ${this.next.number}, ${this.next.title}.`));
    this.send.textContent = this.next ? 'Next lesson' : 'Course';
    this.prompt.textContent = this.send.textContent + ' or Enter goes on';
  }

  grow() {
    this.reply.rows = Math.min(10, this.reply.value.split('\n').length);
  }

  // Enter hands in what is whole; Up and Down bring what was typed before.
  async key(event) {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      const text = this.reply.value;
      if (this.waiting === 'answer' || text.trim() === '' || await this.whole(text)) return this.take(text);
      this.reply.setRangeText('\n', this.reply.selectionStart, this.reply.selectionEnd, 'end');
      return this.grow();
    }
    const up = event.key === 'ArrowUp', down = event.key === 'ArrowDown';
    if ((up || down) && !this.reply.value.includes('\n') && this.typed.length > 0) {
      event.preventDefault();
      this.place = Math.max(0, Math.min(this.typed.length, (this.place ?? this.typed.length) + (up ? -1 : 1)));
      this.reply.value = this.typed[this.place] || '';
      this.grow();
    }
  }

  async whole(text) {
    const answer = await this.engine.ask({do: 'ending', text});
    return answer.ending === 'whole' || (answer.ending === 'may go on' && text.endsWith('\n'));
  }
}
