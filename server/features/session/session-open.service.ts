import { tokenMaxDays } from '#contract/constants.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx } from '#server/db/context.ts';
import { newToken } from '#server/lib/tokens.ts';
import type { Origin } from './session-attempts.service.ts';
import * as rows from './session.db.ts';

export type Session = { token: string; expires_at: Date };

/** A session of a user in the account that they joined first. */
export async function openSession(ctx: Ctx, userId: string, origin: Origin): Promise<Session> {
  return openSessionIn(ctx, { user_id: userId, account_id: await rows.firstAccount(ctx, userId) }, origin, {
    action: 'session.login',
  });
}

/** A session of a user in an account, with what let them in written down. */
export async function openSessionIn(
  ctx: Ctx,
  person: { user_id: string; account_id: string | null },
  origin: Origin,
  trace: { action: string; details?: Record<string, unknown> },
): Promise<Session> {
  const { token, hash } = newToken();
  const expires_at = new Date(ctx.now.getTime() + tokenMaxDays * 86_400_000);
  await rows.insertSession(ctx, { token_hash: hash, ...person, expires_at, ...origin });
  await audit(ctx, { ...trace, entity: 'users', entity_id: person.user_id, account_id: person.account_id });
  return { token, expires_at };
}
