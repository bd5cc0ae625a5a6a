import { setTimeout as sleep } from 'node:timers/promises';
import { LosslessNumber } from 'lossless-json';
import { v7 as uuid } from 'uuid';
import type { CrashStage } from './crash-stage.ts';
import { type PortalAnswer, type PortalCall, portalClient, signedHook, untilAnswered } from './portal-client.ts';

export type Payment = { key: string; order_ids: string[]; expected_total: number; invoice_id: string; total: number };

/** What the outside world was told: it must be true whatever was killed. */
export type Answered = {
  /** Orders that buyers placed, by the shop's id. */
  placed: Set<string>;
  /** Deliveries answered with 200. */
  deliveries: Set<string>;
  /** Payments answered with 200, by Idempotency-Key. */
  payments: Map<string, Payment>;
  /** Payments refused because another tab had paid one of the orders. */
  refused: number;
};

export type Load = {
  answered: Answered;
  /** No further orders; ends when every delivery is answered and every order that arrived is paid. */
  finish(): Promise<void>;
  /** Stops where it is. */
  abandon(): void;
};

const hookLanes = 3;
const payLanes = 3;
const mostWaiting = 150;
const patience = 90_000;

const unfinished = (answered: Answered) =>
  `of ${answered.placed.size} orders only ${paidOrders(answered)} came so far that they could be paid: background work stands still`;

/** Buyers order, the shop reports it more than once, and the merchant pays from three tabs, all at the same time. */
export function startLoad(stage: CrashStage): Load {
  const answered: Answered = { placed: new Set(), deliveries: new Set(), payments: new Map(), refused: 0 };
  const call = portalClient(stage.server.url, stage.owner.token);
  let placing = true;
  let paying = true;
  const state: { failure?: Error } = {};
  const keepGoing = (isOn: () => boolean, action: () => Promise<void>) => async () => {
    try {
      while (isOn() && !state.failure) await action();
    } catch (error) {
      state.failure ??= error instanceof Error ? error : new Error(String(error));
    }
  };
  const buyers = keepGoing(
    () => placing,
    async () => {
      if (answered.placed.size - paidOrders(answered) > mostWaiting) await sleep(20);
      else await placeAndReport(stage, answered);
    },
  );
  const tabs = keepGoing(
    () => paying,
    () => payFromOneTab(call, answered),
  );
  const hooks = Array.from({ length: hookLanes }, buyers);
  const payments = Array.from({ length: payLanes }, tabs);
  return {
    answered,
    abandon() {
      [placing, paying] = [false, false];
    },
    async finish() {
      const deadline = performance.now() + patience;
      placing = false;
      await Promise.all(hooks);
      while (!state.failure && paidOrders(answered) < answered.placed.size) {
        if (performance.now() > deadline) state.failure = new Error(unfinished(answered));
        await sleep(100);
      }
      paying = false;
      await Promise.all(payments);
      if (state.failure) throw state.failure;
    },
  };
}

function paidOrders(answered: Answered): number {
  let orders = 0;
  for (const payment of answered.payments.values()) orders += payment.order_ids.length;
  return orders;
}

let buyersMade = 0;
async function placeAndReport(stage: CrashStage, answered: Answered): Promise<void> {
  const some = 1 + Math.floor(Math.random() * 6);
  const orders = Array.from({ length: some }, () => ({
    lines: [{ variantId: pick(stage.variantIds), quantity: 1 + Math.floor(Math.random() * 3) }],
    address: {
      first_name: 'Ada',
      last_name: `Miller ${(buyersMade += 1)}`, // equal orders of one buyer would wait for a word
      address1: '1 Main St',
      city: 'Austin',
      province: 'Texas',
      province_code: 'TX',
      zip: '78701',
      country_code: 'US',
    },
    financialStatus: 'PAID' as const,
  }));
  for (const { id, name } of await place(stage, orders)) {
    answered.placed.add(id);
    const body = { id: new LosslessNumber(id), admin_graphql_api_id: `gid://shopify/Order/${id}`, name };
    const topics = Math.random() < 0.3 ? ['orders/updated', 'orders/create'] : ['orders/create'];
    for (const topic of topics) {
      const hook = signedHook(stage.app, { shop: stage.store.domain, topic, body });
      const times = Math.random() < 0.2 ? 3 : 1; // the same delivery again
      for (let time = 0; time < times; time += 1) await deliver(stage, hook, answered);
    }
  }
}

/** Again until the shop has them: its database may be the one that was killed. */
async function place(stage: CrashStage, orders: Parameters<CrashStage['sandbox']['shops']['insertOrders']>[1]) {
  const { placed } = await untilAnswered(async () => ({
    status: 200,
    placed: await stage.sandbox.shops.insertOrders(stage.store.domain, orders),
  }));
  return placed;
}

async function deliver(stage: CrashStage, hook: ReturnType<typeof signedHook>, answered: Answered): Promise<void> {
  const { status } = await untilAnswered(async () => {
    const answer = await fetch(`${stage.server.url}${hook.path}`, {
      method: 'POST',
      headers: hook.headers,
      body: hook.body,
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    return answer;
  });
  if (status !== 200) throw new Error(`a signed delivery was answered with ${status}`);
  answered.deliveries.add(hook.deliveryId);
}

/** Looks at what is payable, takes up to three orders of it, and pays them under one key until there is an answer. */
async function payFromOneTab(call: PortalCall, answered: Answered): Promise<void> {
  const list = await untilAnswered(() => call('GET', '/api/shopify_orders?tab=to_pay&per_page=50'));
  const ids: string[] = (list.data ?? []).map((order: { id: string }) => order.id);
  if (ids.length === 0) {
    await sleep(50);
    return;
  }
  const from = Math.floor(Math.random() * ids.length);
  const order_ids = ids.slice(from, from + 1 + Math.floor(Math.random() * 3));
  const checkout = await untilAnswered(() => call('POST', '/api/invoices/checkout', { order_ids }));
  if (checkout.status !== 200 || checkout.data.refused.length > 0) return;
  const key = uuid();
  const body = { order_ids, expected_total: Number(checkout.data.total) };
  const pay = () => untilAnswered(() => call('POST', '/api/invoices', body, key));
  // now and then the button is hit twice
  const answers = await Promise.all(Math.random() < 0.2 ? [pay(), pay()] : [pay()]);
  for (const answer of answers) note(answer, { key, ...body }, answered);
}

function note(
  answer: PortalAnswer,
  asked: { key: string; order_ids: string[]; expected_total: number },
  answered: Answered,
): void {
  if (answer.status === 422 && answer.code === 'order_not_payable') {
    answered.refused += 1;
    return;
  }
  if (answer.status !== 200) throw new Error(`a payment was answered with ${JSON.stringify(answer)}`);
  const before = answered.payments.get(asked.key);
  if (before && before.invoice_id !== answer.data.id) throw new Error('one key made two invoices');
  answered.payments.set(asked.key, { ...asked, invoice_id: String(answer.data.id), total: Number(answer.data.total) });
}

function pick<T>(list: readonly T[]): T {
  const found = list[Math.floor(Math.random() * list.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}
