import { sql } from 'kysely';
import { tokenIdleDays } from '#contract/constants.ts';
import {
  actingRights,
  merchantRoles,
  type MerchantRole,
  type Rights,
  roleRights,
  type StaffRole,
} from '#contract/rights.ts';
import { readableFeatures } from '#contract/staff-access.ts';
import {
  type Actor,
  type Ctx,
  type Entry,
  entryFor,
  type Ground,
  type MerchantActor,
  type StaffActor,
} from '../db/context.ts';
import { featureEvent } from '../db/feature-event.ts';
import { prepared } from '../db/kysely-pool.ts';
import { appError } from '../lib/app-error.ts';
import type { Language } from '../lib/refusal-texts.ts';
import { hashToken } from '../lib/tokens.ts';
import { noteCaller } from './known-callers.ts';

const day = 86_400_000;
const touchEvery = 5 * 60_000;

export const anonymous: Actor = { kind: 'anonymous' };

type SessionRow = {
  id: string;
  user_id: string;
  kind: 'merchant' | 'staff';
  /** What the person goes by, else the user name. */
  name: string;
  email_verified: boolean;
  locale: Language;
  last_seen_at: Date;
  account_id: string | null;
  role: string | null;
  rights: Rights | null;
  all_stores: boolean | null;
  stores: string[] | null;
  staff_roles: StaffRole[] | null;
  acting_as: { account_id: string; reason: string; until: string } | null;
};

/** One statement per request, as a function of the owner: who calls is not known yet (decision record 0035). */
async function findSession(ground: Ground, tokenHash: string, now: Date): Promise<SessionRow | undefined> {
  const idleSince = new Date(now.getTime() - tokenIdleDays * day);
  const { rows } = await sql<SessionRow>`${prepared}
    SELECT id, user_id, kind, name, email_verified, locale, last_seen_at, account_id, role, rights, all_stores, stores, staff_roles, acting_as
    FROM find_session(${tokenHash}, ${now}, ${idleSince})`.execute(ground.db);
  return rows[0];
}

/** Who is calling. Throws 401 for a dead token; a missing one is the anonymous actor. */
export async function resolveActor(ground: Ground, token: string | null): Promise<Actor> {
  if (token === null) return anonymous;
  const now = ground.clock.now();
  const tokenHash = hashToken(token);
  const row = await findSession(ground, tokenHash, now);
  noteCaller(tokenHash, row?.user_id ?? null);
  if (!row) throw appError('not_logged_in', { text: 'general.session_ended' });
  if (now.getTime() - row.last_seen_at.getTime() > touchEvery) {
    await sql`SELECT touch_session(${tokenHash}, ${now})`.execute(ground.db);
  }
  if (row.kind === 'staff') return staffOrActing(ground, row, now);
  if (!row.account_id) throw appError('not_logged_in', { text: 'general.access_ended' });
  return memberActor(row, row.account_id);
}

function memberActor(row: SessionRow, accountId: string): MerchantActor {
  // A missing or unknown role means viewer, never a refused login (P2).
  const role = merchantRoles.find((known) => known === row.role) ?? 'viewer';
  return {
    kind: 'merchant',
    user_id: row.user_id,
    name: row.name,
    session_id: row.id,
    account_id: accountId,
    role,
    rights: row.rights ?? roleRights[role],
    stores: row.all_stores === false ? (row.stores ?? []) : null,
    email_verified: row.email_verified,
    acting: null,
    language: row.locale,
  };
}

/** The person of this session acts for a client without a role that may: the session acts for nobody any more. */
export const actingLost = featureEvent<{ session_id: string }>();

/** Whether staff may act for clients; asked at each call, so that it ends with the role. */
const mayAct = (roles: readonly StaffRole[]) => roles.includes('admin') || roles.includes('agent');

async function staffOrActing(ground: Ground, row: SessionRow, now: Date): Promise<Actor> {
  const roles = row.staff_roles ?? [];
  const { acting_as } = row;
  const staff: StaffActor = {
    kind: 'staff',
    user_id: row.user_id,
    name: row.name,
    session_id: row.id,
    roles,
    language: row.locale,
  };
  if (acting_as && !mayAct(roles)) {
    await entryFor(ground, staff, 'actor').run({ account_id: null }, (ctx) =>
      actingLost.emit(ctx, { session_id: row.id }),
    );
  } else if (acting_as && new Date(acting_as.until) > now) {
    return { ...actingFor(row, acting_as.account_id), language: row.locale };
  }
  return staff;
}

