type Counts = Readonly<Record<string, number | undefined>>;

/** Where an empty tab leads: of the tabs that wait for somebody, in the sequence in which they are worked through, to the first other one with rows. */
export function nextTab<Tab extends string>(waiting: readonly Tab[], tab: string | undefined, counts: Counts = {}) {
  const found = waiting.find((other) => other !== tab && (counts[other] ?? 0) > 0);
  return found && { tab: found, count: counts[found] ?? 0 };
}
