import { defaultSize } from '#contract/constants.ts';
import { choiceDays, readCookie, writeCookie } from '../lib/cookies.ts';
import { createStore } from '../lib/store.ts';

export const sizes = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];

const cookie = 'size';

/** Unknown values mean small (decision 18). */
export function readSize(value: string | undefined): Size {
  return sizes.find((size) => size === value) ?? defaultSize;
}

export const sizeChoice = createStore<Size>(readSize(readCookie(cookie)));

/** Changes sizes at once; CSS variables do it, so that nothing is made anew (decision 18). */
export function chooseSize(size: Size): void {
  sizeChoice.set(size);
  document.documentElement.dataset.size = size;
  writeCookie(cookie, size, choiceDays);
}
