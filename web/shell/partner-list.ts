import { isWebLink } from '#contract/partner-rules.ts';
import { local } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

/** An item that stands in the place of the partners entry (spec §2, §3). */
export type Partner = { name: string; icon: string; link: string };

const key = 'partners';

function isPartner(value: unknown): value is Partner {
  if (typeof value !== 'object' || value === null) return false;
  if (!('name' in value && 'icon' in value && 'link' in value)) return false;
  const { name, icon, link } = value;
  return (
    typeof name === 'string' && name !== '' && typeof icon === 'string' && typeof link === 'string' && isWebLink(link)
  );
}

/** Items of a stored list that can be shown; foreign text and links that are no web address are left out. */
export function readPartners(stored: unknown): readonly Partner[] {
  return Array.isArray(stored) ? stored.filter(isPartner) : [];
}

/** The partner items kept on this machine. */
export const partnerList = createStore(readPartners(local.get(key)));

/** Keeps the items of this domain. */
export function keepPartners(links: readonly Partner[]): void {
  local.set(key, links);
  partnerList.set(readPartners(links));
}

/** Clears the items at the end of a session (spec §4). */
export function dropPartners(): void {
  local.drop(key);
  partnerList.set([]);
}
