// The globals of contract, which runs on the server and in the browser. The type check of this folder fails when one of the first list is known, for
// example through the types of a library, or one of the second is not.

export type Unknown = [
  // @ts-expect-error it belongs to Node.js or the browser
  typeof process,
  // @ts-expect-error it belongs to Node.js or the browser
  typeof window,
  // @ts-expect-error it belongs to Node.js or the browser
  typeof console,
  // @ts-expect-error it belongs to Node.js or the browser
  typeof fetch,
  // @ts-expect-error it belongs to Node.js or the browser
  typeof Buffer,
];

export type Known = [typeof Map, typeof Promise, typeof Intl];
