import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { defaultStoreSettings, type PayMode } from '#contract/store-rules.ts';
import { type Action, causedByOthers, type MoneyAccount, type MoneyTown } from './money-account.ts';
import type { Random } from './money-model.ts';

/** What pays by itself, beside what people pay: automatic payment of orders, and recharges from a saved card. */

type Order = { id: string; total: number };

/** Orders that automatic payment takes as far as the balance reaches, the longest waiting first. */
function affordable({ unpaid, model }: MoneyAccount): Order[] {
  let left = model.available;
  return unpaid
    .toSorted((a, b) => (a.id < b.id ? -1 : 1)) // orders that arrived at one moment are taken by their ids
    .filter(({ total }) => {
      if (total > left) return false;
      left -= total;
      return true;
    });
}

function take(account: MoneyAccount, orders: readonly Order[], run: string): void {
  if (orders.length === 0) return;
  const ids = new Set(orders.map(({ id }) => id));
  const refusal = account.model.pay(
    run,
    orders.reduce((sum, { total }) => sum + total, 0),
  );
  expect(refusal).toBeNull();
  account.unpaid = account.unpaid.filter(({ id }) => !ids.has(id));
  account.paid.push(...orders.map((order) => ({ ...order, invoice: run })));
}

const modes: readonly PayMode[] = ['manual', 'after_1h', 'after_24h', 'daily'];

async function setMode(town: MoneyTown, account: MoneyAccount, random: Random): Promise<void> {
  const by = random.pick(account.payers);
  const path = `/api/stores/${account.store}/settings`;
  const { data } = await town.call('GET', path, by);
  const mode = random.pick(modes);
  const settings = { ...defaultStoreSettings, pay_mode: mode, pay_at: '00:00' };
  const answer = await town.call('PUT', path, by, { settings, version: data.version });
  expect(answer.code).toBeUndefined();
  account.model.paysByItself = mode !== 'manual';
}

/** Starts automatic payment by hand, or, where days pass as the test says, sets when it starts by itself. */
export const payByItself: Action = async (town, account, random) => {
  if (town.inTurn && random.chance(40)) return setMode(town, account, random);
  const by = random.pick(account.payers);
  const [key, path] = [uuid(), `/api/autopay/${account.store}/run`];
  const waiting = account.unpaid.length;
  const send = () => town.call('POST', path, by, {}, key);
  const [first, second = first] = await Promise.all([send(), ...(random.chance(20) ? [send()] : [])]);
  const answer = first?.code === undefined ? first : second;
  if (!answer || answer.code !== undefined) {
    expect(town.inTurn ? [] : causedByOthers, `automatic payment of ${waiting}`).toContain(answer?.code);
    return;
  }
  const { run_id } = answer.data;
  if (second?.code === undefined) expect(second?.data.run_id).toBe(run_id);
  const rows = await town.call('GET', `/api/stores/${account.store}/autopay/${run_id}?per_page=100`, by);
  const paid: Order[] = rows.data
    .filter(({ outcome }: { outcome: string }) => outcome === 'paid')
    .map(({ order_id: id, total }: { order_id: string; total: number }) => ({ id, total }));
  const total = paid.reduce((sum, order) => sum + order.total, 0);
  expect({ paid: answer.data.paid, total: answer.data.total }).toEqual({ paid: paid.length, total });
  if (town.inTurn) {
    const ids = (orders: readonly Order[]) => orders.map(({ id }) => id).toSorted();
    expect(answer.data.considered).toBe(waiting);
    expect(ids(paid)).toEqual(ids(affordable(account)));
  }
  take(account, paid, run_id);
};

const cards = { good: '4242424242424242', declinedLater: '4000000000000341' };

async function saveCard(town: MoneyTown, account: MoneyAccount, random: Random): Promise<void> {
  const { data } = await town.call('POST', '/api/auto_recharge/card', random.pick(account.payers), {});
  const card = random.chance(25) ? 'declinedLater' : 'good';
  await town.card?.save(String(data.checkout_url).split('/').at(-1) ?? '', cards[card]);
  account.model.saveCard(card === 'good');
}

/** Lets a saved card fill the wallet: what is set, a new card now and then, and what it charges at once. */
export const fillByItself: Action = async (town, account, random) => {
  const { model } = account;
  const [by, other] = random.chance(50) ? account.payers : account.payers.toReversed();
  if (!town.card || !by || !other) return;
  if (!model.hasCard || random.chance(10)) await saveCard(town, account, random);
  if (model.hasFill && random.chance(60)) return chargeNow(town, account, by); // as it is set: a card that declines is stopped
  const { version } = (await town.call('GET', '/api/auto_recharge', by)).data;
  const amount = 1_000 + random.below(20_000);
  const limits = { most_a_day: amount * (1 + random.below(3)), most_a_month: null };
  const wanted = { enabled: random.chance(85), threshold: 1 + random.below(25_000), amount, ...limits };
  const save = (token: string) => town.call('PUT', '/api/auto_recharge', token, { ...wanted, version });
  const answers = await Promise.all([save(by), ...(random.chance(20) ? [save(other)] : [])]);
  const refused = answers.flatMap(({ code }) => (code === undefined ? [] : [code]));
  expect(refused).toEqual(answers.length === 1 ? [] : ['stale_version']);
  model.setFill(wanted);
  return chargeNow(town, account, by);
};

async function chargeNow(town: MoneyTown, { model, account_id }: MoneyAccount, by: string): Promise<void> {
  await town.card?.fill(account_id);
  model.fill();
  const { data } = await town.call('GET', '/api/auto_recharge', by);
  expect({ today: data.charged_today, stopped: data.stopped !== null, waits: data.try_again_at !== null }).toEqual(
    model.filled,
  );
}

/** What automatic payment takes when its time has come, for orders of the day before. */
export function payAsSet(account: MoneyAccount): void {
  if (account.model.paysByItself) take(account, affordable(account), uuid());
}
