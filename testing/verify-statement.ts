/** The code by which merchants verify statements, for tests of the server that issues them. */
export { verify } from '#web/public/verify-statement/check.mjs';
