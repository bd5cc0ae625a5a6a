import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { UnbrokenNumbers } from './unbroken-numbers.tsx';

const shown = (text: string) => renderToStaticMarkup(createElement(UnbrokenNumbers, { text }));
const whole = (text: string) => `<span style="white-space:nowrap">${text}</span>`;

it('keeps dates and numbers on one line, and all of the sentence', () => {
  expect(shown('Overdue since 11-25 21:00')).toBe(`<span>Overdue since ${whole('11-25')}</span> 21:00`);
  expect(shown('2026-11-25 – 2026-12-01 (INV-1264)')).toBe(
    `<span>${whole('2026-11-25')}</span><span> – ${whole('2026-12-01')}</span><span> (${whole('INV-1264')}</span>)`,
  );
  expect(shown('Nothing here: 3–5 days, 12-345')).toBe('Nothing here: 3–5 days, 12-345');
});

it('breaks a mail address only where its line is too short for it', () => {
  const address = (text: string) =>
    `<span style="display:inline-block;max-width:100%;vertical-align:top;overflow-wrap:anywhere">${text}</span>`;
  expect(shown('Link sent to jane.doe+shop@north-star.test.')).toBe(
    `<span>Link sent to ${address('jane.doe+shop@north-star.test')}</span>.`,
  );
  expect(shown('如果 a@b-c.example 属于某个账户，2026-11-25')).toBe(
    `<span>如果 ${address('a@b-c.example')}</span><span> 属于某个账户，${whole('2026-11-25')}</span>`,
  );
  expect(shown('Write @ 11, or a@b')).toBe('Write @ 11, or a@b');
});
