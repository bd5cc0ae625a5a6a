import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { minWithdrawal } from '#contract/withdrawal-rules.ts';
import { type Action, causedByOthers, type MoneyAccount, type MoneyTown, settle } from './money-account.ts';
import { fillByItself, payByItself } from './money-automatic.ts';
import type { Random } from './money-model.ts';
import { yiwu } from './stock-fixtures.ts';
import { quoteBody } from './stock-order-fixtures.ts';

const reason = 'Agreed with the client';
const kinds = ['credit', 'credit', 'debit', 'bonus', 'credit_limit'] as const;

const adjust: Action = async (town, account, random) => {
  const { account_id, model } = account;
  const kind = random.pick(kinds);
  const [proposer, approver] = random.chance(50) ? town.finance : town.finance.toReversed();
  if (!proposer || !approver) throw new Error('finance has two members');
  const amount = 1 + random.below({ credit: 60_000, debit: 20_000, bonus: 9_000, credit_limit: 30_000 }[kind]);
  const days = town.inTurn ? random.below(5) : 300;
  const last_day = new Date(Date.parse(`${model.today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const proposal = { account_id, kind, amount, reason, ...(kind === 'bonus' && { last_day }) };
  const { data } = await town.call('POST', '/api/staff/adjustments', proposer, proposal, uuid());
  const decide = (verb: string, by: string) =>
    town.call(
      'POST',
      `/api/staff/adjustments/${account_id}/${data.id}/${verb}`,
      by,
      { version: data.version, note: reason },
      uuid(),
    );
  if (random.chance(10)) expect((await decide('approve', proposer)).code).toBe('second_person');
  if (random.chance(10)) {
    expect((await decide('reject', approver)).code).toBeUndefined();
    return;
  }
  const answer = await decide('approve', approver);
  const approved = settle(town, answer, `${kind} ${amount}`, () => {
    if (kind === 'bonus') return model.grant(last_day, data.id, amount);
    return kind === 'credit_limit' ? model.setLimit(amount) : model[kind](amount);
  });
  if (approved && random.chance(20)) expect((await decide('approve', approver)).code).toBe('adjustment_closed');
};

const pay: Action = async (town, account, random) => {
  const { model, unpaid, paid } = account;
  const chosen = unpaid.slice(0, 1 + random.below(3));
  if (chosen.length === 0) return;
  const total = chosen.reduce((sum, order) => sum + order.total, 0);
  const body = { order_ids: chosen.map(({ id }) => id), expected_total: total };
  const [by, key] = [random.pick(account.payers), uuid()];
  const send = (content: object, withKey = key) => town.call('POST', '/api/invoices', by, content, withKey);
  if (random.chance(5)) {
    const wrong = await send({ ...body, expected_total: total + 1 }, uuid());
    expect(['price_changed', ...(town.inTurn ? [] : causedByOthers)]).toContain(wrong.code);
  }
  const twice = random.chance(12); // a double click
  const [first, second = first] = await Promise.all([send(body), ...(twice ? [send(body)] : [])]);
  if (!first || !second) throw new Error('a payment was not answered');
  // A refusal leaves its key free: what others do between the two may let the other one through.
  const answer = first.code === undefined ? first : second;
  if (town.inTurn || (first.code ?? second.code) === undefined) expect(second.data?.id).toBe(first.data?.id);
  else for (const { code } of [first, second]) expect([undefined, ...causedByOthers]).toContain(code);
  const done = settle(town, answer, `pay ${total}`, () => model.pay(answer.data?.id ?? '', total));
  if (!done) return;
  account.unpaid = account.unpaid.filter(({ id }) => !body.order_ids.includes(id));
  paid.push(...chosen.map((order) => ({ ...order, invoice: answer.data.id })));
  if (random.chance(10)) expect((await send(body)).data.id).toBe(answer.data.id);
  if (random.chance(5)) expect((await send({ ...body, expected_total: 1 })).code).toBe('idempotency_mismatch');
  if (random.chance(5)) expect((await send(body, uuid())).code).toBe('order_not_payable');
};

const cancel: Action = async (town, account, random) => {
  const { paid, model } = account;
  if (paid.length === 0) return;
  const [order] = paid.splice(random.below(paid.length), 1);
  if (!order) return;
  const by = random.pick(account.payers);
  const { data } = await town.call('GET', `/api/shopify_orders/${order.id}`, by);
  const body = { reason: 'changed_mind', version: data.version };
  const answer = await town.call('POST', `/api/shopify_orders/${order.id}/cancel`, by, body, uuid());
  const done = settle(town, answer, `cancel ${order.id}`, () => model.giveBack(order.invoice, order.total));
  if (done) account.cancelled.push(order);
  else paid.push(order);
};

/** What one member of finance approves alone (RECHARGE_APPROVED_ALONE). */
const approvedAlone = 200_000;

const recharge: Action = async (town, account, random) => {
  const by = random.pick(account.payers);
  const amount = random.chance(20) ? approvedAlone - 250 + random.below(1_000) : 1_000 + random.below(50_000);
  const made = await town.call('POST', '/api/recharges', by, { method: 'bank', amount }, uuid());
  const { id, version } = made.data;
  const proof = {
    file_ids: [await account.uploadProof()],
    amount,
    paid_on: account.model.today,
    payer_name: 'Ada Miller',
    external_ref: uuid().replaceAll('-', '').toUpperCase(),
    version,
  };
  const proven = await town.call('POST', `/api/recharges/${id}/proof`, by, proof);
  const received_amount = random.chance(30) ? amount - random.below(500) : amount;
  const path = `/api/staff/recharges/${account.account_id}/${id}/approve`;
  const approve = (reviewer: string, seen: number) =>
    town.call('POST', path, reviewer, { received_amount, version: seen }, uuid());
  const [first = '', second = ''] = random.chance(50) ? town.finance : town.finance.toReversed();
  let last = { reviewer: first, version: proven.data.version as number };
  if (received_amount > approvedAlone) {
    const kept = await approve(first, last.version);
    expect(kept.data).toMatchObject({ status: 'under_review', received_amount: null });
    last = { reviewer: second, version: kept.data.version };
    if (random.chance(50)) expect((await approve(first, last.version)).code).toBe('second_person');
  }
  const credit = () => approve(last.reviewer, last.version);
  const answers = await Promise.all([credit(), ...(random.chance(20) ? [credit()] : [])]);
  const taken = answers.filter(({ code }) => code === undefined);
  expect(taken).toHaveLength(1);
  expect(taken[0]?.data.status).toBe('credited');
  account.model.credit(received_amount);
};

/** Asks for the code by mail, or not; then it is paid out, declined, or cancelled, perhaps while finance approves it. */
const withdraw: Action = async (town, account, random) => {
  const { account_id, model, payout_account_id } = account;
  const [owner = ''] = account.payers;
  const amount = minWithdrawal + random.below(12_000);
  const made = await town.call('POST', '/api/withdrawals', owner, { payout_account_id, amount }, uuid());
  if (!settle(town, made, `withdraw ${amount}`, () => model.hold(amount))) return;
  const { id } = made.data;
  const cancelIt = (version: number) => town.call('POST', `/api/withdrawals/${id}/cancel`, owner, { version }, uuid());
  const finance = random.pick(town.finance);
  const decide = (verb: string, version: number, more: object = {}) =>
    town.call('POST', `/api/staff/withdrawals/${account_id}/${id}/${verb}`, finance, { version, ...more }, uuid());
  const confirm = async () =>
    town.call('POST', `/api/withdrawals/${id}/confirm`, owner, { code: await account.mailedCode(id) }, uuid());
  const confirmed = random.chance(20) ? undefined : await confirm();
  if (confirmed?.code !== undefined) expect(confirmed.code).toBe('too_many'); // of one person in a minute
  if (!confirmed?.data) {
    expect((await decide('approve', made.data.version)).code).toBe('withdrawal_not_open');
    expect((await cancelIt(made.data.version)).code).toBeUndefined();
    return model.release(amount);
  }
  const sure = confirmed.data;
  if (random.chance(25)) {
    expect((await decide('decline', sure.version, { reason })).code).toBeUndefined();
    return model.release(amount);
  }
  const answers = await Promise.all([
    decide('approve', sure.version),
    ...(random.chance(30) ? [cancelIt(sure.version)] : []),
  ]);
  expect(answers.filter((answer) => answer.code === undefined)).toHaveLength(1);
  const [approved] = answers;
  if (approved?.code !== undefined) return model.release(amount);
  const payOut = () => decide('paid', approved?.data.version, { reference: uuid() });
  const paid = await Promise.all([payOut(), ...(random.chance(20) ? [payOut()] : [])]);
  expect(paid.filter((answer) => answer.code === undefined)).toHaveLength(1);
  model.payOut(amount);
};

/** A stock order: its deposit and its balance are paid one after the other, or together. */
const buyStock: Action = async (town, account, random) => {
  const { account_id, model, payers } = account;
  const by = random.pick(payers);
  const lines = [{ sku_id: await account.sku_id(), quantity: 50 + 10 * random.below(20) }];
  const asked = await town.call('POST', '/api/stock_orders', by, { warehouse_id: yiwu, lines }, uuid());
  const { id, version } = asked.data;
  const days = (n: number) => new Date(Date.parse(`${model.today}T00:00:00Z`) + n * 86_400_000);
  const quote = quoteBody({ clock: { now: () => days(0) } }, version);
  const path = `/api/staff/stock_orders/${account_id}/${id}/quote`;
  const quoted = await town.call('POST', path, town.agent, quote, uuid());
  const { total } = quoted.data;
  const acceptance = { version: quoted.data.version, expected_total: total };
  const agreed = await town.call('POST', `/api/stock_orders/${id}/accept`, by, acceptance, uuid());
  const issued: { id: string; part: string; total: number }[] = agreed.data.invoices;
  const [deposit, balance] = ['deposit', 'balance'].map((part) => issued.find((invoice) => invoice.part === part));
  if (!deposit || !balance) throw new Error('a stock order has two invoices');
  model.due.set(deposit.id, deposit.total); // the balance is due once the deposit is paid
  const asShown = (invoice: typeof deposit) => ({ id: invoice.id, expected_total: invoice.total });
  const payFor = (body: object[], key: string = uuid()) =>
    town.call('POST', '/api/invoices/payments', by, { invoices: body }, key);
  if (random.chance(10)) expect((await payFor([asShown(balance)])).code).toBe('order_not_payable');
  if (random.chance(10)) {
    const dearer = { id: deposit.id, expected_total: deposit.total + 1 };
    expect((await payFor([dearer])).code).toBe('price_changed');
  }
  const steps = random.chance(40) ? [[balance, deposit]] : [[deposit], ...(random.chance(70) ? [[balance]] : [])];
  for (const invoices of steps) {
    const key = uuid();
    const send = () => payFor(invoices.map(asShown), key);
    const [first, second = first] = await Promise.all([send(), ...(random.chance(15) ? [send()] : [])]);
    const answer = first?.code === undefined ? first : second;
    if (!answer) throw new Error('a payment was not answered');
    const sum = invoices.reduce((all, invoice) => all + invoice.total, 0);
    if (!settle(town, answer, `stock ${sum}`, () => model.pay(uuid(), sum))) return;
    for (const { id: paid } of invoices) model.due.delete(paid);
    if (!invoices.includes(balance)) model.due.set(balance.id, balance.total);
    if (random.chance(10)) expect((await payFor(invoices.map(asShown))).code).toBe('order_not_payable');
  }
};

/** Pays by card; the cardholder's bank may take the money back, and the dispute may be won. */
const rechargeByCard: Action = async (town, account, random) => {
  const { card } = town;
  if (!card) return recharge(town, account, random);
  const { model } = account;
  const by = random.pick(account.payers);
  const body = { method: 'card', amount: 1_000 + random.below(20_000) };
  const made = await town.call('POST', '/api/recharges', by, body, uuid());
  const page = await town.call('POST', `/api/recharges/${made.data.id}/checkout`, by, {});
  const session = String(page.data.checkout_url).split('/').at(-1) ?? '';
  await card.pay(session);
  const { data } = await town.call('GET', `/api/recharges/${made.data.id}`, by);
  expect(data).toMatchObject({ status: 'credited', received_amount: body.amount });
  model.credit(data.received_amount - data.fee);
  if (!random.chance(40)) return;
  const dispute = await card.dispute(session);
  model.chargeBack(body.amount);
  await compareWallet(town, account);
  if (random.chance(60)) {
    const status = random.chance(60) ? 'won' : 'lost';
    await card.close(dispute, status);
    if (status === 'won') model.chargeBack(-body.amount);
  }
};

/** How often each is chosen, in proportion. */
const weights: readonly (readonly [Action, number])[] = [
  [adjust, 6],
  [pay, 6],
  [cancel, 2],
  [recharge, 1],
  [rechargeByCard, 1],
  [withdraw, 2],
  [buyStock, 1],
  [payByItself, 2],
  [fillByItself, 1],
];
const actions = weights.flatMap(([action, weight]) => Array<Action>(weight).fill(action));

/** One random operation of an account. */
export const actOnce = (town: MoneyTown, account: MoneyAccount, random: Random): Promise<void> =>
  random.pick(actions)(town, account, random);

/** The wallet as the portal shows it beside the model. */
export async function compareWallet(town: MoneyTown, account: MoneyAccount): Promise<void> {
  const [payer = ''] = account.payers;
  const { data } = await town.call('GET', '/api/wallet', payer);
  const { model } = account;
  model.settleLimit(data.credit_limit);
  const { available, held, credit_limit } = data;
  expect({ available, held, credit_limit }).toEqual({
    available: model.available,
    held: model.held,
    credit_limit: model.limit,
  });
  expect(available).toBeGreaterThanOrEqual(-model.chargedBack);
  if (town.inTurn)
    expect({ bonus: data.bonus, used: data.credit_used }).toEqual({ bonus: model.bonus, used: model.used });
}
