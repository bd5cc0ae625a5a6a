import { z } from 'zod';
import type { Tasks } from '#server/db/queue.ts';
import { look, lookAtAll, lookTask } from './auto-recharge.service.ts';
import type { Payments } from '#server/features/wallet/index.ts';

export const autoRechargeCrontab = '*/5 * * * * auto_recharge_sweep';

const payloadSchema = z.object({ account_id: z.uuid() });

export function autoRechargeTasks(payments: Payments): Tasks {
  return {
    [lookTask]: (entry, payload) => look(entry, payments, payloadSchema.parse(payload).account_id),
    auto_recharge_sweep: (entry) => lookAtAll(entry, payments),
  };
}
