/** What must be done: each need by one of its ways. */
export type Need = readonly string[];

const mostSteps = 200_000;

/**
 * The fewest actions that meet every need (a smallest hitting set). Needs with a single way are forced; what is left is
 * searched exactly, branch by branch, and greedily where that would take too long.
 */
export function fewestActions(needs: readonly Need[]): { actions: string[]; exact: boolean } {
  const forced = new Set(needs.filter((need) => need.length === 1).flat());
  const open = smallestNeeds(needs.filter((need) => !need.some((fix) => forced.has(fix))));
  const search: Search = { best: greedy(open), steps: 0 };
  extend(open, [], search);
  return { actions: [...forced, ...search.best].sort(), exact: search.steps < mostSteps };
}

/** A need that contains another is met with it. */
function smallestNeeds(needs: readonly Need[]): Need[] {
  const kept: Need[] = [];
  const bySize = [...needs].sort((a, b) => a.length - b.length);
  for (const need of bySize) {
    const fixes = new Set(need);
    if (need.length > 0 && !kept.some((other) => other.every((fix) => fixes.has(fix)))) kept.push(need);
  }
  return kept;
}

/** Takes what meets most needs, again and again. */
function greedy(needs: readonly Need[]): string[] {
  const chosen: string[] = [];
  for (let left = [...needs]; left.length > 0; ) {
    const counts = new Map<string, number>();
    for (const fix of left.flat()) counts.set(fix, (counts.get(fix) ?? 0) + 1);
    const [best = ''] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0] ?? [];
    chosen.push(best);
    left = left.filter((need) => !need.includes(best));
  }
  return chosen;
}

type Search = { best: string[]; steps: number };

/** Branches on the ways of the need with the fewest; a branch ends where it cannot become shorter than the best so far. */
function extend(left: readonly Need[], chosen: string[], search: Search): void {
  search.steps += 1;
  if (search.steps >= mostSteps) return;
  if (left.length === 0) {
    if (chosen.length < search.best.length) search.best = chosen;
    return;
  }
  if (chosen.length + apart(left) >= search.best.length) return;
  const [next = []] = [...left].sort((a, b) => a.length - b.length);
  for (const fix of next) {
    extend(
      left.filter((need) => !need.includes(fix)),
      [...chosen, fix],
      search,
    );
  }
}

/** So many needs share no way: at least as many actions are still needed. */
function apart(needs: readonly Need[]): number {
  const used = new Set<string>();
  let count = 0;
  for (const need of needs) {
    if (need.some((fix) => used.has(fix))) continue;
    for (const fix of need) used.add(fix);
    count += 1;
  }
  return count;
}
