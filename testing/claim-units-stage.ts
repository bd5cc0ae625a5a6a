import { v7 as uuid } from 'uuid';
import { age } from './claim-fixtures.ts';
import { sqlRows } from './sql-rows.ts';
import { actionsStage, importOrder, orderFromShop } from './order-actions-stage.ts';
import { cashOf } from './wallet-fixtures.ts';

export type ClaimUnitsStage = Awaited<ReturnType<typeof claimUnitsStage>>;

/** Orders, claims, cancellations and replacements of one client, for tests that count units and money. */
export async function claimUnitsStage() {
  const stage = await actionsStage();
  const { test, owner, agent, warehouse } = stage;
  const account = owner.account_id;
  type Lines = { line_id: string; quantity: number }[];

  const claimable = async (order: string) =>
    (await test.call('GET', `/api/shopify_orders/${order}/claimable`, { token: owner.token })).body.data;
  const readClaim = async (id: string) =>
    (await test.call('GET', `/api/claims/${id}`, { token: owner.token })).body.data;
  const staffClaim = async (id: string) =>
    (await test.call('GET', `/api/staff/claims/${account}/${id}`, { token: agent.token })).body.data;

  /** Claims these units of a parcel (60 days old), or of what never left. */
  const tryClaim = (order: string, parcel: string | null, wanted: 'refund' | 'reship', lines: Lines) => {
    const reason = parcel === null ? 'cancel_after_paid' : 'late';
    const body = { order_id: order, parcel_id: parcel, reason, wanted, lines };
    return test.call('POST', '/api/claims', { token: owner.token, key: uuid(), body });
  };
  /** Claims `units` of the first claimable line (all lines when left out); answers the claim's id. */
  const claim = async (order: string, parcel: string | null, wanted: 'refund' | 'reship', units?: number) => {
    const { groups } = await claimable(order);
    const group = groups.find((one: { parcel: { id: string } | null }) => (one.parcel?.id ?? null) === parcel);
    const all: Lines = group.lines.filter((line: { quantity: number }) => line.quantity > 0);
    const lines = (units === undefined ? all : all.slice(0, 1)).map(({ line_id, quantity }) => ({
      line_id,
      quantity: units ?? quantity,
    }));
    const made = await tryClaim(order, parcel, wanted, lines);
    if (made.status !== 200) throw new Error(`not claimed: ${JSON.stringify(made.body)}`);
    return made.body.data.id as string;
  };
  /** Staff decide a claim as it stands now. */
  const decide = async (id: string, body: { decision: string; amount?: number; note?: string }) => {
    const { version } = await staffClaim(id);
    const path = `/api/staff/claims/${account}/${id}/decision`;
    return test.call('POST', path, { token: agent.token, key: uuid(), body: { version, ...body } });
  };
  /** Staff answer the cancellation that is asked for an order. */
  const answerCancel = async (order: string, answer: { accept: boolean; cost?: number; answer?: string }) => {
    const { cancel_request } = await stage.get(order);
    const path = `/api/staff/cancel_requests/${account}/${cancel_request.id}`;
    return test.call('POST', path, { token: agent.token, key: uuid(), body: answer });
  };
  /** Ships what is open, or these lines, 60 days ago; answers the parcel. */
  const send = async (order: string, lines?: Lines): Promise<string> => {
    const sent = await stage.ship(order, lines);
    if (sent.status !== 200) throw new Error(`not sent: ${JSON.stringify(sent.body)}`);
    const parcel = sent.body.data.parcels.at(-1).id;
    await age(test, parcel, 60);
    return parcel;
  };

  return {
    ...stage,
    account,
    claimable,
    readClaim,
    staffClaim,
    tryClaim,
    claim,
    decide,
    answerCancel,
    send,
    cash: () => cashOf(test, account),
    /** An order of so many units of each of the two goods; answers its id. */
    place: (units: readonly number[]) => importOrder(stage, orderFromShop(stage, units)),
    /** How many notifications of this event there are. */
    notified: async (event: string) =>
      (await sqlRows<{ n: number }>(test, `SELECT count(*)::int AS n FROM notifications WHERE event = '${event}'`))[0]
        ?.n ?? 0,
    staffOrder: async (id: string) =>
      (await test.call('GET', `/api/staff/orders/${account}/${id}`, { token: warehouse.token })).body.data,
  };
}
