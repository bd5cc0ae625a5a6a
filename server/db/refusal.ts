/** A start that cannot go on: its message is a full sentence for the operator and needs no stack trace. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** The system's error code (`ENOENT`, `EACCES`, …) of a failed file, process or socket call. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
