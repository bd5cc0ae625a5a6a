import type { Tasks } from './queue.ts';

const day = 86_400_000;

/**
 * Nightly removal of rows that have done their work: idempotency keys, mail requests and log-ins under unknown names after
 * 24 hours, sign-ups with their link, dead sessions and links after 30 days,
 * sent messages after 90.
 */
export const cleaningTasks: Tasks = {
  keys_purge: async (entry) => {
    await entry.run('all_accounts', async ({ db, now }) => {
      const monthAgo = new Date(now.getTime() - 30 * day);
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', new Date(now.getTime() - day))
        .execute();
      await db.deleteFrom('user_links').where('expires_at', '<', monthAgo).execute();
      await db.deleteFrom('sign_ups').where('expires_at', '<', now).execute();
      const dayAgo = new Date(now.getTime() - day);
      await db.deleteFrom('mail_requests').where('created_at', '<', dayAgo).execute();
      // what was typed for a name may be a password
      await db.deleteFrom('login_attempts').where('user_id', 'is', null).where('at', '<', dayAgo).execute();
      await db.deleteFrom('sessions').where('expires_at', '<', monthAgo).execute();
      await db
        .deleteFrom('outbox')
        .where('state', '=', 'sent')
        .where('created_at', '<', new Date(now.getTime() - 90 * day))
        .execute();
    });
  },
};
