import type { Problem, Rule } from '../rule.ts';
import { codeOf } from '../source.ts';
import { isCode, isTest, lineAt, type SourceFile } from '../tree.ts';

type Word = {
  word: string;
  pattern: RegExp;
  /** Files it is looked for in. */
  where: RegExp;
  /** Its one home, or several. */
  home?: RegExp;
  /** Also in comments and strings, and in files that are not code. */
  anywhere?: boolean;
  tests?: 'only' | 'too';
  instead: string;
};

const words: readonly Word[] = [
  {
    word: 'dangerouslySetInnerHTML',
    pattern: /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\s*=[^=]|\binsertAdjacentHTML\b/g,
    where: /^web\//,
    home: /^web\/ui\/safe-html\.tsx$/,
    instead: 'show HTML through <SafeHtml> of web/ui/safe-html.tsx, which sanitises it (decision 34)',
  },
  {
    word: 'fetch()',
    pattern:
      /(?<![\w.])fetch\s*\(|\b(?:window|globalThis|self)\.fetch\b|\bXMLHttpRequest\b|\bEventSource\b|\bsendBeacon\b/g,
    where: /^web\//,
    home: /^web\/api\//,
    instead: 'call the request layer of web/api (spec §7)',
  },
  {
    word: 'localStorage, sessionStorage, document.cookie',
    pattern: /\b(?:localStorage|sessionStorage)\b|\bdocument\.cookie\b|\bcookieStore\b/g,
    where: /^web\//,
    home: /^web\/lib\//,
    instead: 'use the storage and cookie functions of web/lib',
  },
  {
    word: 'randomUUID in the browser',
    pattern: /\brandomUUID\b|\buuid\s*\(/g,
    where: /^web\//,
    home: /^web\/api\/idempotency-keys\.ts$/,
    instead:
      'useApiMutation makes the key (web/api/idempotency-keys.ts): browsers have randomUUID over https and on localhost only',
  },
  {
    word: 'a list that may miss members of a union',
    pattern: /\bas const satisfies (?:readonly )?[\w.]+(?:\['?\w*\s*'?\])?\[\]/g,
    where: /^web\/(?:features|components)\//,
    instead: "take the contract's own list, or everyOf of web/lib/every-of.ts, which compiles only when it is whole",
  },
  {
    word: 'the mobile breakpoint in a media query',
    pattern: /\((?:max-|min-)?width\s*(?::|[<>]=?)\s*99\d(?:\.\d+)?px/g,
    where: /^web\/.*\.(?:css|tsx?)$/,
    anywhere: true,
    instead: "go by :root[data-device='mobile'] or useMobile: mobile follows the width of the body (web/ui/device.ts)",
  },
  {
    word: '<Suspense>',
    pattern: /<Suspense\b/g,
    where: /^web\//,
    home: /^web\/(?:components\/lazy-part|ui\/file-drop|app\/(?:frames|prompts))\.tsx$/,
    instead:
      'take LazyBoundary of web/components/lazy-part.tsx: React shows what came no sooner than 300 ms after a fallback',
  },
  {
    word: 'process.env in the server',
    pattern: /\bprocess\.env\b/g,
    where: /^server\//,
    home: /^server\/lib\/config\.ts$/,
    instead: 'settings are read once, in server/lib/config.ts (decision 41)',
  },
  {
    word: 'process.env in the sandbox',
    pattern: /\bprocess\.env\b/g,
    where: /^sandbox\//,
    home: /^sandbox\/config\.ts$/,
    instead: 'settings are read once, in sandbox/config.ts',
  },
  {
    word: 'the wall clock',
    pattern: /\bnew Date\(\s*\)|\bDate\.now\b|\bperformance\.now\b/g,
    where: /^server\/features\//,
    instead: 'take the time from ctx.now, so that tests can set it',
  },
  {
    word: 'any',
    pattern: /(?::|\bas|<|\|)\s*any\b/g,
    where: /./,
    // what a test reads out of an answer
    home: /^testing\/app\.ts$/,
    tests: 'too',
    instead: 'name the type, or take unknown and check it',
  },
  {
    word: 'a suppression without a reason',
    pattern: /@ts-(?:ignore|nocheck)\b|@ts-expect-error(?!\s+[\w'`]).*|(?:oxlint|eslint)-disable(?!.* -- \w).*/g,
    where: /\.(?:tsx?|mjs)$/,
    anywhere: true,
    tests: 'too',
    instead: 'say why: `@ts-expect-error reason`, `oxlint-disable-next-line rule -- reason`',
  },
  {
    word: 'a note to self',
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/g,
    where: /\.(?:tsx?|mjs|sql|css|md|html)$/,
    anywhere: true,
    tests: 'too',
    instead: 'do it now, or open an issue',
  },
  {
    word: 'a test that is skipped or singled out',
    pattern:
      /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fails)\b|\b(?:xit|fit|xdescribe|fdescribe)\s*\(/g,
    where: /\.(?:test|spec)\.tsx?$/,
    tests: 'only',
    instead: 'make it pass or remove it; skipIf is for a tool that a machine may lack',
  },
  {
    word: 'a sleep in a test',
    pattern: /\bwaitForTimeout\b|\bsetTimeout\s*\((?:resolve|r|done)\b/g,
    where: /\.(?:test|spec)\.tsx?$/,
    tests: 'only',
    instead: 'wait for what should happen (vi.waitFor, locator.waitFor)',
  },
];

/** These files speak about the words. */
const speaksAboutThem = /^(?:scripts\/structure\/|scripts\/gate\.unit\.test\.ts$|docs\/decisions\/0002-)/;

export const forbiddenWords: Rule = {
  name: 'forbidden-words',
  asks: 'Some words have one home, some have none.',
  check: (tree) =>
    tree.files
      .filter(({ path }) => !speaksAboutThem.test(path))
      .flatMap((file) => words.filter((word) => concerns(word, file.path)).flatMap((word) => findWord(word, file))),
};

function concerns(word: Word, path: string): boolean {
  if (!word.where.test(path) || word.home?.test(path)) return false;
  if (isTest(path)) return word.tests !== undefined;
  return word.tests !== 'only' && (word.anywhere === true || isCode(path));
}

function findWord(word: Word, file: SourceFile): Problem[] {
  const text = word.anywhere ? file.text : codeOf(file);
  return [...text.matchAll(word.pattern)].map((match) => ({
    path: file.path,
    line: lineAt(text, match.index),
    message: `'${match[0].trim().slice(0, 60)}': ${word.instead}`,
  }));
}

export const forbiddenWordNames: readonly string[] = words.map(({ word }) => word);
