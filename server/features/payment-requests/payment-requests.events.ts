import { type Ctx, forAccount } from '#server/db/context.ts';
import { selectionEnded } from '#server/features/checkout/index.ts';
import { endPaying } from './payment-requests.service.ts';

type Ended = Parameters<Parameters<typeof selectionEnded.on>[0]>[1];

const takeEnd = (ctx: Ctx, { account_id, selection, invoice }: Ended) =>
  endPaying(forAccount(ctx, account_id), selection, invoice);

/** Learns what became of requests whose orders are paid by a job. */
export function subscribePaymentRequests(): void {
  selectionEnded.on(takeEnd);
}
