import type { Problem, Rule } from '../rule.ts';
import { codeOf, importsOf } from '../source.ts';
import { codeFiles, isTest, lineAt, type SourceFile } from '../tree.ts';

const places = /^web\/(?:features|components|shell)\//;

/**
 * Files that may still do a part manually, each with the reason. The list gets shorter, never longer: the test holds its
 * length, and a file that no longer needs its line must leave it.
 */
export const byHand: Readonly<Record<string, string>> = {
  'web/components/phone-country-select.tsx': 'reads a file of the app, not the API',
  'web/features/api-access/api-document-page.tsx': 'reads the OpenAPI document, which is no call of the contract',
  'web/features/session/create-password-form.tsx': 'a page before the log-in, without the query client',
  'web/features/session/finish-sign-up.tsx': 'a page before the log-in, without the query client',
  'web/features/session/forgot-form.tsx': 'a page before the log-in, without the query client',
  'web/features/session/login-page.tsx': 'a page before the log-in, without the query client',
  'web/features/session/sign-up-form.tsx': 'a page before the log-in, without the query client',
  'web/features/session/verify-email.tsx': 'a page before the log-in, without the query client',
  'web/shell/settings-sync.ts': 'saves outside of any component, also while the session ends',
  'web/shell/palette-body.tsx': 'asks several lists at once, each a call of its own kind',
};

const words: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /\b(?:idempotencyKey|newIdempotencyKey)\b/g, instead: 'useApiMutation brings the idempotency key' },
  { pattern: /\bqueryKey\b/g, instead: 'useApiQuery makes the key; read again with refetch or useRefetch' },
  { pattern: /\bsetBusy\b/g, instead: 'take the busy state of useApiMutation or useAction' },
  {
    pattern: /\b(?:showFailure|call)\s*\(/g,
    instead: 'useApiMutation or useAction shows a refusal at its field or as a toast',
  },
];

export const webKit: Rule = {
  name: 'web-kit',
  asks: 'Features, components and the shell call the API through useApiQuery, useApiMutation and useAction of web/api.',
  check: (tree) =>
    codeFiles(tree)
      .filter(({ path }) => places.test(path) && !isTest(path))
      .flatMap((file) => {
        const problems = checkFile(file);
        if (byHand[file.path] === undefined) return problems;
        return problems.length > 0 ? [] : [{ path: file.path, message: 'does nothing by hand: take it off the list' }];
      }),
};

function checkFile(file: SourceFile): Problem[] {
  const code = codeOf(file);
  const found = words.flatMap(({ pattern, instead }) =>
    [...code.matchAll(pattern)].map((match): Problem => {
      const line = lineAt(code, match.index);
      return { path: file.path, line, message: `${match[0]}: ${instead}` };
    }),
  );
  const library = importsOf(file).filter(({ specifier }) => specifier === '@tanstack/react-query');
  return [
    ...found,
    ...library.map(({ line }) => ({ path: file.path, line, message: 'react-query belongs to web/api and web/app' })),
  ];
}
