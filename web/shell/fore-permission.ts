import { presentTitle } from '../lib/page-titles.ts';
import { samePath } from '../lib/paths.ts';
import type { PageEntry } from './page-entry.ts';

/** Local key of the list that limits the menu further (spec §6). */
export const forePermissionKey = 'fore_permission';

function isListed(entry: PageEntry, list: readonly string[]): boolean {
  return list.some((one) => samePath(one, entry.path) || presentTitle(one).toLowerCase() === entry.title.toLowerCase());
}

function keep(entries: readonly PageEntry[], list: readonly string[]): PageEntry[] {
  return entries.flatMap((entry) => {
    if (isListed(entry, list)) return [entry];
    const children = keep(entry.children ?? [], list);
    return children.length === 0 ? [] : [{ ...entry, children }];
  });
}

/**
 * Leaves in the menu what a stored list names by path or by name, parents with all their children. No limit without a
 * list, with an empty one, and with anything that is not a list of texts. It limits the sidebar and the page search
 * only: it is no right (P20).
 */
export function limitMenu(entries: readonly PageEntry[], stored: unknown): readonly PageEntry[] {
  if (!Array.isArray(stored) || stored.length === 0) return entries;
  if (!stored.every((one): one is string => typeof one === 'string')) return entries;
  return keep(entries, stored);
}
