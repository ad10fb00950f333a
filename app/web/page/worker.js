// The side of the tutor that computes. It runs beside the page, which can end it at any time.
// `createTutor` is emscripten's; the build puts it in front of this file.
'use strict';

const kState = '/state', kWork = '/work';
const kStateFolder = kState + '/mha-tutor';
// A part of what the browser's stack bears is left to what takes more of it than the program that
// measures it: that one nests lists, which take the most that we know of.
const kShareOfStack = 0.75;
const kDeepProgram = 'def f(n):\n    print(n)\n    return [[[[[[[[[[[[[[[[[[f(n + 1)]]]]]]]]]]]]]]]]]]\nf(1)\n';
const kLeast = 100_000, kMost = 8_000_000;  // bytes

let compiled = null;   // the WebAssembly.Module
let lessons = null;    // the instance that walks through lessons
let stack = 0;        // how much of the stack programs may take, in bytes
const state = new Map();  // what the tutor keeps, by file name

function device(FS, number, path, tty, write) {
  const id = FS.makedev(64, number);
  FS.registerDevice(id, {
    open(stream) {
      stream.seekable = false;
      if (tty) stream.tty = {};
    },
    read: () => 0,
    write(stream, buffer, offset, length) {
      write(buffer.slice(offset, offset + length));
      return length;
    },
  });
  FS.mkdev(path, id);
}

function put(FS, folder, files) {
  FS.mkdirTree(folder);
  for (const [name, content] of files) FS.writeFile(folder + '/' + name, content);
}

// A process of its own: a fresh memory, with the state and these files in it. `colours` as a terminal names them;
// `page`: its sentences name what the page has, not commands.
async function start(files, width, out, err, {colours = 'truecolor', page = false} = {}) {
  const tutor = await createTutor({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
    preRun: [(m) => Object.assign(m.ENV, {
      HOME: '/home', XDG_STATE_HOME: kState, TERM: 'xterm-256color', COLORTERM: colours, LANG: 'C.UTF-8', COLUMNS: String(width),
    })],
  });
  const FS = tutor.FS;
  for (const fd of [0, 1, 2]) FS.close(FS.getStream(fd));
  device(FS, 0, '/dev/nobody', false, () => {});
  device(FS, 1, '/dev/page', true, out);
  device(FS, 2, '/dev/page-errors', true, err);
  FS.open('/dev/nobody', 'r');
  FS.open('/dev/page', 'w');
  FS.open('/dev/page-errors', 'w');
  put(FS, kStateFolder, state);
  tutor.known = new Map(state);
  put(FS, kWork, files);
  FS.chdir(kWork);
  if (stack > 0) ask(tutor, {do: 'stack', bytes: stack});
  if (page) ask(tutor, {do: 'page'});
  return tutor;
}

function ask(tutor, question) {
  const text = JSON.stringify(question);
  const size = tutor.lengthBytesUTF8(text) + 1;
  const at = tutor._malloc(size);
  tutor.stringToUTF8(text, at, size);
  try {
    return JSON.parse(tutor.UTF8ToString(tutor._mha_ask(at)));
  } finally {
    tutor._free(at);
  }
}

// Brings what other instances have written down into this one.
function freshen(tutor) {
  for (const [name, text] of state) {
    if (tutor.known.get(name) === text) continue;
    tutor.FS.writeFile(kStateFolder + '/' + name, text);
    tutor.known.set(name, text);
  }
}

// Tells the page, and the instances to come, what this one has written down.
function keepState(tutor) {
  const FS = tutor.FS;
  for (const name of FS.readdir(kStateFolder)) {
    if (!name.endsWith('.json')) continue;
    const text = FS.readFile(kStateFolder + '/' + name, {encoding: 'utf8'});
    if (tutor.known.get(name) === text) continue;
    tutor.known.set(name, text);
    state.set(name, text);
    postMessage({state: name, text});
  }
}

// The browser's stack has ended: a RangeError; in Firefox, an InternalError.
function isTooDeep(error) { return error instanceof RangeError || /too much recursion/.test(String(error)); }

// What ends an instance without an exit code, in the words of a program's error.
function troubleOf(error) {
  if (isTooDeep(error)) return 'RecursionError: the program nests deeper than this browser bears';
  if (/memory/i.test(String(error))) return 'MemoryError: the program needs more memory than a page may have';
  return 'the tutor itself failed: ' + error;
}

async function measureStack() {
  const tutor = await start([], 80, () => {}, () => {});
  const top = tutor.stackSave();
  try {
    tutor.callMain(['run', '--max-depth', '0', '-c', kDeepProgram]);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
  }
  // What a stack that has ended leaves behind is where it ended.
  stack = Math.round(Math.max(kLeast, Math.min(kMost, (top - tutor.stackSave()) * kShareOfStack)));
}

// Tells the page of the losses of a training loop, ten times a second; not of one that is over at once.
function lossTeller(id) {
  let losses = [], next = performance.now() + 300;
  return (loss) => {
    losses.push(loss);
    if (performance.now() < next) return;
    postMessage({id, losses});
    losses = [];
    next = performance.now() + 100;
  };
}

const jobs = {
  async start({module, kept, measured}) {
    compiled = module;
    stack = measured;
    for (const [name, text] of kept) state.set(name, text);
    if (stack === 0) await measureStack();
    return {measured: stack};
  },

  async ask({question, files}, id) {
    if (!lessons || question.do === 'begin') lessons = await start(files || [], question.width || 80, () => {}, () => {}, {page: true});
    freshen(lessons);
    lessons.onLoss = lossTeller(id);
    try {
      return ask(lessons, question);
    } catch (error) {
      lessons = null;
      return {error: troubleOf(error), ended: true};
    } finally {
      if (lessons) keepState(lessons);
    }
  },

  // A command of the tutor, such as ["run", "mha.py"]. `wanted` names files to bring back; without it, all that are new.
  async command({words, files, width, wanted, colours, page}, id) {
    const send = (stream) => (bytes) => postMessage({id, stream, bytes});
    const tutor = await start(files, width, send('out'), send('err'), {colours, page});
    tutor.onLoss = lossTeller(id);
    let code = 1;
    try {
      code = tutor.callMain(words);
    } catch (error) {
      send('err')(new TextEncoder().encode(troubleOf(error) + '\n'));
    }
    keepState(tutor);
    const made = [];
    const before = new Set(files.map(([name]) => name));
    for (const name of wanted || tutor.FS.readdir(kWork).filter((name) => !before.has(name))) {
      const {exists, object} = tutor.FS.analyzePath(kWork + '/' + name);
      if (exists && tutor.FS.isFile(object.mode)) made.push([name, tutor.FS.readFile(kWork + '/' + name)]);
    }
    return {code, made};
  },
};

// One at a time: what is asked for while a program runs waits.
let last = Promise.resolve();
onmessage = ({data}) => {
  last = last.then(async () => {
    try {
      postMessage({id: data.id, answer: await jobs[data.job](data, data.id)});
    } catch (error) {
      postMessage({id: data.id, failed: String(error && error.stack || error)});
    }
  });
};
