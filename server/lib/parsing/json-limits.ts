/** Bodies above so many bytes are read, or first looked at, in another process. */
export const largeBody = 256 * 1024;

/** What one call's large body may hold: reading and checking more would take longer than its size lets expect. */
export const jsonLimits = { values: 50_000, levels: 64 };
