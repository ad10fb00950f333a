// What stays in this browser: the tutor's state, and the learner's files. Nothing is sent anywhere.

const kStores = ['state', 'files', 'settings'];

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('mha-tutor', 1);
    request.onupgradeneeded = () => kStores.forEach((name) => request.result.createObjectStore(name));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// A browser may refuse to keep anything (a private window); then all is kept until the page closes.
export class Store {
  static async open() {
    const store = new Store();
    try {
      store.db = await opened();
    } catch {
      store.db = null;
    }
    return store;
  }

  get keeps() { return this.db !== null; }

  async all(name) {
    if (!this.db) return new Map();
    const objects = this.db.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
    return new Map(keys.map((key, i) => [key, values[i]]));
  }

  async put(name, key, value) {
    if (this.db) await done(this.db.transaction(name, 'readwrite').objectStore(name).put(value, key));
  }

  async remove(name, key) {
    if (this.db) await done(this.db.transaction(name, 'readwrite').objectStore(name).delete(key));
  }

  async clear(name) {
    if (this.db) await done(this.db.transaction(name, 'readwrite').objectStore(name).clear());
  }
}
