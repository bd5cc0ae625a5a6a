import { forAccount } from '#server/db/context.ts';
import { blankMessages } from './conversations.db.ts';
import { buyersErased } from '#server/features/orders/index.ts';

export function subscribeConversations(): void {
  buyersErased.on(blankWords);
}

const blankWords: Parameters<typeof buyersErased.on>[0] = (ctx, { accountId, orderIds }) =>
  blankMessages(forAccount(ctx, accountId), orderIds);
