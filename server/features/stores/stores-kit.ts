import type { Job } from '#contract/jobs.ts';
import type { NotificationEvent, NotificationMessage } from '#contract/notification-events.ts';
import {
  type Connector,
  type ShopOrder,
  type ShopProduct,
  ShopError,
  type ShopSession,
} from '#server/connectors/connector.ts';
import type { Shopify } from '#server/connectors/shopify/shopify.ts';
import type { Ctx, Ground } from '#server/db/context.ts';
import type { SecretKey } from '#server/lib/secrets.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

export type StoreRef = { account_id: string; id: string };
export type Applied = { created: number; updated: number; unchanged: number };
type JobRef = { account_id: string; id: string };

/** Acts of other features that stores call. */
export type StoresNeeds = {
  /** Orders that are not here yet and that `leave` names stay in the shop. */
  applyShopOrders(
    ctx: Ctx,
    store: StoreRef,
    orders: readonly ShopOrder[],
    source: 'api' | 'file',
    leave?: (order: ShopOrder) => boolean,
  ): Promise<Applied>;
  /** Does what a shop passes on about buyers' data. */
  receivePrivacyRequest(
    ctx: Ctx,
    request: {
      topic: 'customers/data_request' | 'customers/redact' | 'shop/redact';
      store: StoreRef & { name: string };
      orders: readonly string[];
      email: string | null;
      reinstalled: boolean;
    },
  ): Promise<void>;
  /** Orders that were deleted at the shop. */
  removeShopOrders(ctx: Ctx, store: StoreRef, externalIds: readonly string[]): Promise<number>;
  applyShopProducts(ctx: Ctx, store: StoreRef, products: readonly ShopProduct[]): Promise<Applied>;
  removeShopProduct(ctx: Ctx, store: StoreRef, externalId: string): Promise<void>;
  createJob(
    ctx: Ctx,
    job: {
      account_id: string;
      kind: string;
      subject_id?: string | null;
      input?: object;
      idempotency_key?: string | null;
    },
  ): Promise<Job>;
  startJob(ctx: Ctx, job: JobRef, total?: number | null): Promise<void>;
  progressJob(ctx: Ctx, job: JobRef, progress: number, total?: number | null): Promise<void>;
  finishJob(ctx: Ctx, job: JobRef, result: unknown): Promise<void>;
  failJob(ctx: Ctx, job: JobRef, error: Phrase): Promise<void>;
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
  settle(ctx: Ctx, accountId: string, subject: string, events: readonly NotificationEvent[]): Promise<void>;
  latestJobs(ctx: Ctx, accountId: string, kind: string, subjectIds: readonly string[]): Promise<Map<string, Job>>;
};

/** What every part of this feature works with. */
export type StoresKit = {
  ground: Ground;
  key: SecretKey;
  shopify: Shopify;
  woocommerce: Connector;
  /** Whether shops on this machine may be called: in tests and with the sandbox. */
  allowPrivate: boolean;
  publicUrl: string;
  /** The name that a shop's consent page asks for. */
  appName: string;
  needs: StoresNeeds;
  /** First imports of more orders than this go by a bulk read (shopify.md §2.5). */
  bulkAbove: number;
};

/** Whole days in UTC, both ends within. */
export type DayRange = { from: string; to: string };

export const importKind = 'store_import';

/** What speaks to a store's shop. Throws `ShopError` for a store without one. */
export function connectorOf(kit: StoresKit, store: { platform: string }): Connector {
  const found = [kit.shopify, kit.woocommerce].find(({ platform }) => platform === store.platform);
  if (found) return found;
  throw new ShopError('refused', 'This store has no shop that can be asked.');
}

/** Imports and looks at one shop run one at a time. */
export const queueOf = (domain: string): string => `shop:${domain}`;

/** What a shop tells runs beside them: live orders do not wait for an import that takes minutes. */
export const hookQueueOf = (domain: string): string => `hooks:${domain}`;

export const sessionOf = (store: { account_id: string; id: string; domain: string }): ShopSession => ({
  account_id: store.account_id,
  store_id: store.id,
  domain: store.domain,
});