function staffAs(
  row: { user_id: string; name: string; id: string },
  accountId: string,
  role: MerchantRole,
): MerchantActor {
  return {
    kind: 'merchant',
    user_id: row.user_id,
    name: row.name,
    session_id: row.id,
    account_id: accountId,
    role,
    rights: roleRights[role],
    stores: null,
    email_verified: true,
    acting: { staff_user_id: row.user_id, mode: 'reading' },
  };
}

/** Staff who act for a client: as its manager, without the rights that stay with the client's own people. */
const actingFor = (row: { user_id: string; name: string; id: string }, accountId: string): MerchantActor => ({
  ...staffAs(row, accountId, 'manager'),
  rights: actingRights,
  acting: { staff_user_id: row.user_id, mode: 'acting' },
});

/** Staff who look at one client's pages: they read and export, but for what their roles keep from them (P3, P56). */
export function readerOf(
  staff: Pick<StaffActor, 'user_id' | 'name' | 'session_id' | 'roles' | 'language'>,
  account: { id: string; agent_user_id: string | null },
): MerchantActor {
  const open = readableFeatures({ roles: staff.roles, isAgent: isAgentOf(staff, account) });
  const rights: Rights = Object.fromEntries(open.map((feature) => [feature, ['view', 'export'] as const]));
  return {
    ...staffAs({ user_id: staff.user_id, name: staff.name, id: staff.session_id }, account.id, 'owner'),
    rights,
    ...(staff.language !== undefined && { language: staff.language }),
  };
}

/** Whether staff are the agent of a client; while it has none, every agent is. */
export function isAgentOf(
  staff: Pick<StaffActor, 'user_id' | 'roles'>,
  account: { agent_user_id: string | null },
): boolean {
  return staff.roles.includes('agent') && (account.agent_user_id ?? staff.user_id) === staff.user_id;
}

export type Asker = { account_id: string; user_id: string; acting: boolean };

/** Background work in the name of who asked for it, with their rights and stores of now; null when their access has ended. */
export async function entryOfAsker(entry: Entry, who: Asker): Promise<Entry<MerchantActor> | null> {
  const actor = await askerOf(entry, who);
  return actor && entry.as(actor);
}

/** Staff who acted for a client when they asked are taken as such. */
async function askerOf(entry: Entry, who: Asker): Promise<MerchantActor | null> {
  type Row = Omit<SessionRow, 'id' | 'last_seen_at' | 'acting_as'>;
  const { rows } = await inAccount(entry, who.account_id, (db) =>
    sql<Row>`
    SELECT u.id AS user_id, u.kind, coalesce(nullif(u.nick_name, ''), u.username) AS name,
           u.email_verified_at IS NOT NULL AS email_verified,
           u.locale, m.account_id, m.role, m.rights, m.all_stores,
           (SELECT array_agg(ms.store_id::text) FROM membership_stores ms
             WHERE ms.account_id = m.account_id AND ms.user_id = m.user_id) AS stores,
           (SELECT array_agg(r.role) FROM staff_roles r WHERE r.user_id = u.id) AS staff_roles
    FROM users u
    LEFT JOIN memberships m ON m.account_id = ${who.account_id} AND m.user_id = u.id AND m.status = 'active'
    WHERE u.id = ${who.user_id}`.execute(db),
  );
  const [row] = rows;
  if (!row) return null;
  if (row.kind === 'staff') return who.acting ? staffAsker(entry, row, who.account_id) : null;
  const session = { ...row, id: '', last_seen_at: entry.now, acting_as: null };
  return row.account_id ? memberActor(session, row.account_id) : null;
}

/** Staff who asked for work on a client's rows: as who acts for the client where their roles allow it, else as a reader. */
async function staffAsker(
  entry: Entry,
  row: { user_id: string; name: string; locale: Language; staff_roles: StaffRole[] | null },
  accountId: string,
): Promise<MerchantActor | null> {
  const roles = row.staff_roles ?? [];
  if (mayAct(roles)) {
    return { ...actingFor({ ...row, id: '' }, accountId), language: row.locale };
  }
  const account = await findClient(entry, accountId);
  if (roles.length === 0 || !account) return null;
  return readerOf({ user_id: row.user_id, name: row.name, session_id: '', roles, language: row.locale }, account);
}

/** An account as staff's access is told by it. */
export const findClient = (entry: Entry, id: string) =>
  inAccount(entry, id, (db) =>
    db.selectFrom('accounts').select(['id', 'agent_user_id']).where('id', '=', id).executeTakeFirst(),
  );

/** Looks at the people and rows of one account, before it is known in whose name. */
const inAccount = <T>(entry: Entry, account_id: string, look: (db: Ctx['db']) => Promise<T>): Promise<T> =>
  entry.as({ kind: 'system', name: 'actor' }).run({ account_id }, ({ db }) => look(db));
