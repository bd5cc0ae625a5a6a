import type FuseType from 'fuse.js';
import { isExternal } from '../lib/paths.ts';
import type { PageEntry } from './page-entry.ts';
import { menuLinks, type MenuItem } from './page-table.ts';
import type { Partner } from './partner-list.ts';

/** Something the search can lead to. */
export type Found = {
  key: string;
  title: string;
  /** A second, muted line. */
  detail?: string;
  /** A page is found by its path too; the address of another site says nothing. */
  path?: string;
  to: string;
};

/** How the fuzzy match weighs (shell 5.3). */
const options = {
  keys: [
    { name: 'title', weight: 0.7 },
    { name: 'path', weight: 0.3 },
  ],
  threshold: 0.4,
  location: 0,
  distance: 100,
  minMatchCharLength: 1,
};

/** What can be found by name: the pages of the menu with the names above them, and the partner items. */
export function searchable(
  menu: readonly MenuItem[],
  partners: readonly Partner[],
  nameOf: (entry: PageEntry) => string,
): Found[] {
  const pages = menuLinks(menu).map((chain) => {
    const to = chain.at(-1)?.path ?? '/';
    return { key: to, title: [...new Set(chain.map(nameOf))].join(' > '), path: to, to };
  });
  return [...pages, ...partners.map(({ name, link }) => ({ key: `${name} ${link}`, title: name, to: link }))];
}

/** Finds pages by name or path, typing errors forgiven, best first; nothing for an empty text. */
export function pageFinder(Fuse: typeof FuseType, pages: readonly Found[]): (text: string) => Found[] {
  const fuse = new Fuse(pages, options);
  return (text) => (text === '' ? [] : fuse.search(text).map((hit) => hit.item));
}

/** Whether a found page has the text in its name or path as it was typed, and is not merely like it. */
export const says = ({ title, path = '' }: Found, text: string): boolean =>
  [title, path].some((name) => name.toLowerCase().includes(text.toLowerCase()));

/** Whether what was found is another site. */
export const leadsOut = ({ to }: Found): boolean => isExternal(to);
