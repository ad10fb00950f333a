// The page in a browser: node browser.cjs BUILD_FOLDER NATIVE chromium|firefox [--long]
// With --long every lesson is walked to its end. MHA_SHOTS names a folder for screenshots.
'use strict';
const {execFileSync} = require('child_process');
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const path = require('path');
const puppeteer = require('puppeteer-core');
const {walkLesson} = require('./walk.cjs');

const [out, native] = process.argv.slice(2, 4).map((name) => path.resolve(name));
const shots = process.env.MHA_SHOTS && path.resolve(process.env.MHA_SHOTS);
const long = process.argv.includes('--long');
const kBrowsers = {
  chromium: {executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--allow-file-access-from-files']},
  firefox: {browser: 'firefox', executablePath: '/usr/bin/firefox-esr'},
};
const browserName = process.argv[4];
const lessonFolder = path.join(__dirname, '../../../lessons');
const lessons = fs.readdirSync(lessonFolder).filter((name) => /^\d\d-.*\.md$/.test(name)).map((name) => path.join(lessonFolder, name));
const kPatience = 120_000;  // ms
const kTypes = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm'};
const kPlace = '/any/sub-path/';

function serve() {
  const server = http.createServer((request, response) => {
    if (server.away) return request.socket.destroy();
    const name = request.url.startsWith(kPlace) ? request.url.slice(kPlace.length) || 'index.html' : '';
    const file = path.join(out, 'site', name);
    if (!name || name.includes('..') || !fs.existsSync(file)) {
      response.writeHead(404);
      return response.end();
    }
    response.writeHead(200, {'Content-Type': kTypes[path.extname(name)] || 'application/octet-stream'});
    fs.createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const tutor = (...words) => execFileSync(native, words, {encoding: 'utf8', env: {...process.env, HOME: out, XDG_STATE_HOME: out + '/state'}});

class Page {
  constructor(page, base) {
    Object.assign(this, {page, base, problems: []});
    page.on('console', (m) => m.type() === 'error' && this.problems.push(`console, in ${this.step}: ${m.text()}`));
    page.on('pageerror', (e) => this.problems.push('error: ' + e.message));
    page.on('request', (r) => {
      if (!r.url().startsWith(base) && !/^(data|blob):/.test(r.url())) this.problems.push('request: ' + r.url());
    });
    page.on('dialog', (d) => d.accept());
  }

  async open(fragment = '') {
    await this.page.goto(this.base + fragment);
    await this.page.waitForSelector('html[data-ready]', {timeout: kPatience});
  }

  text(selector) { return this.page.$eval(selector, (e) => e.textContent); }
  async until(what, test, ...values) {
    await this.page.waitForFunction(test, {timeout: kPatience}, ...values).catch(() => assert.fail(`${what}: it never came; ${this.problems.join('; ')}`));
  }

  // What the log shows after a click that the tutor replies to. All at once, for each call to a browser takes its time.
  growing(button, text = '') {
    return this.page.evaluate(async (button, text, patience) => {
      const log = document.getElementById('log'), send = document.getElementById('send');
      const before = log.childElementCount, end = Date.now() + patience;
      document.getElementById('reply').value = text;
      [...document.querySelectorAll(button)].at(-1).click();
      while (log.childElementCount <= before + 1 || send.disabled) {
        if (Date.now() > end) throw new Error(`no reply to ${text || button}`);
        await new Promise((wake) => setTimeout(wake, 10));
      }
      return [...log.children].slice(before).map((e) => e.textContent).join('\n');
    }, button, text, kPatience);
  }

  // Types an answer as a learner does.
  say(text) { return this.growing('#send', text); }

  async handIn(code) {
    await this.write(code);
    return this.growing('#hand');
  }

  async write(text) {
    await this.page.evaluate(() => document.getElementById('editor').shadowRoot.querySelector('.cm-content').focus());
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('a');
    await this.page.keyboard.up('Control');
    await this.paste('#editor', '.cm-content', text);
  }

  // Into what `selector` finds in a shadow root. An event of Firefox takes no text to paste: it gets it afterwards.
  async paste(host, selector, text) {
    await this.page.evaluate((host, selector, text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      const event = new ClipboardEvent('paste', {bubbles: true, cancelable: true});
      Object.defineProperty(event, 'clipboardData', {value: data});
      document.querySelector(host).shadowRoot.querySelector(selector).dispatchEvent(event);
    }, host, selector, text);
  }

  async press(id, status) {
    await this.page.click('#' + id);
    await this.until(`"${status}" after ${id}`, (wanted) => document.getElementById('status').textContent === wanted, status);
  }

  async shot(name) {
    if (shots) await this.page.screenshot({path: path.join(shots, `${browserName}-${name}.png`)});
  }
}

// A page on a phone, in which all is touched, and must not lie below something else. (WebDriver BiDi has no way yet to
// make Firefox a phone: there it is a mouse in a small window.)
class Phone extends Page {
  async touch(element) {
    const covered = await element.evaluate((e) => {
      e.scrollIntoView({block: 'center', behavior: 'instant'});
      const box = e.getBoundingClientRect(), top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return e.contains(top) ? '' : `${e.textContent} lies below ${top?.outerHTML}`;
    });
    assert.equal(covered, '');
    return browserName === 'chromium' ? element.tap() : element.click();
  }

  touchAt(x, y) { return browserName === 'chromium' ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y); }

  // `button` is a selector or an element.
  async growing(button, text = '') {
    const before = await this.page.$eval('#log', (e) => e.childElementCount);
    if (text) {
      await this.touch(await this.page.$('#reply'));
      await this.page.keyboard.type(text);
    }
    await this.touch(typeof button === 'string' ? (await this.page.$$(button)).at(-1) : button);
    await this.until('a reply', (n) => document.getElementById('log').childElementCount > n + 1 && !document.getElementById('send').disabled, before);
    assert.ok(await this.page.evaluate(() => document.documentElement.scrollWidth) <= 360, 'nothing is wider than the screen');
    return this.page.$$eval('#log > *', (all, n) => all.slice(n).map((e) => e.textContent).join('\n'), before);
  }

  // Options are touched, all else is typed.
  async say(text) {
    const options = await this.page.$$('#log .option[role=button]');
    const letters = await Promise.all(options.map((o) => o.$eval('.label', (e) => e.textContent.trim()[0])));
    const meant = text.split(' ').map((letter) => options[letters.indexOf(letter)]);
    if (!meant.every(Boolean)) return this.growing('#send', text);
    if (!await meant[0].evaluate((e) => e.classList.contains('line'))) return this.growing(meant[0]);
    for (const line of meant) await this.touch(line);
    return this.growing('#send');
  }

  // Makes of the draft, line by line, what is to be handed in.
  async handIn(code) {
    const lines = () => this.page.$eval('#editor', (e) => [...e.shadowRoot.querySelectorAll('.cm-line')].map((l) => l.textContent));
    const wanted = code.split('\n'), draft = (await lines()).slice(0, wanted.length);
    for (const [i, line] of wanted.entries()) {
      if (draft[i] === line) continue;
      const end = await this.page.$eval('#editor', (e, i) => {
        e.scrollIntoView({block: 'center', behavior: 'instant'});
        const all = document.createRange();
        all.selectNodeContents(e.shadowRoot.querySelectorAll('.cm-line')[i]);
        const last = [...all.getClientRects()].at(-1);
        return [last.right - 1, last.top + last.height / 2];
      }, i);
      await this.touchAt(...end);
      let same = 0;
      while (draft[i][same] === line[same]) ++same;
      for (let n = draft[i].length; n > same; --n) await this.page.keyboard.press('Backspace');
      await this.page.keyboard.type(line.slice(same));
    }
    assert.deepEqual((await lines()).slice(0, wanted.length), wanted);
    await this.shot('phone-exercise');
    return this.growing('#hand');
  }
}

// A new learner on a phone, from the page's start to the end of the first lesson, with its exercise.
async function phone(p) {
  await p.page.setViewport({width: 360, height: 740, ...(browserName === 'chromium' && {isMobile: true, hasTouch: true})});
  await p.open();
  await walkLesson(p, lessons[0], native);
  const help = await p.growing('[data-say=help]');
  assert.match(help, /show EXPR/);
  assert.doesNotMatch(help, /VISUAL|in a file/, 'a page has no other editor');
  // Words in pictures fold.
  await p.say('import torch; q = torch.zeros(2, 2, 2); 1');
  await p.say('show heads q');
  const wide = await p.page.$$eval('#log .drawing', (all) => all.map((e) => e.scrollWidth - e.clientWidth));
  assert.ok(wide.length > 3 && wide.at(-1) === 0, wide.join(' '));
  await p.shot('phone-end');
  // A report is what one sees first.
  await drop(p, 'wrong.py', Buffer.from(unscaled(solved())));
  await p.touch(await p.page.$('#check'));
  await p.until('a report', () => document.querySelector('#log h2')?.textContent === 'Report: wrong.py');
  await new Promise((done) => setTimeout(done, 200));
  const [top, bottom, editor] = await p.page.evaluate(() => [document.querySelector('#log h2').getBoundingClientRect().top, innerHeight, document.getElementById('editor').clientHeight]);
  assert.ok(top >= 0 && top < bottom / 2, `the report begins at ${top}`);
  assert.ok(editor < bottom / 2, 'the editor leaves room for its buttons');
  await p.shot('phone-report');
  assert.deepEqual(p.problems, []);
}

// The page of somebody who was never here.
async function asNew(browser, work) {
  const context = await browser.createBrowserContext();
  try {
    await work(await context.newPage());
  } finally {
    await context.close();  // a page behind another does not draw
  }
}

// Each lesson, by right answers; the button at its end opens the next.
async function allLessons(p) {
  for (const file of lessons) {
    const from = Date.now();
    await p.until(file, (n) => document.querySelector('#log .number')?.textContent === 'Lesson ' + n, Number(path.basename(file).slice(0, 2)));
    await walkLesson(p, file, native);
    console.log(`     ${path.basename(file)} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
    await p.page.click('#send');
  }
  await p.until('the course', () => document.querySelector('#log h2')?.textContent === 'The course');
  await p.page.click('[data-go=lesson]');
}

// A click on an option answers. A wrong one leaves the question open.
async function options(p) {
  await goTo(p, 1);
  const open = () => p.page.$$eval('#log .option[role=button]', (all) => all.map((e) => e.textContent));
  assert.equal((await open()).length, 4);
  await p.page.click('#log .option[role=button]');
  await p.until('a reply', () => /Not yet:/.test(document.querySelector('#log > .wrong')?.textContent || ''));
  assert.equal((await open()).length, 4);
  assert.match(await p.say('file'), /drop it onto the page/);
}

const solved = () => tutor('homework', 'solution', 'multi-head', '--give-up');
function unscaled(solution) {
  const wrong = solution.replace(/ \/ self\.head_dim ?\*\* ?0\.5/, '');
  assert.notEqual(wrong, solution, 'the solution scales its scores');
  return wrong;
}

async function homework(p) {
  assert.equal(await p.page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0, 'only the lesson scrolls, not the page');
  const solution = solved();
  await p.page.click('[data-go=homework]');
  await p.until('the homework', () => [...document.querySelectorAll('#log h2')].some((h) => h.textContent === 'Homework'));
  await p.page.evaluate(() => [...document.querySelectorAll('#log .cards li')].find((li) => li.textContent.includes('multi-head\n') || [...li.querySelectorAll('p.soft')].some((s) => s.textContent === 'multi-head')).querySelector('button').click());
  await p.until('the draft', () => document.getElementById('file').value === 'multi_head.py');
  await p.press('check', 'could not be judged').catch(() => p.press('check', 'not right yet'));
  await p.write(unscaled(solution));
  await p.press('check', 'not right yet');
  assert.match(await p.text('#log'), /The scores are not scaled/);
  // It speaks of what a page has; what is wrong comes first, and what helps further unfolds.
  assert.doesNotMatch(await p.text('#log'), /mha-tutor \w+ |--\w/);
  assert.match(await p.text('#log'), /First wrong: Scores divided[^]*Hint 1 of 3[^]*Stages[^]*Lesson 5: the scale/);
  assert.deepEqual(await p.page.$$eval('#log summary', (all) => all.slice(0, 2).map((e) => e.textContent)), ['Hint 2 of 3', 'Hint 3 of 3']);
  const marks = await p.page.evaluate(() => document.getElementById('editor').shadowRoot.querySelectorAll('.cm-lintRange, .cm-lint-marker').length);
  assert.ok(marks > 0, 'the line is marked');
  await p.shot('report');
  // The change stands below its line, and goes when somebody types.
  await p.page.evaluate(() => [...document.querySelectorAll('#log button')].find((b) => b.textContent === 'Show the change that makes it right').click());
  await p.until('the change', () => /^→ .*\*\* ?0\.5/.test(document.getElementById('editor').shadowRoot.querySelector('.cm-change')?.textContent || ''));
  await p.shot('change');
  await p.page.click('#log h2 ~ p button');
  await p.until('the task', () => document.querySelector('#log h2')?.textContent === 'Causal multi-head attention with weight splits' && !document.querySelector('#log .report'));
  await p.write(solution);
  await p.press('check', 'right');
}

async function drop(p, name, bytes) {
  await p.page.evaluate((name, bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name));
    window.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
  }, name, [...bytes]);
  await p.until('the file ' + name, (name) => document.getElementById('file').value === name, name);
}

async function drops(p) {
  await drop(p, 'dropped.py', Buffer.from('import torch\nprint(torch.arange(6).view(2, 3).sum())\n'));
  await p.press('run', 'done');
  assert.match(await p.text('#console'), /tensor\(15\)/);
  const notebook = {cells: [{cell_type: 'code', source: ['2 + 3'], metadata: {}, outputs: [], execution_count: null}], metadata: {}, nbformat: 4, nbformat_minor: 5};
  await drop(p, 'cells.ipynb', Buffer.from(JSON.stringify(notebook)));
  await p.press('run', 'done');
  assert.match(await p.text('#console'), /Out\[1\]: 5/);
  const file = path.join(out, 'exported.npz');
  fs.rmSync(file, {force: true});
  tutor('homework', 'export', 'scaled-dot-product', '--to', file);
  await drop(p, 'exported.npz', fs.readFileSync(file));
  await p.press('check', 'could not be judged');
  for (const format of ['pt', 'safetensors']) {
    const other = `${file}.${format}`;
    fs.rmSync(other, {force: true});
    tutor('homework', 'export', 'scaled-dot-product', '--format', format, '--to', other);
    await drop(p, 'exported.' + format, fs.readFileSync(other));
    await p.press('check', 'could not be judged');
    assert.match(await p.text('#log'), /none of its tensors is a step of a homework/);
  }
}

async function stops(p) {
  await drop(p, 'endless.py', Buffer.from('while True:\n    pass\n'));
  await p.page.click('#run');
  await new Promise((done) => setTimeout(done, 500));
  const before = Date.now();
  assert.equal(await p.text('#status'), 'running …');
  assert.ok(Date.now() - before < 2000, 'the page answers while a program runs');
  await p.press('stop', 'stopped');
  await drop(p, 'after.py', Buffer.from('print("still here")\n'));
  await p.press('run', 'done');
  assert.match(await p.text('#console'), /still here/);
}

async function budgets(p) {
  await drop(p, 'deep.py', Buffer.from('def f(n):\n    return sorted([[f(n + 1) for x in [n]]], key=lambda v: v)\nf(1)\n'));
  await p.press('run', 'ended with exit code 1');
  assert.match(await p.text('#console'), /RecursionError: maximum recursion depth exceeded/);
  await drop(p, 'large.py', Buffer.from('x = []\nwhile True:\n    x.append("a" * 10_000_000 + str(len(x)))\n'));
  await p.press('run', 'ended with exit code 1');
  assert.match(await p.text('#console'), /more than 1 GiB of memory/);
}

async function commands(p) {
  for (const [line, words] of [['explain softmax', /softmax/], ['homework start causal', /Written: causal-attention\.py/], ['card', /scores/], ['source nn.Linear', /class Linear/], ['shapes', /head/]]) {
    await p.page.$eval('#line', (e, t) => { e.value = t; }, line);
    await p.page.focus('#line');
    await p.page.keyboard.press('Enter');
    await p.until(line, (t) => [...document.querySelectorAll('#console .given')].some((e) => e.textContent === '$ mha-tutor ' + t) && document.getElementById('status').textContent === 'done', line);
    assert.match(await p.page.$eval('#console pre:last-of-type', (e) => e.textContent), words);
  }
  await drop(p, 'shaped.py', Buffer.from('import torch\nx = torch.randn(2, 6, 8)\ny = x.view(2, 6, 2, 4).transpose(1, 2)\n'));
  await p.press('trace', 'done');
  assert.match(await p.text('#console'), /view \(2, 6, 2, 4\) -> transpose[\s│]+\(2,[\s│]+2,/);
  await shapes(p);
}

// Shapes stand beside the lines, and follow what is typed; names of the program complete.
async function shapes(p) {
  const beside = (all) => p.until(all, (wanted) => [...document.getElementById('editor').shadowRoot.querySelectorAll('.cm-shapes')].map((e) => e.textContent).join(' | ') === wanted, all);
  await beside('x (2, 6, 8) | y (2, 2, 6, 4)');
  const typed = async (text) => {
    await p.page.evaluate(() => document.getElementById('editor').shadowRoot.querySelector('.cm-content').focus());
    await p.page.keyboard.down('Control');
    await p.page.keyboard.press('End');
    await p.page.keyboard.up('Control');
    await p.page.keyboard.type(text);
  };
  await typed('total = y.sum(-1)\n');
  await beside('x (2, 6, 8) | y (2, 2, 6, 4) | total (2, 2, 6)');
  await p.shot('shapes');
  await p.press('trace', 'done');
  await beside('');
  await typed('tot');
  await p.until('a completion', () => [...document.getElementById('editor').shadowRoot.querySelectorAll('.cm-tooltip-autocomplete li')].some((e) => e.textContent === 'total'));
  await p.page.keyboard.press('Escape');
}

// A terminal on the whole screen runs commands on the learner's files, and Stop is Ctrl-C.
async function terminal(p) {
  await p.page.click('#whole');
  const text = () => p.page.evaluate(() => document.querySelector('.terminal div').shadowRoot.querySelector('.xterm-accessibility-tree').textContent);
  const shows = (words) => p.until(words, (w) => document.querySelector('.terminal div')?.shadowRoot.querySelector('.xterm-accessibility-tree')?.textContent.includes(w), words);
  await shows('Escape leaves');
  const press = async (...keys) => { for (const key of keys) await p.page.keyboard.press(key); };
  // The line is edited where the cursor is: over its ends, by words, on both sides.
  await p.page.keyboard.type('un Xdropped.pyy');
  await press('ArrowLeft', 'Backspace', 'Home');
  await p.page.keyboard.type('r');
  for (let i = 0; i < 3; ++i) await press('ArrowRight');
  await press('Delete', 'End', 'Enter');
  await shows('tensor(15)');
  await p.page.keyboard.type('card');
  await press('ArrowUp');
  await shows('mha-tutor run dropped.py');
  await press('ArrowDown');
  // Pasted lines wait for Enter, and then run one after the other; a text in quotes may have several.
  await p.paste('.terminal div', 'textarea', 'run -c "x = 20 + 2\nprint(x * 10)"\r\nrun -c "print(400 + 4)"');
  await shows('run -c "print(400 + 4)"');
  assert.ok(!(await text()).includes('220'));
  await press('Enter');
  await shows('220');
  await shows('404');
  await p.shot('terminal');
  await p.page.keyboard.type('run endless.py');
  await p.page.keyboard.press('Enter');
  await p.page.keyboard.down('Control');
  await p.page.keyboard.press('c');
  await p.page.keyboard.up('Control');
  await shows('stopped');
  const closed = async () => assert.equal(await p.page.$eval('.terminal', (e) => e.open), false, await text());
  await p.page.keyboard.press('Escape');
  await closed();
  await p.page.click('#whole');
  await p.page.click('.terminal button');
  await closed();
}

async function quiz(p) {
  await p.page.click('[data-go=quiz]');
  await p.until('a question of the quiz', () => document.querySelector('#log .question') && /\[1\//.test(document.getElementById('prompt').textContent));
  await p.page.click('[data-go=review]');
  await p.until('a review', () => /\[1\//.test(document.getElementById('prompt').textContent) || /comes back/.test(document.getElementById('log').textContent));
}

async function reload(p) {
  await p.open();
  await p.page.click('[data-go=course]');
  await p.until('the course', () => /The course/.test(document.getElementById('log').textContent));
  assert.match(await p.page.$eval('#log .cards li', (e) => e.textContent), /✓ done/);
  const files = await p.page.$$eval('#file option', (all) => all.map((o) => o.value));
  for (const name of ['dropped.py', 'multi_head.py', 'causal-attention.py']) assert.ok(files.includes(name), name);
}

// Each kind of picture by what its cells say, read by pointer and by keyboard.
async function pictures(p) {
  await p.page.click('[data-go=lesson]');
  await p.until('the lesson', () => document.getElementById('send').textContent !== 'Next lesson' && !document.getElementById('send').disabled);
  await p.say('import torch; x = torch.arange(6).view(2, 3); q = torch.arange(16.).view(2, 8).view(2, 2, 4); 1');
  await p.say('s = torch.zeros(1, 2); w = torch.softmax(s, dim=-1); 1');
  const kinds = [
    ['heatmap x / 5', 'row 1, column 2: 1'], ['tape x, x.T', 'x.T[1, 0] is cell 1, read as number 3'],
    ['heads q', '[1, 0, 3]: token 1, head 0, number 3'], ['matmul (x @ x.T)[1, 0]', 'the product[1, 0]: 14'],
    ['why w[0, 1]', 'exp / sum, place 1: 0.5'], ['bars x[1] / 2', 'place 2: 2.5'],
  ];
  for (const [request, told] of kinds) {
    await p.say('show ' + request);
    const titles = await p.page.$$eval('#log figure:last-of-type svg .cell title', (all) => all.map((e) => e.textContent));
    assert.ok(titles.includes(told), `${request}: ${titles.slice(0, 8).join(' | ')}`);
    await p.shot('picture-' + request.split(' ')[0]);
  }
  await p.say('show line torch.arange(30.)');
  assert.equal(await p.page.$$eval('#log figure:last-of-type svg path', (all) => all.length), 2);
  await p.say('show heatmap x / 5');
  const caption = () => p.page.$eval('#log figure:last-of-type figcaption', (e) => e.textContent);
  await p.page.$eval('#log figure:last-of-type .drawing', (e) => e.focus());
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await p.page.keyboard.press(key);
  assert.equal(await caption(), 'row 1, column 1: 0.8');
  await p.page.$eval('#log figure:last-of-type', (e) => e.scrollIntoView({block: 'center', behavior: 'instant'}));
  await p.page.hover('#log figure:last-of-type svg .cell');
  assert.equal(await caption(), 'row 0, column 0: 0');
}

async function goTo(p, number) {
  await p.until('a lesson', () => !document.getElementById('answer').hidden && !document.getElementById('send').disabled);
  await p.page.$eval('#reply', (e, n) => { e.value = 'learn ' + n; }, number);
  await p.page.click('#send');
  await p.until('lesson ' + number, (n) => document.querySelector('#log .number')?.textContent === 'Lesson ' + n && !document.getElementById('send').disabled, number);
}

async function drag(p, selector, start, distance) {
  await p.page.$eval(selector, (e) => e.scrollIntoView({block: 'center', behavior: 'instant'}));
  const box = await (await p.page.$(selector)).boundingBox();
  const x = box.x + start * box.width, y = box.y + box.height / 2;
  await p.page.mouse.move(x, y);
  await p.page.mouse.down();
  await p.page.mouse.move(x + distance, y, {steps: 8});
  await p.page.mouse.up();
}

async function plays(p) {
  await goTo(p, 2);
  await p.say('play softmax');
  const number = () => p.page.$eval('#log .play input', (e) => Number(e.value));
  const before = await number();
  await drag(p, '#log .play .drags', 0.5, 60);
  await p.until('ten steps', (n) => Number(document.querySelector('#log .play input').value) === n, before + 5);
  await goOn(p);
  await goTo(p, 5);
  await p.say('play divisor');
  await drag(p, '#log .play input[type=range]', 0.02, 100);
  await p.until('a drag', () => {
    const slider = document.querySelector('#log .play input[type=range]');
    return slider.value > 3 && Number(slider.nextSibling.textContent) === Number(slider.value);
  });
  await p.page.$$eval('#log .play .buttons button', ([, start]) => start.click());
  await p.until('the start values', () => Number(document.querySelector('#log .play input[type=range]').value) === 1);
  const turn = (value) => p.page.$eval('#log .play input[type=range]', (e, v) => { e.value = v; e.dispatchEvent(new Event('input')); }, value);
  assert.deepEqual(await p.page.$eval('#log .play input[type=range]', (e) => [e.min, e.max, e.step, e.value].map(Number)), [1, 25, 1, 1]);
  await turn('2');
  await p.until('a change', () => /Changed: /.test(document.querySelector('#log .play [role=status]').textContent));
  await turn('10');
  await p.until('the goal', () => /Reached/.test(document.querySelector('#log .play [role=status]').textContent));
  assert.match(await p.page.$eval('#log .play pre.output', (e) => e.textContent), /spread 1\.0|spread 0\.9/);
  await p.shot('play');
  await goOn(p);
}

async function goOn(p) {
  await p.page.click('#log .play button.main');
  await p.until('the lesson', () => !document.getElementById('answer').hidden && document.querySelector('#log .play input').disabled);
}

const kTraining = `import torch
x = torch.ones(8, 8, requires_grad=True)
for step in range(200000):
    loss = (x ** 2).sum()
    loss.backward()
    with torch.no_grad():
        x -= 1e-4 * x.grad
    x.grad = None
`;

// The curve of the losses grows while the program runs.
async function trains(p) {
  await drop(p, 'trains.py', Buffer.from(kTraining));
  await p.page.click('#run');
  const points = () => p.page.$eval('#console .training polyline', (e) => e.getAttribute('points').split(' ').map((at) => at.split(',').map(Number)));
  await p.until('a curve', () => document.querySelector('#console .training polyline')?.getAttribute('points').split(' ').length > 100);
  const losses = (await points()).map(([, y]) => y);
  assert.equal(losses[0], 0, 'the first loss is the largest');
  assert.ok(losses.every((y, i) => i === 0 || y >= losses[i - 1]) && losses.at(-1) > 0.1, 'it falls');
  assert.match(await p.text('#console .training figcaption'), /step \d+, loss [\d.]+\. .* from 64\.0 at the top/);
  await p.shot('training');
  await p.press('stop', 'stopped');
}

// The server is gone, and the page still starts and answers.
async function offline(p) {
  await p.page.evaluate(() => navigator.serviceWorker.ready);
  p.server.away = true;
  await p.open();
  assert.match(await p.say('1 + 1'), /2/);
  p.server.away = false;
}

async function progress(p) {
  await p.page.click('[data-go=progress]');
  await p.until('progress', () => document.getElementById('import'));
  const kept = await p.page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open('mha-tutor');
    request.onsuccess = () => { request.result.transaction('state').objectStore('state').get('progress.json').onsuccess = (e) => resolve(e.target.result); };
  }));
  // The terminal reads the same file.
  fs.mkdirSync(out + '/state/mha-tutor', {recursive: true});
  fs.writeFileSync(out + '/state/mha-tutor/progress.json', kept);
  assert.match(tutor('list'), /x? ?1 .*done/);
  assert.match(tutor('list', '--progress', out + '/state/mha-tutor/progress.json'), /x? ?1 .*done/);
  const file = path.join(out, 'progress.json');
  fs.writeFileSync(file, 'not json');
  await (await p.page.$('#import')).uploadFile(file);
  await p.until('a refusal', () => /progress/.test(document.querySelector('#log > .note:last-child')?.textContent || ''));
  fs.writeFileSync(file, kept);
  await p.page.click('[data-go=progress]');
  await p.until('progress', () => document.getElementById('import') && !document.querySelector('#log > .note'));
  await (await p.page.$('#import')).uploadFile(file);
  await p.until('an import', () => /Imported: \d+ lessons done/.test(document.getElementById('log').textContent));
}

async function permalink(p) {
  await p.page.select('#file', 'dropped.py');
  await p.page.click('#share');
  await p.until('a link', () => location.hash.startsWith('#code='));
  const fragment = await p.page.evaluate(() => location.hash);
  await p.page.goto('about:blank');
  await p.open(fragment);
  assert.equal(await p.page.$eval('#file', (e) => e.value), 'shared.py');
  await p.press('run', 'done');
  assert.match(await p.text('#console'), /tensor\(15\)/);
}

async function looks(p) {
  // WebDriver BiDi has no way yet to ask for a dark page.
  const schemes = browserName === 'firefox' ? ['light'] : ['light', 'dark'];
  for (const [scheme, width] of [...schemes.flatMap((s) => [[s, 1280], [s, 360]]), ['light', 320], ['light', 2560]]) {
    if (schemes.length > 1) await p.page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
    await p.page.setViewport({width, height: 800});
    await p.open();
    const wide = await p.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} columns of pixels at ${width}`);
    await p.say('import torch; 1 + 1');
    await p.say('show heatmap torch.randn(4, 6)');
    assert.match(await p.page.$eval('#log figure [role=img] desc', (e) => e.textContent), /row 3: /);
    await p.page.select('#file', 'multi_head.py');  // longer than the editor
    await p.shot(`${scheme}-${width}`);
    await p.page.evaluate(fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
    const found = await p.page.evaluate(() => axe.run(document));
    const serious = found.violations.filter((v) => ['serious', 'critical'].includes(v.impact));
    assert.deepEqual(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ').slice(0, 300)}`), []);
  }
}

async function main() {
  const server = await serve();
  const browser = await puppeteer.launch(kBrowsers[browserName]);
  let failed = 0;
  const check = async (name, work) => {
    const from = Date.now();
    try {
      await work();
      console.log(`ok   ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++failed;
      console.log(`FAIL ${name}: ${error.message}`);
    }
  };
  const p = new Page(await browser.newPage(), `http://127.0.0.1:${server.address().port}${kPlace}`);
  p.server = server;
  await p.page.setViewport({width: 1280, height: 800});
  await check('the page starts', () => p.open());
  await p.shot('start');
  if (long) await check('every lesson by right answers', () => allLessons(p));
  else await check('lesson 1 by right answers', () => walkLesson(p, lessons[0], native));
  await check('lesson 1 on a phone', () => asNew(browser, (page) => phone(new Phone(page, p.base))));
  await check('lesson 5 by wrong answers first', () => goTo(p, 5).then(() => walkLesson(p, lessons[4], native, true)));
  const rest = {options, pictures, plays, trains, homework, drops, stops, budgets, commands, terminal, quiz, reload, offline, progress, permalink, looks};
  for (const [name, work] of Object.entries(rest)) {
    p.step = name;
    await check(name, () => work(p));
  }
  await check('no console error, no request elsewhere', () => assert.deepEqual(p.problems, []));
  const single = new Page(await browser.newPage(), 'file://' + path.resolve(out, 'mha-tutor.html'));
  await check('the single file starts from a disk, and answers', async () => {
    await single.open();
    assert.match(await single.say('hint'), /Hint 1 of/);
    await single.page.click('#whole');
    await single.until('the terminal', () => document.querySelector('.terminal div')?.shadowRoot.querySelector('.xterm-screen'));
    assert.deepEqual(single.problems, []);
  });
  await browser.close();
  server.close();
  process.exitCode = failed ? 1 : 0;
}

main();
