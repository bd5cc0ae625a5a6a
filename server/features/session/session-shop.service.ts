import type { FastifyRequest } from 'fastify';
import type { Ctx, MerchantActor } from '#server/db/context.ts';
import { sendLater } from '#server/db/queue.ts';
import { insertAttempt } from './session-attempts.db.ts';
import type { Origin } from './session-attempts.service.ts';
import { openSessionIn, type Session } from './session-open.service.ts';
import * as rows from './session.db.ts';
import { originOf } from './session.service.ts';
import { shopLoginMail } from './session-mails.ts';

/** Who a log-in from a shop lets in, and whether that shop does it for the first time. */
export type ShopLogin = { user_id: string; account_id: string; shop: string; first: boolean };

/** Opens a session for somebody whom a shop has logged in; the first time is told by mail. */
export async function openShopSession(
  ctx: Ctx,
  { shop, first, ...person }: ShopLogin,
  origin: Origin,
): Promise<Session> {
  const user = await rows.findUser(ctx, person.user_id);
  await insertAttempt(ctx, { email: user.email, ...origin, user_id: user.id, ok: true });
  if (first) await tell(ctx, user, { ...person, shop });
  return openSessionIn(ctx, person, origin, { action: 'session.enterFromShop', details: { shop } });
}

/** The person, who would know if it was somebody else, and the account's owners. */
async function tell(
  ctx: Ctx,
  user: rows.LoginUser,
  { account_id, shop }: { account_id: string; shop: string },
): Promise<void> {
  const { publicUrl, brand } = ctx.app;
  const readers = [user, ...(await rows.otherOwners(ctx, account_id, user.id))];
  for (const { email, locale } of readers) {
    const mail = shopLoginMail({
      to: email,
      locale,
      own: email === user.email,
      name: user.username,
      shop,
      publicUrl,
      brand,
    });
    const key = `mail:shop_login:${user.id}:${shop}:${ctx.now.getTime()}:${email}`;
    await sendLater(ctx, { kind: 'mail', key, account_id: null, payload: mail });
  }
}

/** Goes on in another account of the same user: a new session there, the one at hand ends. */
export async function moveSession(
  ctx: Ctx<MerchantActor>,
  accountId: string,
  request: FastifyRequest,
): Promise<Session> {
  await rows.revokeSession(ctx, ctx.actor.session_id);
  const person = { user_id: ctx.actor.user_id, account_id: accountId };
  return openSessionIn(ctx, person, originOf(request), { action: 'session.move' });
}
