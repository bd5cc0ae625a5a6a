/**
 * Gathers equal calls: whoever asks while `act` runs for the key gets the next run, which begins after the running one and
 * serves all who asked meanwhile. So each call is followed by a run that began after it, with at most one waiting per key.
 */
export function coalesce(action: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  function start(key: string): Promise<void> {
    const run = action(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  }
  return (key) => {
    const current = running.get(key);
    if (!current) return start(key);
    const known = waiting.get(key);
    if (known) return known;
    const next = current
      .catch(() => undefined) // its own callers see why it failed
      .then(() => {
        waiting.delete(key);
        return start(key);
      });
    waiting.set(key, next);
    return next;
  };
}
