// Compares the page's tutor with the native one, byte by byte: programs, lessons and homework.
//   node node.cjs TUTOR_FOLDER NATIVE [FOLDER_OF_PROGRAMS [PATTERN]]
// Where there is no folder, or it is "", the programs are those of tests/torch; PATTERN chooses cases by name.
// differences.txt has the lines that may differ, and why.
'use strict';
const {spawnSync} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const [folder, tutor, programs, pattern = ''] = process.argv.slice(2);
const native = path.resolve(tutor);
const root = path.join(__dirname, '../../..');
const createTutor = require(path.resolve(folder, 'tutor.js'));
const compiled = new WebAssembly.Module(fs.readFileSync(path.resolve(folder, 'tutor.wasm')));

// As much as the worker lets programs have in a browser.
const kStack = 350_000;

function ask(tutor, question) {
  const text = JSON.stringify(question), size = tutor.lengthBytesUTF8(text) + 1, at = tutor._malloc(size);
  tutor.stringToUTF8(text, at, size);
  tutor._mha_ask(at);
  tutor._free(at);
}

// What a command prints in a fresh instance that has these files.
async function inPage(words, files) {
  const texts = ['', ''].map(() => []);
  const tutor = await createTutor({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
    preRun: [(m) => Object.assign(m.ENV, {HOME: '/home', XDG_STATE_HOME: '/state', LANG: 'C.UTF-8'})],
  });
  const FS = tutor.FS;
  for (const fd of [0, 1, 2]) FS.close(FS.getStream(fd));
  ['nobody', 'out', 'err'].forEach((name, fd) => {
    const id = FS.makedev(64, fd);
    FS.registerDevice(id, {
      open(stream) { stream.seekable = false; },
      read: () => 0,
      write(_, buffer, offset, length) { texts[fd - 1].push(Buffer.from(buffer.slice(offset, offset + length))); return length; },
    });
    FS.mkdev('/dev/page-' + name, id);
    FS.open('/dev/page-' + name, fd === 0 ? 'r' : 'w');
  });
  FS.mkdir('/work');
  for (const [name, content] of files) {
    FS.mkdirTree(path.dirname('/work/' + name));
    FS.writeFile('/work/' + name, content);
  }
  FS.chdir('/work');
  ask(tutor, {do: 'stack', bytes: kStack});
  let code;
  try {
    code = tutor.callMain(words);
  } catch (error) {
    code = String(error);
  }
  // Each instance adds its own, which would keep its memory.
  for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event);
  return {code, out: Buffer.concat(texts[0]).toString(), err: Buffer.concat(texts[1]).toString()};
}

function natively(words, cwd, home) {
  const env = {...process.env, HOME: home, XDG_STATE_HOME: home, COLUMNS: '', TERM: '', LANG: 'C.UTF-8'};
  const done = spawnSync(native, words, {cwd, env, input: '', maxBuffer: 1 << 28});
  return {code: done.status, out: done.stdout.toString(), err: done.stderr.toString()};
}

// Where lines may differ: "FILE: words of the line".
function allowed() {
  return fs.readFileSync(path.join(__dirname, 'differences.txt'), 'utf8').split('\n')
    .filter((line) => line && !line.startsWith('#')).map((line) => {
      const [file, ...words] = line.split(': ');
      return {file, words: words.join(': ')};
    });
}

const kAllowed = allowed();

// The lines that differ, without those that may.
function differences(name, expected, got) {
  const mine = kAllowed.filter((a) => a.file === name);
  const out = [];
  if (expected.code !== got.code) out.push(`exit code ${expected.code}, in the page ${got.code}`);
  for (const stream of ['out', 'err']) {
    const a = expected[stream].split('\n'), b = got[stream].split('\n');
    for (let i = 0; i < Math.max(a.length, b.length); ++i) {
      if ((a[i] ?? '') === (b[i] ?? '') || mine.some((m) => m.words === '*' || (a[i] || '').includes(m.words))) continue;
      out.push(`${stream} ${i + 1}: ${a[i]}\n      in the page: ${b[i]}`);
    }
  }
  return out;
}

function filesBelow(top, endings) {
  return fs.readdirSync(top, {recursive: true}).filter((name) => endings.some((e) => name.endsWith(e))).sort();
}

function* cases() {
  for (const file of filesBelow(path.join(root, 'lessons'), ['.md'])) {
    const number = /^(\d\d)-/.exec(file);
    if (number) yield {name: 'lesson ' + Number(number[1]), words: ['learn', String(Number(number[1])), '--plain'], files: []};
  }
  for (const kind of ['right', 'wrong']) {
    const top = path.join(root, 'tests/homework', kind);
    for (const file of filesBelow(top, ['.py'])) yield {name: `check ${kind}/${file}`, words: ['check', file, '--plain'], top, file};
  }
  const top = programs || path.join(root, 'tests/torch');
  for (const file of filesBelow(top, ['.py'])) yield {name: `run ${file}`, words: ['run', '--max-seconds', '600', file], top, file};
}

async function main() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'mha-web-'));
  let same = 0, all = 0;
  for (const c of cases()) {
    if (!new RegExp(pattern).test(c.name)) continue;
    ++all;
    const files = c.file ? filesBelow(c.top, ['.py', '.txt']).filter((f) => path.dirname(f) === path.dirname(c.file))
      .map((f) => [f, fs.readFileSync(path.join(c.top, f))]) : [];
    const expected = natively(c.words, c.top || home, home);
    const found = differences(c.name, expected, await inPage(c.words, files));
    if (found.length === 0) ++same;
    else console.log(`${c.name}\n    ${found.slice(0, 6).join('\n    ')}`);
  }
  fs.rmSync(home, {recursive: true});
  console.log(`${same} of ${all} are the same`);
  process.exitCode = same === all ? 0 : 1;
}

main();
