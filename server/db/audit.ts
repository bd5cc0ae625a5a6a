import { v7 as uuid } from 'uuid';
import type { Actor, Ctx } from './context.ts';

export type AuditEntry = {
  /** `feature.verb`, for example `recharges.approve`. */
  action: string;
  entity: string;
  entity_id?: string | null;
  /** Defaults to the actor's account. */
  account_id?: string | null;
  /** Names of changed fields; never their values when they are personal (P12). */
  fields?: string[];
  /** Values of non-personal fields only. */
  details?: Record<string, unknown>;
};

const nameOf = (actor: Actor) => ('name' in actor ? actor.name : null);
const accountIdOf = (actor: Actor) => (actor.kind === 'merchant' ? actor.account_id : null);

function userIdOf(actor: Actor): string | null {
  if (actor.kind === 'merchant') return actor.acting ? actor.acting.staff_user_id : actor.user_id;
  return actor.kind === 'staff' ? actor.user_id : null;
}

/** Writes the audit row of an action in the action's own transaction (P39). */
export const audit = (ctx: Ctx, entry: AuditEntry): Promise<void> => auditAll(ctx, [entry]);

/** The audit rows of an action on many records. */
export async function auditAll(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  ctx.audited.count += entries.length;
  ctx.atEnd.audit.push(...entries.map((entry) => rowOf(ctx, entry)));
}

const rowOf = (ctx: Ctx, entry: AuditEntry) => ({
  id: uuid(),
  account_id: entry.account_id === undefined ? accountIdOf(ctx.actor) : entry.account_id,
  at: ctx.now,
  actor_kind: ctx.actor.kind,
  actor_user_id: userIdOf(ctx.actor),
  actor_name: nameOf(ctx.actor),
  acting: ctx.actor.kind === 'merchant' && ctx.actor.acting !== null,
  action: entry.action,
  entity: entry.entity,
  entity_id: entry.entity_id ?? null,
  fields: entry.fields ?? [],
  details: entry.details ?? {},
  request_id: ctx.requestId,
});

/** Notes that staff saw records of these accounts: one row per account and call (P39). */
export async function noteAccess(
  ctx: Ctx,
  read: {
    feature: string;
    route: string;
    accounts: readonly string[];
    entity_id?: string | null;
    staff_user_id: string;
  },
): Promise<void> {
  const accounts = [...new Set(read.accounts)];
  ctx.atEnd.access.push(
    ...accounts.map((account_id) => ({
      id: uuid(),
      account_id,
      at: ctx.now,
      staff_user_id: read.staff_user_id,
      feature: read.feature,
      route: read.route,
      entity_id: read.entity_id ?? null,
      request_id: ctx.requestId,
    })),
  );
}
