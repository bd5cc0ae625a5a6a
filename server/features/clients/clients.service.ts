import type { ListQuery } from '#contract/shared.ts';
import { noteAccess } from '#server/db/audit.ts';
import type { StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as rows from './clients.db.ts';

/** Clients by name or number, for pickers. */
export const clientOptions = (ctx: StaffCtx, query: ListQuery) => rows.findOptions(ctx, query.q, pageOf(query));

/** Clients with their size and balance; each row shown leaves an access row (decision 39). */
export async function listClients(ctx: StaffCtx, query: ListQuery) {
  const found = await rows.findClients(ctx, query.q, pageOf(query));
  await noteAccess(ctx, {
    feature: 'clients',
    route: 'clients.list',
    accounts: found.map((client) => client.id),
    staff_user_id: ctx.actor.user_id,
  });
  const data = found.map(({ currency, balance, ...client }) => ({ ...client, balance: { amount: balance, currency } }));
  return { data, meta: metaOf(query, await rows.countClients(ctx, query.q)) };
}
