import type { Tasks } from '#server/db/queue.ts';
import { cancelUnconfirmed } from './withdrawals.service.ts';

export const withdrawalsCrontab = '*/10 * * * * withdrawals_sweep';

export const withdrawalsTasks: Tasks = { withdrawals_sweep: (entry) => cancelUnconfirmed(entry) };
