import type { clients } from '#contract/clients.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { ListQuery } from '#contract/shared.ts';
import { readableFeatures } from '#contract/staff-access.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { notFound, type StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { isAgentOf } from '#server/http/actor.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './clients.db.ts';
import { setAgent, setImageIdentify, setInvoicing } from '#server/features/account/index.ts';

/** Clients by name or number, for pickers. */
export const clientOptions = (ctx: StaffCtx, query: ListQuery & { id?: string | undefined }) =>
  rows.findOptions(ctx, query, pageOf(query));

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

/** Features of a client that the caller may read. */
export async function readableOfClient(ctx: StaffCtx, id: string) {
  const account = await rows.findAgentOf(ctx, id);
  if (!account) throw notFound('client');
  return readableFeatures({ roles: ctx.actor.roles, isAgent: isAgentOf(ctx.actor, account) });
}

/** Staff who look after clients, for selection. */
export const listAgents = (ctx: StaffCtx) => rows.findAgents(ctx);

/** Changes what the provider decides for one client. */
export async function changeClient(ctx: StaffCtx, id: string, change: ParsedOf<typeof clients.change>['body']) {
  if (!(await applyChange(ctx, id, change))) throw notFound('client');
  await audit(ctx, {
    action: 'clients.change',
    entity: 'accounts',
    entity_id: id,
    account_id: id,
    fields: Object.keys(change),
    details: change,
  });
  publish(ctx, { account_id: id, kind: 'account.changed' });
}

/** False where there is no such client. */
function applyChange(ctx: StaffCtx, id: string, change: ParsedOf<typeof clients.change>['body']): Promise<boolean> {
  if ('agent_user_id' in change) return assignAgent(ctx, id, change.agent_user_id);
  if ('invoicing' in change) return setInvoicing(ctx, id, change);
  return setImageIdentify(ctx, id, change.image_identify_enabled);
}

async function assignAgent(ctx: StaffCtx, id: string, agentUserId: string | null): Promise<boolean> {
  if (agentUserId !== null && !(await rows.findAgents(ctx)).some((agent) => agent.id === agentUserId))
    throw appError('not_found', { text: 'fields.unknown_id', params: { field: 'agent_user_id' } }, 'agent_user_id');
  return setAgent(ctx, id, agentUserId);
}
