import { v7 as uuid } from 'uuid';
import { insertFile } from '#server/features/bank-statements/bank-statements.db.ts';
import { confirm, importFile, listRows } from '#server/features/bank-statements/bank-statements.service.ts';
import { guessColumns } from '#server/features/bank-statements/bank-table.ts';
import { decimalText } from '#server/lib/money-text.ts';
import type { Context } from './seed-merchant.ts';

const day = 86_400_000;
const head = ['Booking date', 'Amount', 'Currency', 'Payment reference', 'Payer name', 'Transaction ID'];
const method = 'bank';

type Transfer = { amount: number; reference: string; payer: string; transaction: string };

/**
 * The statement of the provider's bank of the day before: payments that finance credited already, payments that name an open
 * recharge with its amount and with another one, a payment that only the amount tells of, and one that nobody expects.
 */
export async function seedBank({ thread, house, real }: Pick<Context, 'thread' | 'house' | 'real'>): Promise<void> {
  const [cashier] = house.staff.finance;
  if (!cashier) return;
  const booked = new Date(real.getTime() - day).toISOString().slice(0, 10);
  const transfersOf = (status: 'submitted' | 'awaiting_transfer' | 'credited', most: number): Promise<Transfer[]> =>
    thread.allAccounts(async ({ db }) => {
      const found = await db
        .selectFrom('recharges as r')
        .innerJoin('accounts as a', 'a.id', 'r.account_id')
        .select(['r.amount', 'r.reference', 'r.external_ref', 'a.name'])
        .where('r.method', '=', method)
        .where('r.currency', '=', 'USD')
        .where('r.status', '=', status)
        .orderBy('r.created_at', 'desc')
        .orderBy('r.number', 'desc')
        .limit(most)
        .execute();
      return found.map(({ amount, reference, external_ref, name }, place) => {
        const transaction = external_ref ?? `BK${booked.replaceAll('-', '')}${place + 1}`;
        return { amount, reference, payer: name.toUpperCase(), transaction };
      });
    });
  const [exact, unnamed, ...more] = await transfersOf('submitted', 4);
  const [short] = await transfersOf('awaiting_transfer', 1);
  const transfers: Transfer[] = [
    ...(await transfersOf('credited', 2)),
    ...(exact ? [exact, ...more] : []),
    ...(short ? [{ ...short, amount: short.amount - 25_00 }] : []), // a bank on the way kept its charges
    ...(unnamed ? [{ ...unnamed, reference: 'WALLET TOP UP', transaction: 'BK7002' }] : []),
    { amount: 318_40, reference: 'INVOICE 2231', payer: 'OAK AND IVY LTD', transaction: 'BK7001' },
  ];
  const rows = transfers.map(({ amount, reference, payer, transaction }) => [
    booked,
    decimalText(amount, 'USD'),
    'USD',
    reference,
    payer,
    transaction,
  ]);
  thread.clock.set(real);
  await thread.as(cashier).run('all_accounts', async (ctx) => {
    const id = uuid();
    const cells = [head, ...rows].map((one, place) => ({ row: place + 1, cells: one }));
    await insertFile(ctx, { id, method, name: `statement-${booked}.csv`, cells, created_by: cashier.user_id });
    const { date, amount, ...columns } = guessColumns(head);
    await importFile(ctx, id, {
      columns: { ...columns, date: date ?? 0, amount: amount ?? 1 },
      dates: null,
      currency: 'USD',
    });
    const { data } = await listRows(ctx, { tab: 'to_check', page: 1, per_page: 50 });
    for (const { id: row, state, candidates } of data) {
      const [match] = candidates;
      if (state !== 'known' || !match) continue;
      const { client, recharge_id, version } = match;
      await confirm(ctx, row, { account_id: client.id, recharge_id, version });
    }
  });
}
