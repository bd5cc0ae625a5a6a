import type { CarrierFeed } from '#server/connectors/carriers/carrier-feed.ts';
import type { NotificationMessage, NotificationEvent } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';
import type { ParcelState } from './parcel-state.ts';

/** Acts of other features that parcels lead to; `server/app-parcels.ts` hands them in. */
export type Needs = {
  /** Who tells of parcels; null when nobody is set up: the warehouse's word counts alone then. */
  feed: CarrierFeed | null;
  /** Lets an order follow where one of its parcels is; answers whether anything changed. */
  followParcel(ctx: Ctx, accountId: string, parcelId: string, state: ParcelState): Promise<boolean>;
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
  settle(ctx: Ctx, accountId: string, subject: string, events: readonly NotificationEvent[]): Promise<void>;
};
