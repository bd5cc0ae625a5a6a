import type { ClaimPolicy } from '#contract/claim-verdict-rules.ts';

export type Policy = ClaimPolicy & { id: string };
export type Credit = { number: string; amount: number; invoice: { id: string; number: string } };
