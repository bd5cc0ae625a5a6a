import type { Tasks } from '#server/db/queue.ts';
import { sweepPrices } from './prices-decide.service.ts';

/** Every five minutes. */
export const pricesCrontab = '*/5 * * * * prices_sweep';

export const pricesTasks: Tasks = { prices_sweep: (entry) => sweepPrices(entry) };
