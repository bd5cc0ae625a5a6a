import type { Problem, Rule } from '../rule.ts';
import { isTest } from '../tree.ts';

const cap = 400;
const testCap = 500;
const counted = /\.(?:tsx?|mjs|css)$/;
/** Texts, tables of data and what a program wrote. */
const exempt =
  /^(?:web\/i18n\/|server\/db\/tables\.ts$|sandbox\/demo\/data\/|contract\/countries\.ts$|web\/lib\/countries\.ts$)/;

export const fileSizes: Rule = {
  name: 'file-sizes',
  asks: `A file has at most ${cap} lines, a test ${testCap}.`,
  check: (tree) =>
    tree.files
      .filter(({ path }) => counted.test(path) && !exempt.test(path))
      .flatMap(({ path, text }): Problem[] => {
        const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
        const most = isTest(path) ? testCap : cap;
        return lines > most ? [{ path, message: `has ${lines} lines, the cap is ${most}` }] : [];
      }),
};
