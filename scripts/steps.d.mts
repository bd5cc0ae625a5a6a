export type Counts = { passed: number; failed: number; skipped: number };
export type Step = { name: string; args: string[]; env?: Record<string, string | undefined>; minutes?: number };
export function addCounts(all: Counts[]): Counts;
export function runStep(step: Step): Promise<Counts>;
export function runVitest(step: Omit<Step, 'args'> & { project: string }): Promise<Counts>;
export function countReport(report: unknown, code: number | null): Counts;
export function failuresOf(report: unknown): string[];
export function secondTries(output: string): string[];
