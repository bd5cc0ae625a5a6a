import type { bankRowTabs } from '#contract/bank-statement-rules.ts';

/** Tabs whose payments wait for somebody, in the sequence in which they are worked through. */
const waiting = ['exact', 'to_check', 'unmatched', 'for_colleague'] as const;
type Tab = (typeof bankRowTabs)[number];

/** Where an empty tab leads: to the first other one that has payments, to a colleague's last. */
export function nextTab(tab: Tab | undefined, counts: Readonly<Record<string, number | undefined>> = {}) {
  const found = waiting.find((other) => other !== tab && (counts[other] ?? 0) > 0);
  return found && { tab: found, count: counts[found] ?? 0 };
}
