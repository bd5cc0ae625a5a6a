import type { Feature } from '#contract/rights.ts';
import type { Profile } from '../components/session.tsx';
import { isStaff } from '../lib/is-staff.ts';
import { isExternal, plainPath } from '../lib/paths.ts';
import type { PageEntry } from './page-entry.ts';

/** Every entry with its parents, parents first. */
export function flatten(entries: readonly PageEntry[], parents: readonly PageEntry[] = []): PageEntry[][] {
  return entries.flatMap((entry) => {
    const chain = [...parents, entry];
    return [chain, ...flatten(entry.children ?? [], chain)];
  });
}

/** The entry of an address with its parents, ignoring case and a trailing slash (P13). */
export function findChain(entries: readonly PageEntry[], path: string): PageEntry[] {
  const wanted = plainPath(path);
  return flatten(entries).find((chain) => plainPath(chain.at(-1)?.path ?? '') === wanted) ?? [];
}

/** Whether a profile may open an entry: `admin` all, else by roles, and members by their rights (spec §6). */
export function mayOpen(entry: PageEntry, profile: Pick<Profile, 'roles' | 'rights'>): boolean {
  if (profile.roles.includes('admin')) return true;
  if (entry.roles !== undefined) return entry.roles.some((role) => profile.roles.includes(role));
  if (entry.feature === undefined || isStaff(profile)) return true;
  return profile.rights[entry.feature]?.includes('view') ?? false;
}

/** Whether a page shows the data of one client, so that staff choose one first (P3). */
export function isOfClient({ roles, own }: Pick<PageEntry, 'roles' | 'own'>): boolean {
  return roles === undefined && own !== true;
}

/** The page at an address if it may stand in a tab of this profile. */
export function findTabPage(
  entries: readonly PageEntry[],
  path: string,
  profile: Pick<Profile, 'roles' | 'rights'>,
): PageEntry | undefined {
  const chain = findChain(entries, path);
  const entry = chain.at(-1);
  const drawn = entry?.page !== undefined && entry.bare !== true;
  return drawn && chain.every((one) => mayOpen(one, profile)) ? entry : undefined;
}

function isHidden(entry: PageEntry, profile: Profile): boolean {
  return entry.hidden === true || (entry.hidden !== undefined && entry.hidden(profile));
}

/** A visible menu item: a link, or a submenu with children. */
export type MenuItem = { entry: PageEntry; children: MenuItem[] };

/**
 * The menu of a profile (spec §2, shell 3.1): hidden entries and their subtrees left out, a submenu for more than
 * one visible child or `alwaysShow`, a single child in the place of its parent, bare pages never.
 */
export function menuOf(entries: readonly PageEntry[], profile: Profile): MenuItem[] {
  return entries.flatMap((entry): MenuItem[] => {
    if (entry.bare === true || isHidden(entry, profile) || !mayOpen(entry, profile)) return [];
    const children = menuOf(entry.children ?? [], profile);
    const [only] = children;
    if (children.length > 1 || (entry.alwaysShow === true && only !== undefined)) return [{ entry, children }];
    if (only === undefined) return entry.page || isExternal(entry.path) ? [{ entry, children: [] }] : [];
    if (only.children.length > 0) return [{ entry, children }];
    const icon = only.entry.icon ?? entry.icon;
    return [{ entry: icon === undefined ? only.entry : { ...only.entry, icon }, children: [] }];
  });
}

/** A menu without the pages of a client that staff may not read; the children of an item have its feature. */
export function readableMenu(items: readonly MenuItem[], readable: readonly Feature[]): MenuItem[] {
  return items.filter(
    ({ entry: { roles, feature } }) => roles !== undefined || feature === undefined || readable.includes(feature),
  );
}

/** Links of a menu in order, each with the entries above it; a parent with a page of its own comes before its children. */
export function menuLinks(items: readonly MenuItem[], above: readonly PageEntry[] = []): PageEntry[][] {
  return items.flatMap((item) => {
    const chain = [...above, item.entry];
    if (item.children.length === 0) return [chain];
    return [...(item.entry.page === undefined ? [] : [chain]), ...menuLinks(item.children, chain)];
  });
}

/** The menu item to highlight for the entry on the screen: its `activeMenu`, else itself (spec §2). */
export function activePath(chain: readonly PageEntry[]): string | undefined {
  const shown = chain.at(-1);
  return shown?.activeMenu ?? shown?.path;
}

/** Paths of the submenus around the highlighted item. */
export function activeParents(entries: readonly PageEntry[], chain: readonly PageEntry[]): string[] {
  const active = activePath(chain);
  if (active === undefined) return [];
  return findChain(entries, active)
    .slice(0, -1)
    .map((entry) => entry.path);
}

/** First page of an entry that has none itself: `/wallet` leads to `/wallet/wallet`. */
export function firstPage(entry: PageEntry): PageEntry | undefined {
  if (entry.page !== undefined) return entry;
  for (const child of entry.children ?? []) {
    const found = firstPage(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
