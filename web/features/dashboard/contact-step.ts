/**
 * Whether the list of first steps asks how to reach the merchant: open while nobody looks after the account and nobody knows
 * (P4), done once it is said, so that it stays ticked like the others; undefined where an agent is there without it.
 */
export function contactStep(agentExists: boolean | undefined, contactGiven: boolean): { done: boolean } | undefined {
  if (contactGiven) return { done: true };
  return agentExists === false ? { done: false } : undefined;
}
