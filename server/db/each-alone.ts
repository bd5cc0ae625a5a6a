import { isDatabaseLost } from './client.ts';
import type { Entry } from './context.ts';

/**
 * Does an action for each of these by itself, one after another. One that fails is logged as `what` and keeps no other one
 * waiting; it is tried again with the next run. Throws only when the database is lost.
 */
export async function eachAlone<T extends object>(
  entry: Pick<Entry, 'log'>,
  items: readonly T[],
  what: string,
  action: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items)
    try {
      await action(item);
    } catch (error) {
      if (isDatabaseLost(error)) throw error;
      entry.log.error({ err: error, ...item }, what);
    }
}
