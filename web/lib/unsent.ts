/** What a field holds once `sent` was sent: what was typed in the meantime stays. */
export const unsent =
  (sent: string) =>
  (now: string): string =>
    now === sent ? '' : now;

/** The same of a list, such as attached files. */
export const unsentOf =
  <One>(sent: readonly One[]) =>
  (now: readonly One[]): One[] =>
    now.filter((one) => !sent.includes(one));
