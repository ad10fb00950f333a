// The parts of the tutor inside the page, for file://: compressed and in letters.

async function bytesOf(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

let workerAddress = '';

export async function tutorModule() {
  const [code, wasm] = await Promise.all([bytesOf('part-worker'), bytesOf('part-tutor')]);
  workerAddress = URL.createObjectURL(new Blob([code], {type: 'text/javascript'}));
  return WebAssembly.compile(wasm);
}

export function newWorker() { return new Worker(workerAddress); }

export async function terminalParts() { return import(URL.createObjectURL(new Blob([await bytesOf('part-terminal')], {type: 'text/javascript'}))); }

export function keepForLater() {}
