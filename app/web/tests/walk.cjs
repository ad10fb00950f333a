// Walks a lesson in the page to its end, by right answers or by wrong ones first.
'use strict';
const {execFileSync} = require('child_process');
const assert = require('assert');
const path = require('path');

function questionsOf(file, native) {
  return JSON.parse(execFileSync('python3', [path.join(__dirname, 'answers.py'), file, native], {encoding: 'utf8', maxBuffer: 1 << 26}));
}

// What is shown, whatever its Markdown marks, blanks and line breaks.
const bare = (text) => text.replace(/[`*\s]/g, '');

class Walker {
  constructor(page, questions, wrongly) {
    Object.assign(this, {page, questions, wrongly});
  }

  // The letters, in this order, of lines that are shown in another.
  async letters(lines) {
    const shown = await this.page.page.$$eval('#log .option', (all) => all.map((e) => [e.querySelector('.label').textContent.trim()[0], e.textContent.replace(/^\s*\w\)\s*/, '').trim()]));
    const last = new Map(shown.map(([letter, text]) => [bare(text), letter]));
    return lines.map((line) => last.get(bare(line))).join(' ');
  }

  // What a learner does to answer; the reply. Code is handed in from the editor.
  async give(question, said) {
    if (question.kind === 'play') return this.turn(said);
    if (question.kind === 'exercise') return this.page.handIn(said.join('\n'));
    return this.page.say(question.kind === 'order' ? await this.letters(said) : said);
  }

  // Opens the view, sets what `lines` say, and leaves it.
  async turn(lines) {
    const {page} = this.page;
    await this.page.say('');
    for (const line of lines) {
      const [, name, text] = /^set (\S+) = (.*)$/.exec(line), value = text.replace(/^"(.*)"$/, '$1');
      await page.$eval(`#log .play:last-of-type [aria-label="${name}"]`, (field, value) => {
        field.value = value;
        field.dispatchEvent(new Event(field.type === 'range' ? 'input' : 'change'));
      }, value);
      const goal = line === lines.at(-1) ? 'Reached' : '';
      await this.page.until(`${line}: ${goal}`, (words) => !document.getElementById('send').disabled && [...document.querySelectorAll('#log .play [role=status]')].at(-1).textContent.includes(words), goal);
    }
    return this.page.growing('#log .play button.main');
  }

  async hints({text, hints}) {
    for (let i = 1; i <= hints; ++i) {
      const reply = await this.page.say('hint');
      assert.ok(reply.includes(`Hint ${i} of ${hints}`), `${text}: ${reply}`);
    }
  }

  async backAndForward() {
    const place = async () => Number(/^\[(\d+)\//.exec(await this.page.text('#prompt'))[1]);
    const here = await place();
    if (here < 2) return;
    await this.page.say('back');
    assert.equal(await place(), here - 1);
    await this.page.say('forward');
    assert.equal(await place(), here);
  }

  async missteps(question) {
    await this.backAndForward();
    await this.hints(question);
    // The third wrong answer to a prediction settles it.
    let wrong = question.wrong.filter(([said]) => said).slice(0, 2);
    if (question.kind === 'order') wrong = [[[...question.right].reverse(), '']];
    if (question.kind === 'play') wrong = [];
    for (const [said, reply] of wrong) {
      const got = await this.give(question, said);
      assert.ok(!/Right[:.,]|Done:/.test(got) && (question.kind === 'exercise' || bare(got).includes(bare(reply || 'Not'))), `${question.text}: ${said} gets ${got}, not ${reply}`);
    }
  }

  async walk() {
    const atEnd = /^(Next lesson|Course)$/;
    let answered = 0;
    for (let button; !atEnd.test(button = await this.page.text('#send'));) {
      if (button === 'Next') {
        await this.page.say('');
        continue;
      }
      assert.ok(answered < this.questions.length, 'the page asks more than the lesson has');
      const question = this.questions[answered++];
      if (this.wrongly) await this.missteps(question);
      const reply = await this.give(question, question.right);
      assert.match(reply, /Right[:.,]|Done:/, `${question.text}: ${question.right} gets ${reply}`);
    }
    assert.equal(answered, this.questions.length);
    const score = `${answered} of ${answered} questions right on the first try`;
    if (!this.wrongly && answered > 0) assert.ok((await this.page.text('#log')).includes(score), 'not all were right on the first try');
  }
}

exports.walkLesson = (page, file, native, wrongly = false) => new Walker(page, questionsOf(file, native), wrongly).walk();
