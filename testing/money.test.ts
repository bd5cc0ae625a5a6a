import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import type { Ground } from '#server/db/context.ts';
import type { TestApp } from './app.ts';
import { type CardStage, cardStage } from './card-stage.ts';
import type { MoneyAccount, MoneyCards, MoneyTown } from './money-account.ts';
import { actOnce, compareWallet } from './money-actors.ts';
import { payAsSet } from './money-automatic.ts';
import { MoneyModel, type Random, randomOf } from './money-model.ts';
import { openMoneyTown } from './money-town.ts';
import { merchant, type Place, staff } from './people.ts';
import { runTasks } from './run-tasks.ts';
import { endProgress, keepProgress, type Progress, readProgress } from './soak/soak-progress.ts';
import { bySize, isSoak, reportProgress } from './size.ts';
import { enqueueTask, sqlRows } from './sql-rows.ts';
import { checkLedger, givenBank, givenOrdersToPay, givenShelf, uploadProof } from './wallet-fixtures.ts';

const day = 86_400_000;
const accountsOf = { few: 5, many: 8 };
/** Each is one to five operations of its account; a second round begins where they were not enough. */
const perAccount = isSoak ? 500 : 220;
/** Of each account at the same moment as others, until what is done is kept: a soak that is stopped loses no more. */
const perRound = 100;
const parts = 5;
/** Says what orders cost, and moves nothing. */
const preview = '/api/invoices/checkout';
/** Operations: requests that move money or try to, by members of an account and of finance; reading what they did is not one. */
const count = bySize(2_000, 200_000);

const progressBefore = (): Progress => (isSoak ? readProgress('money') : { done: 0, seed: 0 });

async function openAccount(
  place: Place,
  call: MoneyTown['call'],
  { upload, inTurn }: { upload: (token: string) => Promise<string>; inTurn: boolean },
): Promise<MoneyAccount> {
  const owner = await merchant(place);
  const manager = await merchant(place, { account_id: owner.account_id, role: 'manager' });
  const model = new MoneyModel(inTurn);
  model.today = place.clock.now().toISOString().slice(0, 10);
  const { account_id } = owner;
  const payers = [owner.token, manager.token];
  const shelf = await givenShelf(place, account_id, { platform: 'file' }); // no shop that a worker could ask
  const payout = { kind: 'bank', holder: 'Ada Miller', account: 'de02 1203 0000 0000 2020 51', bank: 'DKB' };
  const { data: saved } = await call('POST', '/api/payout_accounts', owner.token, payout, uuid());
  return {
    account_id,
    payers,
    unpaid: [],
    paid: [],
    cancelled: [],
    model,
    payout_account_id: saved.id,
    store: shelf.store.id,
    sku_id: async () => shelf.goods.sku_id,
    uploadProof: () => upload(owner.token),
    mailedCode: (withdrawal) => findMailedCode(place, account_id, withdrawal),
  };
}

/** As the reader of the mail sees it: the code stands in its subject, the withdrawal in its link. */
async function findMailedCode(place: Place, account_id: string, withdrawal: string): Promise<string> {
  const [mail] = await sqlRows<{ subject: string }>(
    place,
    `SELECT payload ->> 'subject' AS subject FROM outbox
     WHERE account_id = '${account_id}' AND kind = 'mail' AND payload ->> 'text' LIKE '%${withdrawal}%' ORDER BY created_at DESC LIMIT 1`,
  );
  return mail?.subject.slice(0, 6) ?? '';
}

/** New orders, priced as the portal says. */
async function refill(town: MoneyTown, place: { ground: Ground }, account: MoneyAccount): Promise<void> {
  const ids = await givenOrdersToPay(place, account.account_id, 40);
  const [token = ''] = account.payers;
  const { data } = await town.call('POST', preview, token, { order_ids: ids });
  const priced: { order_id: string; cost: { total: number } }[] = data.payable;
  account.unpaid.push(...priced.map(({ order_id: id, cost }) => ({ id, total: cost.total })));
}

