import { sql } from 'kysely';
import type { invoiceStatuses } from '#contract/invoices.ts';

export type Status = (typeof invoiceStatuses)[number];

/** The state of invoices `i` at a moment: an open one whose prices have ended is expired, also before the job ends it. */
export const statusAt = (now: Date) =>
  sql<Status>`CASE WHEN i.status = 'open' AND i.price_valid_until <= ${now} THEN 'expired' ELSE i.status END`;

/** Whether invoices `i` are in one of these states at a moment; the first condition is what their index knows. */
export function hasStatus(now: Date, statuses: readonly Status[]) {
  const kept = statuses.includes('expired') ? [...new Set<Status>([...statuses, 'open'])] : [...statuses];
  return sql<boolean>`(i.status = ANY(${kept}::text[]) AND ${statusAt(now)} = ANY(${[...statuses]}::text[]))`;
}
