import { defaultPerPage, maxListDepth } from '#contract/constants.ts';
import type { ListMeta, ListQuery } from '#contract/shared.ts';
import { appError } from '../lib/app-error.ts';

/** Offset and limit of a list page; deeper than 25,000 rows is refused (P26). */
export function pageOf(query: ListQuery): { offset: number; limit: number } {
  if (query.page * query.per_page > maxListDepth) {
    throw appError('page_too_deep', { text: 'general.list_end' });
  }
  return { offset: (query.page - 1) * query.per_page, limit: query.per_page };
}

/** `meta` of a list answer; totals are exact up to 25,000. */
export function metaOf(query: ListQuery, total: number, counts?: Record<string, number>): ListMeta {
  return {
    page: query.page,
    per_page: query.per_page ?? defaultPerPage,
    total: Math.min(total, maxListDepth),
    total_is_exact: total <= maxListDepth,
    ...(counts && { counts }),
  };
}

/** How many rows each tab of a list has: all of them say it. */
export async function countTabs<Tab extends string>(
  tabs: readonly Tab[],
  count: (tab: Tab) => Promise<number>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const tab of tabs) counts[tab] = await count(tab);
  return counts;
}
