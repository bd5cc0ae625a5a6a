import { v7 as uuid } from 'uuid';
import type { ParsedOf, ResultOf } from '#contract/endpoint.ts';
import { listFeatures, type ListName } from '#contract/list-rules.ts';
import { allows } from '#contract/rights.ts';
import type { views } from '#contract/views.ts';
import { audit } from '#server/db/audit.ts';
import { demand, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './views.db.ts';

type View = ResultOf<typeof views.create>;

const mostOwn = 50;
const taken = () => appError('name_taken', { text: 'views.name_taken' }, 'name');

/** Shared views belong to the account: who may change the account may tidy them up. */
function mayChange(ctx: MerchantCtx, row: rows.ViewRow): boolean {
  return row.owner_id === ctx.actor.user_id || (row.shared && allows(ctx.actor.rights, 'account', 'edit'));
}

function answerOf(ctx: MerchantCtx, row: rows.ViewRow): View {
  const own = row.owner_id === ctx.actor.user_id;
  return {
    id: row.id,
    list: row.list as ListName, // only ever written by saveView
    name: row.name,
    shared: row.shared,
    state: row.state as View['state'], // only ever written through the contract's schema
    owner: own ? null : row.owner,
    editable: mayChange(ctx, row),
    version: row.version,
  };
}

/** Saved views of a list: one's own and those shared in the account, by name. */
export async function listViews(ctx: MerchantCtx, list: ListName): Promise<View[]> {
  demand(ctx.actor, listFeatures[list], 'view');
  const found = await rows.findViews(ctx, ctx.actor.user_id, list);
  return found.map((row) => answerOf(ctx, row));
}

/** Saves a view; throws `name_taken` when the person has one of that name. */
export async function createView(ctx: MerchantCtx, body: ParsedOf<typeof views.create>['body']): Promise<View> {
  demand(ctx.actor, listFeatures[body.list], 'view');
  const view = { id: uuid(), owner_id: ctx.actor.user_id, ...body };
  if (await rows.hasName(ctx, view)) throw taken();
  if ((await rows.countOwn(ctx, view.owner_id, view.list)) >= mostOwn)
    throw appError('conflict', { text: 'views.too_many', params: { most: mostOwn } });
  await rows.insertView(ctx, { account_id: ctx.account, ...view }).catch(refuseName);
  await audit(ctx, { action: 'views.create', entity: 'list_views', entity_id: view.id, details: { list: body.list } });
  return answerOf(ctx, await lockSeen(ctx, view.id));
}

/** Two tabs may save one name at once: the database has the last word. */
function refuseName(error: unknown): never {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  throw constraint === 'list_views_name_key' ? taken() : error;
}

/** A view that the reader may know of; throws 404 otherwise. */
async function lockSeen(ctx: MerchantCtx, id: string): Promise<rows.ViewRow> {
  const row = await rows.lockView(ctx, id);
  if (!row || (!row.shared && row.owner_id !== ctx.actor.user_id)) throw notFound('view');
  return row;
}

async function lockEditable(ctx: MerchantCtx, id: string): Promise<rows.ViewRow> {
  const row = await lockSeen(ctx, id);
  if (!mayChange(ctx, row)) throw appError('forbidden', { text: 'views.not_yours' });
  return row;
}

/** Renames a view, shares it, or gives it a new state. */
export async function updateView(
  ctx: MerchantCtx,
  id: string,
  { version, name, shared, state }: ParsedOf<typeof views.update>['body'],
): Promise<View> {
  const row = await lockEditable(ctx, id);
  if (row.version !== version) throw appError('stale_version', { text: 'views.changed' });
  if (name !== undefined && (await rows.hasName(ctx, { ...row, name }))) throw taken();
  const changes = {
    ...(name !== undefined && { name }),
    ...(shared !== undefined && { shared }),
    ...(state !== undefined && { state: JSON.stringify(state) }),
  };
  await rows.updateView(ctx, id, changes).catch(refuseName);
  await audit(ctx, { action: 'views.update', entity: 'list_views', entity_id: id, fields: Object.keys(changes) });
  return answerOf(ctx, { ...row, ...changes, state: state ?? row.state, version: version + 1 });
}

/** Deletes a view. */
export async function removeView(ctx: MerchantCtx, id: string): Promise<{ done: true }> {
  await lockEditable(ctx, id);
  await rows.deleteView(ctx, id);
  await audit(ctx, { action: 'views.remove', entity: 'list_views', entity_id: id });
  return { done: true };
}
