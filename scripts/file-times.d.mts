import type { Reporter } from 'vitest/node';

export function fileTimes(path: string): Reporter;
