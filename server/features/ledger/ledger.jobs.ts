import type { Tasks } from '#server/db/queue.ts';
import { expireBonus } from './ledger-expiry.service.ts';

/** Each hour: days of bonus lots end at midnight UTC. */
export const ledgerCrontab = '7 * * * * bonus_expiry';

export const ledgerTasks: Tasks = {
  bonus_expiry: async (entry) => {
    await expireBonus(entry);
  },
};
