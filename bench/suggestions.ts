import { bareValues } from '#testing/app-values.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { figuresOf, labelledOutcomes, type Outcome } from '#testing/suggestion-stage.ts';
import { withDatabase } from './portal.ts';
import type { Table } from './table.ts';

const perSet = 1_000;

/** How often suggestions are right at each confidence, and how many of what the catalogue has are found. */
export async function suggestions({ full }: { full: boolean }): Promise<Table[]> {
  const outcomes: Outcome[] = [];
  const start = performance.now();
  await withDatabase(async (database) => {
    const url = await database.createPortal('tradewind');
    const log = createLog('silent');
    const pool = createPool({ url, max: 4, log });
    const ground = { db: createDatabase(pool), clock: systemClock, log, app: bareValues() };
    for (let seed = 1; seed <= (full ? 10 : 3); seed += 1)
      outcomes.push(...(await labelledOutcomes({ ground, clock: systemClock }, seed, perSet)));
    await ground.db.destroy();
  });
  const seconds = (performance.now() - start) / 1_000;
  const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(2)} %`;
  const rows = [0.5, 0.8, 0.9, 0.95, 0.99].map((from) => {
    const { sure, sure_right, offered } = figuresOf(outcomes, from);
    return [`at ${from} and above`, sure, percent(sure_right, sure), percent(sure_right, offered)];
  });
  return [
    {
      title: `suggestions for ${outcomes.length} labelled variants`,
      columns: ['confidence', 'suggested', 'precision', 'recall'],
      rows,
      notes: [
        'Recall: of the variants that are something of the catalogue. Traps are among them: codes of other products, packs, near colours.',
        `${((1_000 * seconds) / outcomes.length).toFixed(1)} ms per variant, with writing the set into the database.`,
      ],
    },
  ];
}
