import type { ListQuery } from '#contract/shared.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { notFound, type StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as rows from './clients.db.ts';

/** Clients by name or number, for pickers. */
export const clientOptions = (ctx: StaffCtx, query: ListQuery) => rows.findOptions(ctx, query.q, pageOf(query));

/** Clients with their size and balance; each row shown leaves an access row (P39). */
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

/** Changes what the provider decides for one client. */
export async function changeClient(ctx: StaffCtx, id: string, change: { image_identify_enabled: boolean }) {
  if (!(await rows.setImageIdentify(ctx, id, change.image_identify_enabled))) throw notFound('client');
  await audit(ctx, {
    action: 'clients.change',
    entity: 'accounts',
    entity_id: id,
    account_id: id,
    fields: ['image_identify_enabled'],
    details: change,
  });
}
