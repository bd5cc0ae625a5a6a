import { isDatabaseLost } from './client.ts';
import type { Entry } from './context.ts';

/**
 * Does an act for each of these by itself, one after another. One that fails is logged as `what` and keeps no other one
 * waiting; it is tried again with the next run. Throws only when the database is lost.
 */
export async function eachAlone<T extends object>(
  entry: Pick<Entry, 'log'>,
  items: readonly T[],
  what: string,
  act: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items)
    try {
      await act(item);
    } catch (error) {
      if (isDatabaseLost(error)) throw error;
      entry.log.error({ err: error, ...item }, what);
    }
}
