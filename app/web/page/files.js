// The learner's files, and the program that a permalink carries.

const kMost = 64 << 20;  // bytes of one file
const kText = /\.(py|txt|csv|json|md)$/i;

export function isText(name) { return kText.test(name); }
export function isProgram(name) { return /\.(py|ipynb)$/i.test(name); }
export function isTensors(name) { return /\.(npz|npy|pt|pth|safetensors|csv|json)$/i.test(name); }

// A name without folders, which every command takes as a file.
export function safeName(name) {
  return name.split(/[\\/]/).pop().replace(/^[-.]+/, '').replace(/[^\w.\- ]/g, '_') || 'program.py';
}

export class Files {
  constructor(store, kept) {
    this.store = store;
    this.byName = kept;
  }

  get names() { return [...this.byName.keys()].sort(); }
  text(name) { return new TextDecoder().decode(this.byName.get(name)); }
  // What a command sees.
  get all() { return [...this.byName]; }

  async put(name, content) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    if (bytes.length > kMost) throw new Error(`${name} is larger than 64 MB`);
    this.byName.set(name, bytes);
    await this.store.put('files', name, bytes);
  }

  async remove(name) {
    this.byName.delete(name);
    await this.store.remove('files', name);
  }

  // A name that is free yet: mha.py, mha_2.py.
  free(name) {
    if (!this.byName.has(name)) return name;
    const dot = name.lastIndexOf('.');
    for (let n = 2;; ++n) {
      const other = `${name.slice(0, dot)}_${n}${name.slice(dot)}`;
      if (!this.byName.has(other)) return other;
    }
  }
}

async function through(stream, bytes) {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

export async function packed(text) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function unpacked(code) {
  const raw = atob(code.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = await through(new DecompressionStream('deflate-raw'), Uint8Array.from(raw, (c) => c.charCodeAt(0)));
  return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
}
