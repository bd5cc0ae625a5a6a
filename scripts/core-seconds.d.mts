export type Process = { parent: number; started: string; own: number; waited: number };
export function countCoreSeconds(): { soFar(): number | undefined; end(): number | undefined };
export function processTree(root: number): { sample(running: Map<number, Process>): void; seconds(): number };
