import type { Entry } from './context.ts';
import type { Tasks } from './queue.ts';

export type OutboxRow = { id: string; account_id: string | null; key: string; payload: Record<string, unknown> };
/** Does one side effect; what it answers is kept. Must not mind being repeated after a crash. */
export type Deliver = (entry: Entry, row: OutboxRow) => Promise<Record<string, unknown> | null>;

/** A side effect that will never succeed: kept as failed with its sentence, not tried again. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/** The task that empties the outbox: one job per row, tried again by the queue until it is sent. */
export function outboxTasks(kinds: Record<string, Deliver>): Tasks {
  return {
    outbox_deliver: async (entry, payload) => {
      const id = String(payload.id);
      const row = await entry.run('all_accounts', (ctx) =>
        ctx.db
          .updateTable('outbox')
          .set((set) => ({ attempts: set('attempts', '+', 1) }))
          .where('id', '=', id)
          .where('state', '=', 'queued')
          .returning(['id', 'account_id', 'key', 'kind', 'payload'])
          .executeTakeFirst(),
      );
      if (!row) return;
      const deliver = kinds[row.kind];
      if (!deliver) throw new Error(`nobody delivers outbox messages of kind ${row.kind}`);
      try {
        const answer = await deliver(entry, { ...row, payload: row.payload as Record<string, unknown> });
        await settle(entry, id, {
          state: 'sent',
          answer: answer && JSON.stringify(answer),
          sent_at: entry.now,
          last_error: null,
          // a mail that has left is nobody's any more: its links open accounts
          ...(row.kind === 'mail' && { payload: '{}' }),
        });
      } catch (error) {
        const last_error = error instanceof Error ? error.message.slice(0, 1000) : String(error);
        const final = error instanceof Undeliverable;
        await settle(entry, id, { last_error, ...(final && { state: 'failed' }) });
        if (!final) throw error;
      }
    },
  };
}

type Outcome = {
  state?: string;
  answer?: string | null;
  sent_at?: Date;
  last_error: string | null;
  payload?: string;
};

async function settle(entry: Entry, id: string, outcome: Outcome): Promise<void> {
  await entry.run('all_accounts', (ctx) => ctx.db.updateTable('outbox').set(outcome).where('id', '=', id).execute());
}
