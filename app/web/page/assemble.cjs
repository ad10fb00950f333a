// Puts the page together: node assemble.cjs BUILD_FOLDER. It reads the compiled tutor from there.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const esbuild = require('esbuild');

const out = process.argv[2], page = __dirname, site = path.join(out, 'site');
const compiled = (name) => path.join(out, 'objects/app/web', name);
const read = (name) => fs.readFileSync(path.join(page, name), 'utf8');

// The page's script, with its parts in files or in the page itself.
function bundle(parts, entry = 'main.js', format = 'iife') {
  const result = esbuild.buildSync({
    entryPoints: [path.join(page, entry)], bundle: true, minify: true, write: false, format, target: 'es2022',
    nodePaths: [path.join(out, 'npm/node_modules')], charset: 'utf8', loader: {'.css': 'text'},
    alias: {'tutor-parts': path.join(page, parts)},
  });
  return result.outputFiles[0].text;
}

function worker() {
  const all = fs.readFileSync(compiled('tutor.js'), 'utf8') + '\n' + read('worker.js');
  return esbuild.transformSync(all, {minify: true, target: 'es2022'}).code;
}

const shared = fs.readFileSync(path.join(page, '../../../lib/render/page/page.css'), 'utf8');
const style = esbuild.transformSync(shared + read('page.css'), {loader: 'css', minify: true}).code;

function fill(csp, head, body) {
  const values = {CSP: csp, STYLE: head, SCRIPT: body};
  return read('index.html').replace(/@(CSP|STYLE|SCRIPT)@/g, (_, name) => values[name]);
}

function folder() {
  fs.rmSync(site, {recursive: true, force: true});
  fs.mkdirSync(site, {recursive: true});
  const csp = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";
  const files = {
    'index.html': fill(csp, '<link rel="stylesheet" href="page.css">', '<script src="page.js"></script>'),
    'page.css': style, 'page.js': bundle('parts_files.js'), 'terminal.js': bundle('parts_files.js', 'terminal.js', 'esm'), 'worker.js': worker(), 'tutor.wasm': fs.readFileSync(compiled('tutor.wasm')),
  };
  const all = crypto.createHash('sha256');
  for (const content of Object.values(files)) all.update(content);
  const names = JSON.stringify(Object.keys(files));
  files['offline.js'] = read('offline.js').replace('@HASH@', all.digest('hex').slice(0, 16)).replace('@FILES@', names);
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(site, name), content);
  return files;
}

const hash = (text) => `'sha256-${crypto.createHash('sha256').update(text).digest('base64')}'`;
const letters = (content) => zlib.gzipSync(content, {level: 9}).toString('base64');

function single(files) {
  const script = bundle('parts_inline.js').replace(/<\/script/gi, '<\\/script');
  const csp = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval' blob:; style-src ${hash(style)}; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'`;
  const data = (id, content) => `<script type="application/octet-stream" id="${id}">${letters(content)}</script>\n`;
  const body = data('part-tutor', files['tutor.wasm']) + data('part-worker', files['worker.js']) + data('part-terminal', files['terminal.js']) + `<script>${script}</script>`;
  fs.writeFileSync(path.join(out, 'mha-tutor.html'), fill(csp, `<style>${style}</style>`, body));
}

const files = folder();
single(files);
const packed = Object.entries(files).filter(([name]) => name !== 'terminal.js').reduce((sum, [, content]) => sum + zlib.gzipSync(content, {level: 9}).length, 0);
console.log(`A first load is ${(packed / 1e6).toFixed(2)} MB with gzip.`);
