/** The code by which merchants verify statements, for tests of the server that issues them. */
export { sentenceOf, verify } from '#web/public/verify-statement/check.mjs';
