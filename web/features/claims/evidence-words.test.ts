import { expect, it } from 'vitest';
import { claims as en } from '#web/i18n/en/claims.ts';
import { claims as zh } from '#web/i18n/zh/claims.ts';

it.each([
  ['English', en],
  ['Chinese', zh],
])('in %s no kind of evidence is called by what begins or ends the name of another', (_language, { kinds }) => {
  const names = Object.values(kinds);
  const within = names.filter((name) => names.some((other) => other !== name && other.includes(name)));
  expect(within).toEqual([]); // “photo and photo of the packaging” says the same thing twice
});
