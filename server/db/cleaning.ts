import type { Tasks } from './queue.ts';

const day = 86_400_000;

/**
 * Nightly removal of rows that have done their work: idempotency keys after 24 hours, dead sessions and links after 30 days,
 * sent messages after 90.
 */
export const cleaningTasks: Tasks = {
  keys_purge: async (entry) => {
    await entry.run('desk', async ({ db, now }) => {
      const monthAgo = new Date(now.getTime() - 30 * day);
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', new Date(now.getTime() - day))
        .execute();
      await db.deleteFrom('user_links').where('expires_at', '<', monthAgo).execute();
      await db.deleteFrom('sessions').where('expires_at', '<', monthAgo).execute();
      await db
        .deleteFrom('outbox')
        .where('state', '=', 'sent')
        .where('created_at', '<', new Date(now.getTime() - 90 * day))
        .execute();
    });
  },
};
