/** A place for small JSON values that never throws: storage may be full, closed or hold foreign text. */
export type SafeStorage = {
  /** Whether the browser lets us keep anything here. */
  isOpen: () => boolean;
  /** Whether there is anything under the key, even what `get` cannot read. */
  has: (key: string) => boolean;
  get: (key: string) => unknown;
  set: (key: string, value: unknown) => void;
  /** Keeps a text as it is, for readers that expect no JSON. */
  setText: (key: string, text: string) => void;
  drop: (key: string) => void;
};

/** Wraps a `Storage`; `find` runs on each use because reading the property itself may throw. */
export function safeStorage(find: () => Storage): SafeStorage {
  const setText = (key: string, text: string) => {
    try {
      find().setItem(key, text);
    } catch {
      // full or closed: the value lives only in memory then
    }
  };
  return {
    isOpen() {
      try {
        find().getItem('');
        return true;
      } catch {
        return false;
      }
    },
    has(key) {
      try {
        return find().getItem(key) !== null;
      } catch {
        return false;
      }
    },
    get(key) {
      try {
        const text = find().getItem(key);
        return text === null ? undefined : (JSON.parse(text) as unknown);
      } catch {
        return undefined;
      }
    },
    set(key, value) {
      setText(key, JSON.stringify(value));
    },
    setText,
    drop(key) {
      try {
        find().removeItem(key);
      } catch {
        // closed: nothing was stored either
      }
    },
  };
}

/** Values kept on this machine across visits. */
export const local = safeStorage(() => window.localStorage);
/** Values kept for this browser tab, across reloads only. */
export const perTab = safeStorage(() => window.sessionStorage);