async function checkBooks(
  place: { ground: Ground },
  { account_id, model, cancelled, paid }: MoneyAccount,
): Promise<void> {
  expect(await checkLedger(place, account_id)).toMatchObject({ ok: true });
  const [sums] = await sqlRows<{ all: number; wallet: number }>(
    place,
    `SELECT coalesce(sum(amount), 0)::float8 AS all, coalesce(sum(amount) FILTER (WHERE ledger_account = 'cash' OR starts_with(ledger_account, 'bonus:')), 0)::float8 AS wallet
     FROM ledger_entries WHERE account_id = '${account_id}'`,
  );
  expect(sums).toEqual({ all: 0, wallet: model.available - model.limit });
  const stages = await sqlRows<{ stage: string; n: number }>(
    place,
    `SELECT stage, count(*)::int AS n FROM orders WHERE account_id = '${account_id}' AND stage IN ('processing', 'cancelled') GROUP BY 1`,
  );
  const reported = new Map(stages.map(({ stage, n }) => [stage, n]));
  expect([reported.get('processing') ?? 0, reported.get('cancelled') ?? 0]).toEqual([paid.length, cancelled.length]);
}

/** PDFs and mails move no money, and take as long; the mails are read where they wait. */
const aside = ['invoice_documents', 'outbox_deliver'];

/** Runs these tasks and what follows from them. */
async function runAll(test: TestApp, ...tasks: string[]): Promise<void> {
  for (const task of tasks) await enqueueTask(test, task);
  await runTasks(test, { without: aside, atOnce: accountsOf.few });
}

/** Some accounts at the same time, the operations of each in turn; days pass, and bonus with them. */
async function runInTurn(test: TestApp, town: MoneyTown, seed: number): Promise<void> {
  const accounts = await Promise.all(
    Array.from({ length: accountsOf.few }, () =>
      openAccount(test, town.call, { upload: (token) => uploadProof(test, token), inTurn: true }),
    ),
  );
  const act = async (account: MoneyAccount, random: Random) => {
    for (let n = 0; n < perAccount / parts; n += 1) {
      if (account.unpaid.length < 3) await refill(town, test, account);
      await actOnce(town, account, random);
      if (n % 20 === 0) await compareWallet(town, account);
    }
    await compareWallet(town, account);
  };
  for (const account of accounts) await refill(town, test, account);
  await sqlRows(test, 'ANALYZE'); // as a database that has lived for a minute does
  const lanes = accounts.map((account, lane) => ({ account, random: randomOf(seed + lane) }));
  for (let part = 0; part < parts; part += 1) {
    await Promise.all(lanes.map(({ account, random }) => act(account, random)));
    await runAll(test, 'auto_recharge_sweep');
    for (const { model } of accounts) model.fill();
    test.clock.advance(day);
    await runAll(test, 'bonus_expiry', 'auto_recharge_sweep');
    for (const { model } of accounts) {
      model.passDays(test.clock.now().toISOString().slice(0, 10));
      model.fill();
    }
    await runAll(test, 'autopay_sweep'); // what it pays looks at the wallet itself
    for (const account of accounts) {
      payAsSet(account);
      account.model.fill();
      await compareWallet(town, account);
    }
  }
  for (const account of accounts) {
    await compareWallet(town, account);
    await checkBooks(test, account);
  }
}

