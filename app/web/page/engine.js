// The page's side of the worker.

export class Stopped extends Error {}

export class Engine {
  // `newWorker` makes a worker, `module` is the compiled tutor, `kept` its state: a Map of texts by
  // file name. `onState(name, text)` hears of every change.
  constructor({newWorker, module, kept, onState}) {
    Object.assign(this, {newWorker, module, kept, onState, measured: 0});
    this.waiting = new Map();
    this.next = 1;
    this.open();
  }

  open() {
    this.worker = this.newWorker();
    this.worker.onmessage = ({data}) => this.hear(data);
    this.worker.onerror = (event) => this.fail(new Error(event.message || 'the worker failed'));
    this.ready = this.send('start', {module: this.module, kept: [...this.kept], measured: this.measured}).then((answer) => {
      this.measured = answer.measured;
    });
    this.ready.catch(() => {});
  }

  hear(data) {
    if (data.state) {
      this.kept.set(data.state, data.text);
      this.onState(data.state, data.text);
      return;
    }
    const job = this.waiting.get(data.id);
    if (!job) return;
    if (data.stream) return job.write(data.stream, data.bytes);
    if (data.losses) return job.train(data.losses);
    this.waiting.delete(data.id);
    data.failed ? job.reject(new Error(data.failed)) : job.resolve(data.answer);
  }

  fail(error) {
    for (const job of this.waiting.values()) job.reject(error);
    this.waiting.clear();
  }

  // `write(stream, bytes)` hears what a command prints, `train(losses)` of each step of training.
  send(job, message, {write = () => {}, train = () => {}} = {}) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, {resolve, reject, write, train});
      this.worker.postMessage({...message, job, id});
    });
  }

  get busy() { return this.waiting.size > 0; }

  ask(question, files = [], train) { return this.send('ask', {question, files}, {train}); }

  command(words, {files = [], width = 80, wanted = [], colours, ...hear}) {
    return this.send('command', {words, files, width, wanted, colours}, hear);
  }

  // Ends whatever runs. The next question meets a new worker, which has the state that was kept.
  stop() {
    this.worker.terminate();
    this.fail(new Stopped('stopped'));
    this.open();
  }
}
