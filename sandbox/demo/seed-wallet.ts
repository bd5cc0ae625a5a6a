import { Readable } from 'node:stream';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { forAccount } from '#server/db/context.ts';
import { balances } from '#server/features/ledger/ledger.service.ts';
import { upload } from '#server/features/files/files.service.ts';
import { credit } from '#server/features/wallet/wallet-credit.ts';
import { createRecharge, requireRecharge, prove } from '#server/features/wallet/wallet-recharges.service.ts';
import { approve, reject } from '#server/features/wallet/wallet-review.service.ts';
import { workingTime } from '#server/features/shipping/index.ts';
import type { Account, Context } from './seed-merchant.ts';
import { type Random, randomFrom } from './random.ts';
import { submittedAt } from './review-times.ts';

const hour = 3_600_000;
const most = 50_000_00;
const least = 100_00;

/** A merchant's wallet as it was filled: by card at once, by bank over night. */
export type Purse = {
  /** Lets transfers arrive that are due until then. */
  until(at: Date): Promise<void>;
  /** Sees to it that so much can be spent now, and orders a transfer when little will be left. */
  cover(total: number): Promise<void>;
  /** What waits for finance in the end. */
  leaveOpen(): Promise<void>;
};

type Due = { at: Date; do(): Promise<void> };

export function openPurse(context: Context, account: Account): Purse {
  const { thread } = context;
  const random = randomFrom(`purse/${account.merchant.key}`);
  const due: Due[] = [];
  const scope = { account_id: account.account_id };
  const available = async () => (await thread.as(account.owner).run(scope, (ctx) => balances(ctx))).available;
  return {
    async until(at) {
      for (;;) {
        const next = due.filter((one) => one.at <= at).sort((a, b) => a.at.getTime() - b.at.getTime())[0];
        if (!next) return;
        due.splice(due.indexOf(next), 1);
        thread.clock.set(next.at);
        await next.do();
      }
    },
    async cover(total) {
      const now = thread.clock.now();
      let left = await available();
      for (; left < total; left = await available()) {
        thread.clock.set(new Date(now.getTime() - 10 * 60_000));
        await byCard(context, account, random, Math.min(most, Math.max(least, rounded(total - left, 50_00) * 2)));
      }
      if (left - total < total * 2 && due.length === 0) {
        const amount = Math.min(most, Math.max(500_00, rounded(total * random.int(6, 11), 500_00)));
        due.push({
          at: new Date(now.getTime() + random.int(14, 22) * hour),
          do: () => byBank(context, account, random, amount, 'credited'),
        });
      }
    },
    async leaveOpen() {
      const now = thread.clock.now().getTime();
      const sold = account.stores.reduce((sum, { store }) => sum + store.orders.length, 0);
      for (const [index, end] of account.merchant.transfers.entries()) {
        const ended = new Date(now - (3 + index * 5) * hour - random.int(1, 100) * 60_000);
        thread.clock.set(end === 'submitted' ? await submittedBy(context, account) : ended);
        await byBank(context, account, random, Math.max(least, rounded(sold * random.int(2, 5) * 100, 50_00)), end);
      }
      thread.clock.set(new Date(now));
    },
  };
}

/** When a merchant handed in the proof that waits for finance. */
async function submittedBy({ thread, world, real }: Context, { merchant }: Account): Promise<Date> {
  const waiting = world.merchants.filter(({ transfers }) => transfers.includes('submitted'));
  return submittedAt(waiting.indexOf(merchant), real, await thread.allAccounts(workingTime));
}

/** The next whole amount that a person would choose. */
const rounded = (amount: number, step: number) => Math.ceil(amount / step) * step;

async function byCard(context: Context, account: Account, random: Random, amount: number): Promise<void> {
  const { thread, portal } = context;
  if (!portal.payments) return byBank(context, account, random, amount, 'credited');
  const { account_id } = account;
  const { id } = await thread
    .as(account.owner)
    .run({ account_id }, (ctx) => createRecharge(ctx, portal.payments, { method: 'card', amount }));
  thread.clock.advance(4 * 60_000);
  await thread.allAccounts(async (ctx) => {
    const recharge = await requireRecharge(forAccount(ctx, account_id), id, true);
    await credit(ctx, recharge, {
      received: amount,
      provider: 'stripe',
      externalRef: `pi_demo${uuid().replaceAll('-', '')}`,
    });
  });
}