describe('money, by many actors through HTTP, beside a model that never reads the database', () => {
  it('each answer is the model’s, each balance equal, all sums zero, and nothing below zero but by credit', {
    timeout: isSoak ? 0 : 600_000,
  }, async () => {
    const { done: before, seed } = progressBefore();
    const stage = await cardStage();
    const { test } = stage;
    try {
      await givenBank(test);
      const { call, operations } = counted(callOf(test));
      const town: MoneyTown = { ...(await peopleOf(test)), card: cardsOf(stage), inTurn: true, call };
      const until = isSoak ? before + Math.ceil((count - before) / 2) : count; // a soak does the rest with two processes
      for (let done = before; done < until; done = before + operations()) {
        await runInTurn(test, town, seed + done);
        noteProgress({ seed, done: before + operations() });
      }
      expect(operations()).toBeGreaterThanOrEqual(until - before);
    } finally {
      await stage.close();
    }
  });

  it.runIf(isSoak)(
    'the same with two server processes and operations of one account at the same moment',
    { timeout: 0 },
    async () => {
      const { done: before, seed } = progressBefore();
      const stage = await openMoneyTown();
      try {
        const { ground } = stage;
        const { call, operations } = counted(stage.call);
        const town: MoneyTown = { ...(await peopleOf({ ground, clock: systemClock })), inTurn: false, call };
        for (let done = before; done < count; done = before + operations()) {
          const accounts = await Promise.all(
            Array.from({ length: accountsOf.many }, () =>
              openAccount({ ground, clock: systemClock }, stage.call, { upload: stage.uploadProof, inTurn: false }),
            ),
          );
          await Promise.all(
            accounts.map(async (account, lane) => {
              const random = randomOf(seed + done + lane);
              for (let n = 0; n < perRound; n += 5) {
                if (account.unpaid.length < 20) await refill(town, stage, account);
                await Promise.all(Array.from({ length: 5 }, () => actOnce(town, account, random)));
                await compareWallet(town, account);
              }
            }),
          );
          for (const account of accounts) await checkBooks(stage, account);
          noteProgress({ seed, done: before + operations() });
        }
        endProgress('money');
      } finally {
        await stage.close();
      }
    },
  );
});

/** Calls the portal, and says how many of the calls were operations. */
function counted(portal: MoneyTown['call']): { call: MoneyTown['call']; operations: () => number } {
  let operations = 0;
  const call: MoneyTown['call'] = (method, path, ...rest) => {
    if (method !== 'GET' && path !== preview) operations += 1;
    return portal(method, path, ...rest);
  };
  return { call, operations: () => operations };
}

function noteProgress({ done, seed }: Progress): void {
  if (!isSoak) return;
  keepProgress('money', { done, seed });
  reportProgress(`operations on money, seed ${seed}`, Math.min(done, count), count);
}

const peopleOf = async (place: Place) => ({
  finance: [(await staff(place, 'finance')).token, (await staff(place, 'finance')).token],
  agent: (await staff(place, 'agent')).token,
});

/** What the provider of card payments reports is worked off at once; its tasks find nothing left. */
function cardsOf({ test, payments, system }: CardStage): MoneyCards {
  const workOff = async () => {
    await payments.settled();
    const waiting = await sqlRows<{ id: string }>(test, `SELECT id FROM payment_events WHERE state = 'waiting'`);
    for (const { id } of waiting) await test.app.tasks.payment_event?.(system(), { id });
  };
  return {
    async pay(session) {
      await payments.pay(session);
      await workOff();
    },
    async dispute(session) {
      const { id } = await payments.dispute(session);
      await workOff();
      return id;
    },
    async close(dispute, status) {
      await payments.closeDispute(dispute, status);
      await workOff();
    },
    async save(session, card) {
      await payments.pay(session, card);
      await workOff();
    },
    async fill(account_id) {
      const run = (task: string, payload: object) => test.app.tasks[task]?.(system(), { account_id, ...payload });
      for (;;) {
        await run('auto_recharge', {});
        const [charge] = await sqlRows<{ id: string }>(
          test,
          `SELECT id FROM recharges WHERE account_id = '${account_id}' AND card_id IS NOT NULL AND status = 'processing'`,
        );
        if (!charge) return;
        await run('card_charge', { id: charge.id });
      }
    },
  };
}

const callOf =
  (test: TestApp): MoneyTown['call'] =>
  async (method, path, token, body, key) =>
    (await test.call(method, path, { token, ...(body && { body }), ...(key && { key }) })).body;
