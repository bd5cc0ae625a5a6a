// The globals of server, which runs in Node.js. The type check of this folder fails when one of the first list is known, for
// example through the types of a library, or one of the second is not.

export type Unknown = [
  // @ts-expect-error it belongs to the browser
  typeof window,
  // @ts-expect-error it belongs to the browser
  typeof document,
  // @ts-expect-error it belongs to the browser
  typeof localStorage,
];

export type Known = [typeof process, typeof Buffer, typeof fetch, typeof console];
