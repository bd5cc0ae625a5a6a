import type { Visitor } from './browser.ts';

/** What people did by hand in the pages that are watched. */
export type Hands = {
  /** Labels of the portal's fields that somebody typed into. */
  typed: Set<string>;
  /** Addresses that may be opened beside the log-in: those of mails. */
  mailed: Set<string>;
};

/** Notes the label of each field of the portal that is typed into, and refuses addresses that nothing offered. */
export async function watchHands({ page, context }: Visitor, portal: string, hands: Hands): Promise<void> {
  const open = page.goto.bind(page);
  page.goto = (url, options) => {
    if (!url.startsWith('/login') && !hands.mailed.has(url)) throw new Error(`${url} would be opened by its address`);
    return open(url, options);
  };
  await context.exposeBinding('noteTyped', ({ frame }, label: string) => {
    if (frame.url().startsWith(portal)) hands.typed.add(label);
  });
  await context.addInitScript(() => {
    document.addEventListener('input', ({ target }) => {
      const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null;
      if (field === null || ['checkbox', 'radio', 'file'].includes(field.type)) return;
      const label = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name;
      void (globalThis as unknown as { noteTyped: (label: string) => Promise<void> }).noteTyped(label.trim());
    });
  });
}

/** The labels that are not of any kind that may be typed. */
export const notAllowed = (typed: Iterable<string>, kinds: readonly RegExp[]): string[] =>
  [...typed].filter((label) => !kinds.some((kind) => kind.test(label)));
