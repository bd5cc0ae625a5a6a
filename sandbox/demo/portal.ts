import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { type MerchantRole, roleRights, type StaffRole } from '#contract/rights.ts';
import { createDatabase } from '#server/db/client.ts';
import {
  type Actor,
  type Ctx,
  type Entry,
  entryFor,
  type Ground,
  type MerchantActor,
  type StaffActor,
} from '#server/db/context.ts';
import { ordersOfQuotes } from '#server/app-hand.ts';
import { withoutStock } from '#server/features/orders/rules/stock-demand.ts';
import { quoteFilesOf, quoteShippingOf } from '#server/app-quotes.ts';
import * as catalog from '#server/features/catalog/catalog.service.ts';
import { attachFile, keepPicture } from '#server/features/files/files.service.ts';
import type { Needs as InvoiceNeeds } from '#server/features/invoices/invoices-pay.service.ts';
import * as ledger from '#server/features/ledger/ledger.service.ts';
import { telling } from '#server/features/notifications/notifications-notify.service.ts';
import * as paying from '#server/features/orders/pay/pay.service.ts';
import { reviewOrders } from '#server/features/orders/review/review.service.ts';
import { writePrices } from '#server/features/prices/prices.service.ts';
import { mapVariants } from '#server/features/products/mapping/map-variants.service.ts';
import type { Needs as QuoteNeeds } from '#server/features/quotes/records/needs.ts';
import type { Needs as WalletNeeds } from '#server/features/wallet/wallet.service.ts';
import type { Blobs } from '#server/lib/blob-folder.ts';
import { type FixedClock, fixedClock } from '#server/lib/clock.ts';
import type { Config } from '#server/lib/config.ts';
import type { Log } from '#server/lib/log.ts';
import { type SecretKey, secretKey } from '#server/lib/secrets.ts';
import { stripeClient } from '#server/lib/stripe.ts';

/** The portal as the demo drives it: its services with their needs, as `server/app.ts` wires them. */
export type Portal = {
  db: Ground['db'];
  log: Log;
  config: Config;
  blobs: Blobs;
  key: SecretKey;
  quotes: QuoteNeeds;
  wallet: WalletNeeds;
  invoices: InvoiceNeeds;
};

export function openPortal({
  pool,
  log,
  config,
  blobs,
}: {
  pool: pg.Pool;
  log: Log;
  config: Config;
  blobs: Blobs;
}): Portal {
  const { PUBLIC_URL: publicUrl, BRAND_NAME: brand, STRIPE_API_URL: apiUrl, STRIPE_SECRET_KEY: key } = config;
  const told = telling({ publicUrl, brand });
  return {
    db: createDatabase(pool),
    log,
    config,
    blobs,
    key: secretKey(config.SECRET_KEY),
    quotes: {
      ...catalog,
      ...quoteShippingOf(),
      ...quoteFilesOf(blobs, (ctx, drawn) => keepPicture(ctx, blobs, drawn)),
      mapVariants,
      ...ordersOfQuotes(withoutStock, reviewOrders),
      writePrices,
      ...told,
    },
    wallet: { ledger, attachFile, stripe: key ? stripeClient({ apiUrl, secretKey: key }) : null, publicUrl, ...told },
    invoices: { ...told, orders: paying, ledger, seller: config.SELLER },
  };
}

/** One thread of the demo's time: acts happen at the moment that its clock shows. */
export type Thread = {
  clock: FixedClock;
  as<A extends Actor>(actor: A): Entry<A>;
  /** One act of the system over all accounts. */
  desk<T>(act: (ctx: Ctx) => Promise<T>): Promise<T>;
};

export function startThread(portal: Pick<Portal, 'db' | 'log'>, at: Date): Thread {
  const clock = fixedClock(at);
  const ground: Ground = { db: portal.db, clock, log: portal.log };
  const as = <A extends Actor>(actor: A) => entryFor(ground, actor, 'demo');
  const system = as({ kind: 'system' as const, name: 'demo' });
  return { clock, as, desk: (act) => system.run('desk', act) };
}

/** A member of an account as the actor of an act. */
export function merchantActor(member: {
  user_id: string;
  account_id: string;
  name: string;
  role: MerchantRole;
}): MerchantActor {
  return {
    kind: 'merchant',
    ...member,
    session_id: uuid(),
    rights: roleRights[member.role],
    stores: null,
    email_verified: true,
    acting: null,
  };
}

export function staffActor(member: { user_id: string; name: string; roles: readonly StaffRole[] }): StaffActor {
  return { kind: 'staff', ...member, session_id: uuid() };
}
