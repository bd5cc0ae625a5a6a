import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Action, allows, type Feature } from '#contract/rights.ts';
import { type Actor, entryFor, type Ground, type MerchantActor, type StaffActor } from '../db/context.ts';
import { AppError, appError } from '../lib/app-error.ts';
import { findClient, readerOf } from './actor.ts';

const clientHeader = 'x-client-id';
const uuid = z.uuid();

/** The actor in whose name the call runs, after the endpoint's access rule; throws 401, 403 or 404. */
export async function admit(ground: Ground, endpoint: Endpoint, actor: Actor, request: FastifyRequest): Promise<Actor> {
  const { access } = endpoint;
  if (access.kind === 'public') return actor;
  if (actor.kind === 'anonymous') throw appError('not_logged_in', { text: 'general.log_in' });
  if (access.kind === 'user') return actor;
  if (access.kind === 'staff') return admitStaff(actor, access.roles);
  const member = actor.kind === 'staff' ? await asReader(ground, endpoint, actor, request) : actor;
  if (member.kind !== 'merchant') throw forbidden();
  if (member.acting?.mode === 'acting') requireSameClient(member, request);
  if (member.acting?.mode === 'reading' && !allows(member.rights, access.feature, access.action)) throw notForStaff();
  admitMember(member, access.feature, access.action);
  return member;
}

/** Staff act for one client in all tabs of their session: a tab that shows another one gets neither its rows nor its actions. */
function requireSameClient({ account_id }: MerchantActor, request: FastifyRequest): void {
  const shown = request.headers[clientHeader];
  if (shown !== undefined && shown !== account_id)
    throw appError('choose_client', { text: 'general.acting_for_another' });
}

/** Throws unless the member may do `action` on `feature` now: not without the right, and some things not while acting. */
export function admitMember(member: MerchantActor, feature: Feature, action: Action): void {
  if (member.acting?.mode === 'acting' && (action === 'pay' || feature === 'sub-accounts')) {
    throw appError('not_allowed_while_acting', { text: 'general.money_acting' });
  }
  if (!allows(member.rights, feature, action)) throw forbidden();
}

function admitStaff(actor: Actor, roles: readonly string[]): Actor {
  if (actor.kind !== 'staff') throw forbidden();
  if (!actor.roles.includes('admin') && !actor.roles.some((role) => roles.includes(role))) throw forbidden();
  return actor;
}

/** Staff read a client's pages by naming the client in a header; each read leaves an access row (P3). */
async function asReader(
  ground: Ground,
  endpoint: Endpoint,
  actor: StaffActor,
  request: FastifyRequest,
): Promise<Actor> {
  const header = request.headers[clientHeader];
  if (typeof header !== 'string' || !uuid.safeParse(header).success) {
    throw appError('choose_client', { text: 'general.choose_client' });
  }
  if (endpoint.method !== 'GET') {
    throw new AppError('forbidden', { text: 'general.read_only' });
  }
  if (actor.roles.length === 0) throw notForStaff();
  const account = await findClient(entryFor(ground, { kind: 'system', name: 'actor' }, 'actor'), header);
  if (!account) throw appError('not_found', { text: 'general.no_client' });
  return readerOf(actor, account);
}

function notForStaff(): AppError {
  return appError('forbidden', { text: 'general.staff_role_lacks' });
}

function forbidden(): AppError {
  return appError('forbidden', { text: 'general.no_right' });
}
