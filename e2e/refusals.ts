import { systemEntry } from '#testing/order-fixtures.ts';
import type { Stage } from '#testing/stage.ts';

/** Dates the refusals of shops eleven minutes back and asks the shops twice more, so that their stores' status follows. */
export async function proveRefusals(stage: Stage): Promise<void> {
  const entry = systemEntry(stage);
  const refused_since = new Date(Date.now() - 11 * 60_000);
  await entry.run('all_accounts', ({ db }) =>
    db.updateTable('stores').set({ refused_since }).where('refused_as', 'is not', null).execute(),
  );
  for (let call = 0; call < 2; call += 1) await stage.app.tasks.stores_probe?.(entry, {});
}
