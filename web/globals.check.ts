// The globals of web, which runs in the browser. The type check of this folder fails when one of the first list is known, for
// example through the types of a library, or one of the second is not.

export type Unknown = [
  // @ts-expect-error it belongs to Node.js
  typeof process,
  // @ts-expect-error it belongs to Node.js
  typeof Buffer,
  // @ts-expect-error it belongs to Node.js
  typeof __dirname,
];

export type Known = [typeof window, typeof document, typeof fetch, typeof console];
