import type { Profile } from '../components/session.tsx';
import { isStaff } from '../lib/is-staff.ts';
import { loginPath } from '../lib/login-redirect.ts';
import { isFree, paths, plainPath, refreshTarget, samePath } from '../lib/paths.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { findChain, firstPage, mayOpen, menuLinks, menuOf } from '../shell/page-table.ts';

export type Place = { pathname: string; search: string; hash: string; state: unknown };

export type Verdict =
  /** Draw this entry (last of the chain). */
  | { do: 'show'; chain: readonly PageEntry[] }
  /** Replace the address. */
  | { do: 'go'; to: string }
  /** The profile must come first. */
  | { do: 'load' }
  /** Make a page again, then go there. */
  | { do: 'refresh'; path: string; search: string; to: string };

/** Marks a navigation that comes from the log-in: a forbidden target then becomes the Dashboard (P15). */
export const fromLogin = { fromLogin: true } as const;

function comesFromLogin(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromLogin' in state;
}

/** First page after log-in: the Dashboard, and for staff the first of their own pages. */
export function homeOf(entries: readonly PageEntry[], profile: Profile): string {
  const links = menuLinks(menuOf(entries, profile)).flatMap((chain) => chain.at(-1) ?? []);
  const dashboard = links.find((entry) => samePath(entry.path, paths.dashboard));
  const own = isStaff(profile) ? links.find((entry) => entry.roles !== undefined) : undefined;
  return (own ?? dashboard ?? links[0])?.path ?? paths.notFound;
}

function known(entries: readonly PageEntry[], place: Place, profile: Profile): Verdict {
  const chain = findChain(entries, place.pathname);
  const entry = chain.at(-1);
  if (entry === undefined)
    return { do: 'go', to: comesFromLogin(place.state) ? homeOf(entries, profile) : paths.notFound + place.search };
  if (!chain.every((one) => mayOpen(one, profile))) {
    return { do: 'go', to: comesFromLogin(place.state) ? homeOf(entries, profile) : paths.forbidden };
  }
  const page = firstPage(entry);
  if (page === undefined) return { do: 'go', to: paths.notFound };
  if (page.path !== place.pathname) return { do: 'go', to: page.path + place.search + place.hash };
  return { do: 'show', chain };
}

/** What an address leads to (spec §2, P13–P15). Pure, so that every case can be tried. */
export function judge(
  entries: readonly PageEntry[],
  place: Place,
  token: boolean,
  profile: Profile | undefined,
): Verdict {
  const plain = plainPath(place.pathname);
  if (isFree(plain)) {
    const chain = findChain(entries, plain);
    const path = chain.at(-1)?.path;
    if (path === undefined) return { do: 'go', to: paths.notFound };
    return path === place.pathname ? { do: 'show', chain } : { do: 'go', to: path + place.search + place.hash };
  }
  if (!token) return { do: 'go', to: loginPath(place) };
  if (profile === undefined) return { do: 'load' };
  if (plain === paths.redirect || plain.startsWith(`${paths.redirect}/`)) {
    const path = refreshTarget(place.pathname);
    return { do: 'refresh', path, search: place.search, to: path + place.search + place.hash };
  }
  if (plain === paths.root) {
    const dashboard = findChain(entries, paths.dashboard).at(-1)?.path; // spec §2: / leads to the Dashboard
    const home = homeOf(entries, profile);
    return { do: 'go', to: (comesFromLogin(place.state) ? home : (dashboard ?? home)) + place.search };
  }
  return known(entries, place, profile);
}
