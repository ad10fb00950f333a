// The page's side of the worker.

export class Stopped extends Error {}

// To check it takes nearly everything that checks need: it forgets the scale.
const kWrong = `import torch
from torch import nn
class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.num_heads, self.head_dim = num_heads, d_out // num_heads
        self.query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), diagonal=1))
    def forward(self, x):
        b, n, _ = x.shape
        q, k, v = (f(x).view(b, n, self.num_heads, self.head_dim).transpose(1, 2) for f in (self.query, self.key, self.value))
        scores = (q @ k.transpose(2, 3)).masked_fill(self.mask.bool()[:n, :n], -torch.inf)
        weights = self.dropout(torch.softmax(scores, dim=-1))
        return self.out_proj((weights @ v).transpose(1, 2).reshape(b, n, -1))
`;

export class Engine {
  // `newWorker` makes a worker, `module` is the compiled tutor, `kept` its state: a Map of texts by
  // file name. `onState(name, text)` hears of every change.
  constructor({newWorker, module, kept, onState, measured = 0}) {
    Object.assign(this, {newWorker, module, kept, onState, measured});
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

  // A browser compiles functions when they are first called, for all workers at once. So a check that nobody waits for,
  // in a worker of its own, halves the time of the learner's first.
  warmUp() {
    if (this.warm) return;
    this.warm = this.newWorker();
    this.warm.onmessage = ({data}) => data.answer?.made && this.warm.terminate();
    this.warm.postMessage({job: 'start', id: 1, module: this.module, kept: [], measured: this.measured});
    this.warm.postMessage({job: 'command', id: 2, words: ['check', 'wrong.py', '--json'], files: [['wrong.py', kWrong]], width: 80});
  }

  // Another worker, for what runs beside.
  beside() { return new Engine({newWorker: this.newWorker, module: this.module, kept: new Map(this.kept), onState: () => {}, measured: this.measured}); }

  get busy() { return this.waiting.size > 0; }

  ask(question, files = [], train) { return this.send('ask', {question, files}, {train}); }

  command(words, {files = [], width = 80, wanted, colours, page, ...hear}) {
    return this.send('command', {words, files, width, wanted, colours, page}, hear);
  }

  // Ends whatever runs. The next question meets a new worker, which has the state that was kept.
  stop() {
    this.worker.terminate();
    this.fail(new Stopped('stopped'));
    this.open();
  }
}
