// Keeps the page for later visits without a network. Its build fills in the files and their hash: a
// new version is fetched whole, and takes over when no page of the old one is open.
const kCache = `${registration.scope} @HASH@`;
const kFiles = ['./', ...@FILES@];

addEventListener('install', (event) => event.waitUntil(caches.open(kCache).then((cache) => cache.addAll(kFiles))));

addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) => Promise.all(
  names.filter((name) => name.startsWith(registration.scope + ' ') && name !== kCache).map((name) => caches.delete(name))))));

addEventListener('fetch', (event) => event.respondWith(
  caches.open(kCache).then((cache) => cache.match(event.request)).then((kept) => kept || fetch(event.request))));
