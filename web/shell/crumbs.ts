import { paths, samePath } from '../lib/paths.ts';
import type { PageEntry } from './page-entry.ts';
import { findChain } from './page-table.ts';

/** One word of the breadcrumb; without `to` it is plain text. */
export type Crumb = { entry: PageEntry; name: string; to: string | undefined };

/**
 * The Dashboard first, then the page's parents, then the page (shell 5.2). The last is where you are and leads nowhere,
 * nor does a parent without a page; entries with `breadcrumb: false` are left out, and a name that two neighbours share
 * is said once.
 */
export function crumbsOf(
  entries: readonly PageEntry[],
  chain: readonly PageEntry[],
  nameOf: (entry: PageEntry) => string,
): Crumb[] {
  const [first] = chain;
  const atHome = first === undefined || samePath(first.path, paths.dashboard);
  const whole = (atHome ? chain : [...findChain(entries, paths.dashboard), ...chain])
    .filter((entry) => entry.breadcrumb !== false)
    .map((entry) => ({ entry, name: nameOf(entry) }));
  return whole
    .filter(({ name }, index) => name !== whole[index + 1]?.name)
    .map(({ entry, name }, index, all) => {
      const leads = index < all.length - 1 && entry.page !== undefined;
      return { entry, name, to: leads ? entry.path : undefined };
    });
}
