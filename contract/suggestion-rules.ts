/** What words of options are about. */
export const wordKinds = ['color', 'size', 'other'] as const;

/** Suggestions from here on are right in 99 of 100 and accepted together. */
export const sureConfidence = 0.95;
