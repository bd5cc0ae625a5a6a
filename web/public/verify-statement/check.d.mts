export type Problem = { code: string } & Record<string, unknown>;
export type PublishedKey = { id: string; public_key: string; from: string; until: string | null };
/** What is wrong with a statement, and whether that breaks it. */
export function verify(
  bytes: Uint8Array,
  options: { keys?: PublishedKey[]; earlier?: { name: string; bytes: Uint8Array }[] },
): Promise<{ verdict: 'valid' | 'broken' | 'unknown'; problems: Problem[]; statement?: unknown }>;
export function sentenceOf(problem: Problem): string;
