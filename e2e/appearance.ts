import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { tokenCookie } from '#contract/constants.ts';
import type { Visitor } from './browser.ts';
import { forgetBeforeNext, loadPage } from './memory.ts';

/** The appearances of the portal; a page is seen in one of them in rotation, in all with EVERY_APPEARANCE=1 (P43). */
export const appearances = [
  { scheme: 'light', language: 'en' },
  { scheme: 'dark', language: 'zh' },
  { scheme: 'dark', language: 'en' },
  { scheme: 'light', language: 'zh' },
] as const;
export type Appearance = (typeof appearances)[number];

/** A small desktop, the smallest that is not mobile in common use. */
export const laptop = { width: 1024, height: 768 };
/** A usual laptop. */
export const wideLaptop = { width: 1280, height: 800 };

const everyAppearance = process.env.EVERY_APPEARANCE === '1';
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The appearances in which the n-th screen is seen. */
export const appearancesOf = (n: number): readonly Appearance[] =>
  everyAppearance ? appearances : appearances.slice(n % appearances.length, (n % appearances.length) + 1);

/** What an appearance is called in a failing test. */
export const appearanceName = ({ scheme, language }: Appearance): string => `${scheme} ${language}`;

type ScreenCase = {
  path: string;
  token?: string | undefined;
  appearance: Appearance;
  /** Nobody asks how to be reached; the dialogs have stories of their own. */
  calm?: boolean;
};

/** Opens a page in an appearance with a clean memory, and waits until it stands still. */
export async function show({ page, context }: Visitor, url: string, screen: ScreenCase): Promise<void> {
  const { path, token, appearance, calm = true } = screen;
  await context.clearCookies();
  if (token) await context.addCookies([{ name: tokenCookie, value: token, url }]);
  await forgetBeforeNext(context, url, {
    local: {
      islogin: 'true',
      settings: JSON.stringify({ colorScheme: appearance.scheme }),
      language: JSON.stringify(appearance.language),
      ...(calm && { bind_submit_time: String(Date.now() + 86_400_000) }),
    },
  });
  await loadPage(page, url, path);
  await page.locator('h1, h2, main p').filter({ visible: true }).first().waitFor();
  await still(page);
}

/** No skeleton, no list on its way, no movement. */
export async function still(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]') === null &&
      document.getAnimations().every((one) => one.playState !== 'running'),
  );
}

/** What axe finds, one line per kind of barrier with the places. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(
    (tags) =>
      (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: tags,
        resultTypes: ['violations'],
      }),
    rules,
  );
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}

/** More elements than a page or a dialog can have and still open at once. */
const mostElements = 15_000;

/** What a reader cannot get at: controls beyond the window's edge, and more elements than a browser draws at once. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const scrolls = (control: Element) => {
      for (let part = control.parentElement; part; part = part.parentElement)
        if (part.scrollWidth > part.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(part).overflowX))
          return true;
      return false;
    };
    const beyond = [...document.querySelectorAll('button, a, input, [role="combobox"]')].filter((control) => {
      const { width, right } = control.getBoundingClientRect();
      return width > 1 && right > innerWidth + 1 && control.checkVisibility() && !scrolls(control);
    });
    const elements = document.querySelectorAll('*').length;
    return [
      ...beyond.map((control) => `beyond the edge: ${control.textContent || control.getAttribute('aria-label')}`),
      ...(elements > most ? [`${elements} elements`] : []),
    ];
  }, mostElements);
}

/** States, dates and numbers such as `INV-1264` on two lines, heads of columns on three, and hints of fields that end in the middle. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = (part: Element) => part.checkVisibility() && part.getBoundingClientRect().width > 1;
    const tall = [...document.querySelectorAll('td [data-tone]')].filter(
      (chip) => seen(chip) && chip.getBoundingClientRect().height > 24,
    );
    const pen = document.createElement('canvas').getContext('2d');
    const ended = [...document.querySelectorAll('input')].filter((field) => {
      if (!pen || !seen(field) || field.placeholder === '') return false;
      const style = getComputedStyle(field);
      pen.font = style.font;
      const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      return pen.measureText(field.placeholder).width > room + 1;
    });
    const lines = (range: Range) => new Set([...range.getClientRects()].map((part) => Math.round(part.top))).size;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: around, textContent } = text;
      if (!around || around.closest('[lang], pre, code') || !seen(around)) continue;
      for (const found of (textContent ?? '').matchAll(/(?:\d{4}-)?\d{2}-\d{2}(?!\d)|\b[A-Z]{1,4}-\d+/g)) {
        const range = document.createRange();
        range.setStart(text, found.index);
        range.setEnd(text, found.index + found[0].length);
        if (lines(range) > 1) broken.push(found[0]);
      }
    }
    const high = [...document.querySelectorAll('thead th')].filter((head) => {
      const range = document.createRange();
      range.selectNodeContents(head);
      return seen(head) && lines(range) > 2;
    });
    return [
      ...new Set(broken.map((number) => `a number on two lines: ${number}`)),
      ...high.map((head) => `a column's head on three lines: ${head.textContent}`),
      ...new Set(tall.map((chip) => `a state on two lines: ${chip.textContent}`)),
      ...ended.map((field) => `a hint cut off: ${field.placeholder}`),
    ];
  });
}

/** By how many pixels the page is wider than the window, in itself or in the part that scrolls. */
export function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('main, [role="dialog"]')];
    return Math.max(
      window.innerWidth - document.documentElement.clientWidth,
      ...parts.map((part) => part.scrollWidth - part.clientWidth),
    );
  });
}
