import type { NotificationEvent, NotificationMessage } from '#contract/notification-events.ts';
import type { Ctx } from '#server/db/context.ts';

/** Acts of other features that messages lead to; `server/app-claims.ts` hands them in. */
export type Needs = {
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
  settle(ctx: Ctx, accountId: string, subject: string, events: readonly NotificationEvent[]): Promise<void>;
};
