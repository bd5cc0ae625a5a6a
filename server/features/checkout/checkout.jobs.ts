import { z } from 'zod';
import { id } from '#contract/shared.ts';
import type { Tasks } from '#server/db/queue.ts';
import { runPayment } from './checkout-payment.service.ts';
import { dropOld } from './checkout-selections.db.ts';
import { payTask } from './checkout-selections.service.ts';

const payload = z.object({ account_id: id, id });
const keptDays = 30;

export const checkoutTasks: Tasks = {
  [payTask]: (entry, raw) => runPayment(entry, payload.parse(raw)),
  payment_previews_purge: (entry) =>
    entry.run('all_accounts', (ctx) => dropOld(ctx, new Date(ctx.now.getTime() - keptDays * 86_400_000))),
};

export const checkoutCrontab = '43 3 * * * payment_previews_purge';
