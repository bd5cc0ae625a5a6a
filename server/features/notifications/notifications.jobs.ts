import type { NotificationEvent } from '#contract/notification-events.ts';
import { forAccount } from '#server/db/context.ts';
import type { Tasks } from '#server/db/queue.ts';
import { gatheredTask, sendGathered } from './notifications-mail.service.ts';
import { announce } from './notifications-notices.service.ts';
import { purge } from './notifications.db.ts';

const day = 86_400_000;
const keptWhenRead = 90 * day;
const keptAtAll = 365 * day;

/** Every night. */
export const notificationsCrontab = '41 3 * * * notifications_purge';

export const notificationsTasks: Tasks = {
  notices_announce: (entry) => entry.run('all_accounts', async (ctx) => announce(ctx)),
  [gatheredTask]: (entry, { account_id, event }) =>
    entry.run('all_accounts', (ctx) =>
      sendGathered(forAccount(ctx, String(account_id)), String(event) as NotificationEvent),
    ),
  notifications_purge: async (entry) => {
    const now = entry.now.getTime();
    const limits = { readBefore: new Date(now - keptWhenRead), before: new Date(now - keptAtAll) };
    const removed = await entry.run('all_accounts', (ctx) => purge(ctx, limits));
    if (removed > 0) entry.log.info({ removed }, 'old notifications removed');
  },
};
