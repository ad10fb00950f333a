// The parts of the tutor as files beside the page.

export async function tutorModule() {
  const response = await fetch('tutor.wasm');
  if (!response.ok) throw new Error('tutor.wasm is missing');
  return WebAssembly.compile(await response.arrayBuffer());
}

export function newWorker() { return new Worker('worker.js'); }

// The file's name is not for the bundler, which would take it in.
const kTerminal = './terminal.js';
export function terminalParts() { return import(kTerminal); }

// Where a browser forbids it, as in a private window, the page only needs its network.
export function keepForLater() { navigator.serviceWorker?.register('offline.js').catch(() => {}); }
