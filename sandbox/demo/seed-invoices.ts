import { type AccountCtx, forAccount } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { setInvoicedOn } from '#server/features/account/index.ts';
import { changeClient } from '#server/features/clients/clients.service.ts';
import { findInvoicing } from '#server/features/order-invoices/order-invoices.db.ts';
import { declineInvoice, expireInvoice } from '#server/features/order-invoices/order-invoices-end.service.ts';
import { expireKey, expireTask, issueFor } from '#server/features/order-invoices/order-invoices.service.ts';
import { staffActor } from './portal.ts';
import type { Account, Context, Step } from './seed-merchant.ts';
import type { Order } from './world.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** When the portal's nightly run begins, in the client's zone. */
const nightHour = 2;
const reason = 'Please leave this until tomorrow: two buyers are still choosing a size.';

type Issued = { id: string; total: number };
type Night = { at: Date; midnight: Date; today: string };

/** What is invoiced to a client instead of being paid at checkout, and the round of payments that pays it. */
export type Invoicing = { steps: Step[]; paying: { at: Date; take(): Issued | undefined } | null };

/**
 * The last nights of a client that is invoiced every day: one invoice was paid, one expired, one was declined by the client, and
 * the last one, which has the orders of both, waits for payment.
 */
export async function invoiceSteps(
  context: Context,
  account: Account,
  orders: readonly Order[],
  idOf: (order: Order) => string | undefined,
): Promise<Invoicing> {
  const { thread, house, world } = context;
  const { account_id, merchant } = account;
  const agent = house.staff.agent[merchant.agent];
  if (merchant.invoicing !== 'daily' || !agent) return { steps: [], paying: null };
  const last = Math.max(...orders.map((order) => order.paid_at?.getTime() ?? 0));
  const nightOf = async (moment: number): Promise<Night> => {
    thread.clock.set(new Date(moment));
    const found = await thread.allAccounts((ctx) => findInvoicing(forAccount(ctx, account_id)));
    if (!found) throw new Error(`${merchant.company} has no account`);
    const { day_began, today } = found;
    return { at: new Date(day_began.getTime() + nightHour * hour), midnight: day_began, today };
  };
  const inAccount = <T>(action: (ctx: AccountCtx) => Promise<T>) =>
    thread.allAccounts((ctx) => action(forAccount(ctx, account_id)));
  const issueUntil = async (ctx: AccountCtx, what: Parameters<typeof issueFor>[1], until: number) => {
    const made = await issueFor(ctx, what);
    // a worker that runs meanwhile would end it at once: by its clock the prices ended long ago
    if (made && until <= Date.now())
      await enqueue(ctx, expireTask, {}, { key: expireKey(made.id), runAt: new Date(Date.now() + hour) });
    return made;
  };
  const setTerms = (valid_hours: number) =>
    thread
      .as(staffActor({ ...agent, roles: ['agent'] }))
      .run('all_accounts', (ctx) =>
        changeClient(ctx, account_id, { invoicing: 'daily', invoice_valid_hours: valid_hours }),
      );
  const issue = async (night: Night, valid_hours: number, whose: (order: Order) => boolean) => {
    const ids = orders.flatMap((order) =>
      whose(order) && order.placed_at < night.midnight ? (idOf(order) ?? []) : [],
    );
    const until = night.at.getTime() + valid_hours * hour;
    const issued = ids.length > 0 ? await inAccount((ctx) => issueUntil(ctx, { ids, valid_hours }, until)) : null;
    await thread.allAccounts((ctx) => setInvoicedOn(ctx, account_id, night.today));
    return issued ?? undefined;
  };
  const paid = await nightOf(last);
  const [first, second, third] = [
    await nightOf(last + day),
    await nightOf(last + 2 * day),
    await nightOf(last + 3 * day),
  ];
  let [toPay, toExpire, toDecline]: (Issued | undefined)[] = [];
  const steps: Step[] = [
    { at: new Date(paid.at.getTime() - 12 * hour), do: () => setTerms(24).then(() => {}) },
    {
      at: paid.at,
      async do() {
        toPay = await issue(paid, 24, (order) => order.paid_at?.getTime() === last);
      },
    },
    {
      at: first.at,
      async do() {
        toExpire = await issue(first, 24, isWaiting);
      },
    },
    {
      at: second.at,
      async do() {
        const { id } = toExpire ?? {};
        if (id !== undefined) await inAccount((ctx) => expireInvoice(ctx, id));
        toDecline = await issue(second, 24, isWaiting);
      },
    },
    {
      at: new Date(second.at.getTime() + 9 * hour),
      async do() {
        const { id } = toDecline ?? {};
        if (id !== undefined)
          await thread.as(account.owner).run({ account_id }, (ctx) => declineInvoice(ctx, id, reason));
        await setTerms(72);
      },
    },
    { at: third.at, do: () => issue(third, 72, isWaiting).then(() => {}) },
  ];
  return { steps: steps.filter(({ at }) => at <= world.now), paying: { at: new Date(last), take: () => toPay } };
}

/** An order that a nightly run finds: what keeps it from being paid was known at once. */
const isWaiting = ({ paid_at, blocked, held, cancelled_at, sent_by_hand_at }: Order): boolean =>
  paid_at === null && blocked === null && held === null && cancelled_at === null && sent_by_hand_at === null;