async function byBank(
  context: Context,
  account: Account,
  random: Random,
  amount: number,
  end: 'credited' | 'submitted' | 'awaiting' | 'rejected',
): Promise<void> {
  const { thread, portal, house } = context;
  const { account_id, merchant } = account;
  const owner = thread.as(account.owner);
  const reviewed = thread.clock.now();
  // Sent in the morning before, proven soon after, reviewed when the money was there; what is not reviewed yet was sent the day before.
  if (end === 'submitted') thread.clock.advance(-24 * hour);
  else if (end !== 'awaiting') thread.clock.advance(-12 * hour);
  const opened = await owner.run({ account_id }, (ctx) =>
    createRecharge(ctx, portal.payments, { method: 'bank', amount }),
  );
  if (end === 'awaiting') return;
  const paid = thread.clock.now();
  thread.clock.advance(end === 'submitted' ? 24 * hour : 40 * 60_000);
  const external_ref = `FT${random.int(100_000, 999_999)}${random.int(100_000, 999_999)}`;
  const receipt = await (end === 'submitted'
    ? drawReceipt(merchant.company, external_ref)
    : receiptOf(merchant.company));
  const file = await upload(owner, {
    purpose: 'recharge_proof',
    name: `transfer-${opened.number}.png`,
    head: receipt,
    stream: Readable.from([receipt]),
  });
  const proof = {
    file_ids: [file.id],
    amount,
    paid_on: paid.toISOString().slice(0, 10),
    payer_name: merchant.company,
    external_ref,
    version: opened.version,
  };
  const proven = await owner.run({ account_id }, (ctx) => prove(ctx, opened.id, proof));
  if (end === 'submitted') return;
  thread.clock.set(reviewed);
  const { id } = opened;
  if (end === 'rejected') {
    const reason = 'The picture shows no transaction number. Please send the bank’s confirmation.';
    const [cashier] = cashiers(house);
    await thread
      .as(cashier)
      .run('all_accounts', (ctx) => reject(forAccount(ctx, account_id), id, { version: proven.version, reason }));
    return;
  }
  let { version } = proven;
  for (const cashier of cashiers(house)) {
    const answer = await thread
      .as(cashier)
      .run('all_accounts', (ctx) => approve(forAccount(ctx, account_id), id, { version, received_amount: amount }));
    if (answer.status === 'credited') return;
    version = answer.version;
  }
}

/** Who approves transfers: a second person above what one approves alone. */
function cashiers({ staff }: Context['house']) {
  const [first] = staff.finance;
  const [second] = staff.admin;
  if (!first || !second) throw new Error('nobody looks after the money');
  return [first, second] as const;
}

const receipts = new Map<string, Promise<Buffer>>();

/** A picture of a bank's confirmation; one per payer where the money has arrived, for drawing takes time. */
function receiptOf(payer: string): Promise<Buffer> {
  const known = receipts.get(payer) ?? drawReceipt(payer);
  receipts.set(payer, known);
  return known;
}

async function drawReceipt(payer: string, reference?: string): Promise<Buffer> {
  const text = (x: number, y: number, size: number, fill: string, words: string) =>
    `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${fill}">${words.replace(/&/g, '&amp;')}</text>`;
  const row = (y: number, label: string, value: string) =>
    text(24, y, 13, '#667', label) + text(150, y, 13, '#223', value);
  const rows = [
    row(80, 'Payer', payer),
    row(108, 'Beneficiary', 'Tradewind Fulfilment Ltd'),
    row(136, 'Currency', 'USD'),
    row(164, 'Status', 'Executed'),
    ...(reference ? [row(192, 'Reference', reference)] : []),
  ];
  const head = `<rect width="400" height="220" fill="#fff"/><rect width="400" height="44" fill="#1d3557"/>${text(24, 28, 16, '#fff', 'Transfer confirmation')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="220">${head}${rows.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, effort: 1 }).toBuffer();
}
