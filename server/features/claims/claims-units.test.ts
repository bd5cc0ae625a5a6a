import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClaimUnitsStage, claimUnitsStage } from '#testing/claim-units-stage.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { importOrder, orderFromShop } from '#testing/order-actions-stage.ts';
import { givenChannel, givenPrice, systemEntry } from '#testing/order-fixtures.ts';
import { brokenLevels, givenStock, levelOf } from '#testing/stock-fixtures.ts';

let stage: ClaimUnitsStage;
beforeAll(async () => {
  stage = await claimUnitsStage();
});
afterAll(() => stage.test.close());

/** An order of three lamps, paid: its id, its line, and what the wallet held before. */
async function givenOrder(units = 3) {
  const before = await stage.cash();
  const id = await stage.place([units]);
  expect((await stage.pay([id])).status).toBe(200);
  const [line] = (await stage.get(id)).order_lines;
  return { id, line: line.id as string, before, cost: before - (await stage.cash()) };
}
const replacementOf = async (id: string): Promise<{ id: string; name: string }> => (await stage.get(id)).reships[0];
const unitsOf = async (id: string) => {
  const [line] = (await stage.get(id)).order_lines;
  return { open: line.open_quantity, sent: line.shipped_quantity, replaced: line.replaced_quantity };
};

describe('units that are paid once', () => {
  it('A: are not sent again after the order was cancelled and paid back; the claim is closed', async () => {
    const { id, before } = await givenOrder();
    const claim = await stage.claim(id, null, 'reship');
    expect((await stage.act(id, 'cancel')).status).toBe(200);
    expect(await stage.cash()).toBe(before);
    const decided = await stage.decide(claim, { decision: 'reship' });
    expect(decided).toMatchObject({ status: 422, body: { code: 'claim_refused' } });
    expect(await stage.readClaim(claim)).toMatchObject({ status: 'withdrawn' });
    expect((await stage.get(id)).reships).toEqual([]);
  });

  it('B: leave no replacement behind when the order is cancelled', async () => {
    const { id, before } = await givenOrder();
    await stage.decide(await stage.claim(id, null, 'reship'), { decision: 'reship' });
    const again = await replacementOf(id);
    expect((await stage.act(id, 'cancel')).status).toBe(200);
    expect(await stage.cash()).toBe(before);
    expect((await stage.get(id)).stage).toBe('cancelled');
    expect((await stage.get(again.id)).stage).toBe('cancelled');
    expect((await stage.ship(again.id)).status).toBe(422);
  });

  it('C: leave the order when they never left and a replacement sends them', async () => {
    const { id } = await givenOrder();
    await stage.decide(await stage.claim(id, null, 'reship', 2), { decision: 'reship' });
    expect(await unitsOf(id)).toEqual({ open: 1, sent: 0, replaced: 2 });
    expect((await stage.ship(id)).status).toBe(200);
    expect((await stage.ship((await replacementOf(id)).id)).status).toBe(200);
    expect(await unitsOf(id)).toEqual({ open: 0, sent: 1, replaced: 2 });
  });

  it('F: are not paid back after they were sent again', async () => {
    const { id, line, before, cost } = await givenOrder();
    const parcel = await stage.send(id);
    await stage.decide(await stage.claim(id, parcel, 'reship'), { decision: 'reship' });
    const refused = await stage.tryClaim(id, parcel, 'refund', [{ line_id: line, quantity: 1 }]);
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('-R1') } });
    expect(before - (await stage.cash())).toBe(cost);
  });
});

describe('an order that a replacement sends units of', () => {
  /** Two of three units never left and are sent by a replacement. */
  const givenReplaced = async () => {
    const given = await givenOrder();
    await stage.decide(await stage.claim(given.id, null, 'reship', 2), { decision: 'reship' });
    return { ...given, again: await replacementOf(given.id) };
  };

  it('says what a cancellation gives back and takes along, and leaves what is prepared', async () => {
    const { id, before, cost, again } = await givenReplaced();
    const { left, reships } = await stage.get(id);
    expect(reships).toMatchObject([{ units: 2, recallable: true }]);
    expect(left.amount + reships[0].worth).toBe(cost);
    await stage.work(again.id, 'pick');
    expect((await stage.get(id)).reships).toMatchObject([{ recallable: false }]);
    expect((await stage.act(id, 'cancel')).status).toBe(200);
    expect(before - (await stage.cash())).toBe(reships[0].worth);
    expect(await unitsOf(again.id)).toMatchObject({ open: 2 });
    expect((await stage.ship(again.id)).status).toBe(200);
  });

  it('gets them back when the replacement is cancelled: to send, or paid back where it was cancelled itself', async () => {
    const first = await givenReplaced();
    expect((await stage.act(first.again.id, 'cancel')).status).toBe(200);
    expect(await unitsOf(first.id)).toEqual({ open: 3, sent: 0, replaced: 0 });
    expect((await stage.get(first.id)).left.amount).toBe(first.cost);
    const second = await givenReplaced();
    await stage.work(second.again.id, 'pick');
    await stage.act(second.id, 'cancel');
    await stage.act(second.again.id, 'cancel_request', { reason: 'Not wanted' });
    expect((await stage.answerCancel(second.again.id, { accept: true })).status).toBe(200);
    expect(await stage.cash()).toBe(second.before);
    expect((await stage.get(second.id)).stage).toBe('cancelled');
  });

  it('is closed when all of it is replaced, and can be cancelled while the replacement can', async () => {
    const { id, before } = await givenOrder(2);
    await stage.decide(await stage.claim(id, null, 'reship'), { decision: 'reship' });
    const { stage: state, actions } = await stage.get(id);
    expect([state, actions.find(({ action }: { action: string }) => action === 'cancel').allowed]).toEqual([
      'closed',
      true,
    ]);
    expect((await stage.act(id, 'cancel')).status).toBe(200);
    expect(await stage.cash()).toBe(before);
  });

  it('counts them as sent when the store takes units away, and keeps its channel', async () => {
    const before = await stage.cash();
    const fromShop = orderFromShop(stage, [3]);
    const id = await importOrder(stage, fromShop);
    await stage.pay([id]);
    await stage.decide(await stage.claim(id, null, 'reship', 2), { decision: 'reship' });
    const lines = fromShop.lines.map((line) => ({ ...line, current_quantity: 0 }));
    await importOrder(stage, { ...fromShop, lines, updated_at: new Date('2026-11-22T01:00:00Z') });
    const { reships } = await stage.get(id);
    expect((await stage.act(id, 'take_back')).status).toBe(200);
    expect(before - (await stage.cash())).toBeGreaterThanOrEqual(reships[0].worth);
    expect(await unitsOf(id)).toEqual({ open: 0, sent: 0, replaced: 2 });
    expect((await stage.act(reships[0].id, 'cancel')).status).toBe(200);
    expect((await stage.act(id, 'take_back')).status).toBe(200); // what came back is not wanted either
    expect(await stage.cash()).toBe(before);
    const other = await givenReplaced();
    const { actions } = await stage.get(other.id);
    expect(actions.find(({ action }: { action: string }) => action === 'change_channel')).toMatchObject({
      reason: 'replaced',
    });
    const [row] = await sqlRows(stage.test, `SELECT id FROM order_lines WHERE order_id = '${other.id}'`);
    const more = `UPDATE order_lines SET replaced_quantity = replaced_quantity + 2 WHERE id = '${row?.id}'`;
    await expect(sqlRows(stage.test, more)).rejects.toThrow(/order_lines_(?:shipped_check|replaced_paid)/);
  });
});

describe('a claim about an order that was sent a cheaper way after it was paid', () => {
  /** Three lamps, paid by a dear channel; `cheaper` moves them to the air line. */
  const givenDear = async () => {
    const dear = await givenChannel(stage.test, 'Express');
    const formula = { kind: 'per_kg', handling_amount: 2000, kg_amount: 5000 } as const;
    await givenPrice(stage.test, stage.account, { sku_id: stage.goods[0].sku_id, channel: dear, formula });
    const id = await stage.place([3]);
    await stage.act(id, 'channel', { channel_id: dear.id }, 'PUT');
    await stage.pay([id]);
    const way = { channel_id: stage.channel.id };
    const cheaper = async () => {
      const { difference } = (await stage.act(id, 'change/preview', way)).body.data;
      expect((await stage.act(id, 'change', { ...way, expected_difference: difference })).status).toBe(200);
    };
    return { id, cheaper, cost: async () => (await stage.get(id)).cost.total as number };
  };

  it('gives back or sends again what its units cost on that way, and never what came back before', async () => {
    const { id, cheaper, cost } = await givenDear();
    await cheaper();
    const now = await cost();
    const { lines } = (await stage.test.call('GET', `/api/shopify_orders/${id}/costs`, { token: stage.owner.token }))
      .body.data;
    expect(lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(now);
    expect((await stage.claimable(id)).groups[0].lines[0].most).toBe(now);
    const again = await stage.claim(id, null, 'reship', 2);
    expect((await stage.decide(again, { decision: 'reship' })).status).toBe(200);
    expect((await stage.get(id)).reships[0].worth).toBe(Math.floor((now * 2) / 3));
    const before = await stage.cash();
    const rest = await stage.claim(id, null, 'refund');
    expect((await stage.decide(rest, { decision: 'refund' })).status).toBe(200);
    expect((await stage.cash()) - before).toBe(now - Math.floor((now * 2) / 3));
  });

  it('that was made before asks for what its units cost now, whatever makes them dearer or cheaper', async () => {
    const { id, cheaper, cost } = await givenDear();
    const claim = await stage.claim(id, null, 'refund', 1);
    await cheaper();
    const unit = Math.floor((await cost()) / 3);
    expect(await stage.readClaim(claim)).toMatchObject({ asked: unit, lines: [{ most: unit }] });
    const more = { decision: 'partial', amount: unit + 1 };
    expect(await stage.decide(claim, more)).toMatchObject({ status: 422 });
    expect((await stage.decide(claim, { decision: 'refund' })).status).toBe(200);
    const before = await stage.cash();
    const fromShop = orderFromShop(stage, [3]);
    const other = await importOrder(stage, fromShop);
    await stage.pay([other]);
    const rest = await stage.claim(other, null, 'refund', 2);
    const lines = fromShop.lines.map((line) => ({ ...line, current_quantity: 2 }));
    await importOrder(stage, { ...fromShop, lines, updated_at: new Date('2026-11-22T01:00:00Z') });
    expect((await stage.act(other, 'take_back')).status).toBe(200); // its goods alone: the freight is for the rest
    expect((await stage.decide(rest, { decision: 'refund' })).status).toBe(200);
    expect([await stage.cash(), (await stage.get(other)).stage]).toEqual([before, 'cancelled']);
  });
});

describe('units that are left of an order', () => {
  it('are worth all that it costs, after some were given back and others were added at another cost', async () => {
    const before = await stage.cash();
    const fromShop = orderFromShop(stage, [3]);
    const id = await importOrder(stage, fromShop);
    await stage.pay([id]);
    await stage.decide(await stage.claim(id, null, 'refund', 1), { decision: 'refund' });
    const lines = fromShop.lines.map((line) => ({ ...line, quantity: 4, current_quantity: 4 }));
    await importOrder(stage, { ...fromShop, lines, updated_at: new Date('2026-11-22T01:00:00Z') });
    expect((await stage.pay([id])).status).toBe(200);
    const [group] = (await stage.claimable(id)).groups;
    expect(group.lines).toMatchObject([{ quantity: 3, most: before - (await stage.cash()) }]);
    expect((await stage.decide(await stage.claim(id, null, 'reship'), { decision: 'reship' })).status).toBe(200);
  });
});

describe('what is kept of cancelled units', () => {
  it('is not given back when the rest of their order is cancelled, by a claim or at the cost of a cancellation', async () => {
    const first = await givenOrder();
    await stage.decide(await stage.claim(first.id, null, 'refund', 1), { decision: 'partial', amount: 100 });
    const kept = (await stage.get(first.id)).cost.fees;
    expect((await stage.act(first.id, 'cancel')).status).toBe(200);
    expect([kept, first.before - (await stage.cash())]).toEqual([Math.floor(first.cost / 3) - 100, kept]);
    expect((await stage.get(first.id)).cost).toMatchObject({ goods: 0, freight: 0, fees: kept });
    const before = await stage.cash();
    const fromShop = orderFromShop(stage, [3]);
    const id = await importOrder(stage, fromShop);
    await stage.pay([id]);
    await stage.work(id, 'buy');
    const lines = fromShop.lines.map((line) => ({ ...line, current_quantity: 2 }));
    await importOrder(stage, { ...fromShop, lines, updated_at: new Date('2026-11-22T01:00:00Z') });
    await stage.act(id, 'cancel_request', { reason: 'Removed', units: 'removed' });
    expect((await stage.answerCancel(id, { accept: true, cost: 200 })).status).toBe(200);
    await stage.act(id, 'cancel_request', { reason: 'Not wanted' });
    expect((await stage.answerCancel(id, { accept: true, cost: 0 })).status).toBe(200);
    expect(before - (await stage.cash())).toBe(200);
  });
});

describe('units of the client’s own stock that never left', () => {
  it('are sent from that stock by their replacement, and held by the order again when that is cancelled', async () => {
    const { sku_id } = stage.goods[1];
    await givenStock(stage.test, stage.account, sku_id, 4);
    const level = async () => {
      const { on_hand, committed } = await levelOf(stage.test, stage.account, sku_id);
      return { on_hand, committed };
    };
    const resend = async (id: string) => {
      await stage.decide(await stage.claim(id, null, 'reship', 2), { decision: 'reship' });
      return (await stage.get(id)).reships.at(-1).id as string;
    };
    const id = await stage.place([0, 4]);
    await stage.pay([id]);
    await stage.decide(await stage.claim(id, null, 'refund', 1), { decision: 'refund' });
    expect(await brokenLevels(stage.test)).toEqual([]); // a partly refunded order goes on holding what it sends
    const first = await resend(id);
    expect(await level()).toEqual({ on_hand: 4, committed: 3 });
    await stage.act(first, 'cancel');
    expect(await level()).toEqual({ on_hand: 4, committed: 3 });
    await stage.send(await resend(id));
    expect(await level()).toEqual({ on_hand: 2, committed: 1 });
    await stage.act(id, 'cancel');
    expect(await level()).toEqual({ on_hand: 2, committed: 0 });
  });
});

describe('a replacement of units that never left', () => {
  /** Two paid units, both sent by a replacement that was shipped 60 days ago. */
  const givenLost = async () => {
    const given = await givenOrder(2);
    await stage.decide(await stage.claim(given.id, null, 'reship'), { decision: 'reship' });
    const again = (await replacementOf(given.id)).id;
    return { ...given, again, parcel: await stage.send(again) };
  };

  it('can be claimed once it was sent, at what was paid for its units, and is given back once', async () => {
    const { id, again, parcel, before, cost } = await givenLost();
    expect((await stage.claimable(id)).groups).toEqual([]);
    expect(await stage.claimable(again)).toMatchObject({
      left: cost,
      groups: [{ lines: [{ quantity: 2, most: cost }] }],
    });
    const one = await stage.claim(again, parcel, 'refund', 1);
    expect((await stage.decide(one, { decision: 'refund' })).status).toBe(200);
    expect(before - (await stage.cash())).toBe(cost - Math.floor(cost / 2));
    expect((await stage.readClaim(one)).credits).toHaveLength(1);
    await stage.decide(await stage.claim(again, parcel, 'refund'), { decision: 'refund' });
    expect([await stage.cash(), (await stage.get(id)).payment]).toEqual([before, 'refunded']);
    const [line] = (await stage.claimable(again)).groups[0].lines;
    const more = await stage.tryClaim(again, parcel, 'refund', [{ line_id: line.line_id, quantity: 1 }]);
    expect(more.status).toBe(422);
  });

  it('is sent again once: what was paid stays kept for it, and comes back when that is cancelled', async () => {
    const { id, again, parcel, before, cost } = await givenLost();
    const resend = async () => stage.decide(await stage.claim(again, parcel, 'reship'), { decision: 'reship' });
    expect((await resend()).status).toBe(200);
    const second = (await replacementOf(again)).id;
    expect((await stage.get(id)).left.amount).toBe(0);
    expect((await stage.claimable(again)).left).toBe(0);
    expect((await stage.act(second, 'cancel')).status).toBe(200);
    expect((await stage.claimable(again)).left).toBe(cost);
    expect((await resend()).status).toBe(200);
    const third = (await stage.get(again)).reships.at(-1).id;
    await stage.send(third);
    const [group] = (await stage.claimable(third)).groups;
    expect(group.reasons.some((reason: { allowed: boolean }) => reason.allowed)).toBe(false);
    expect(before - (await stage.cash())).toBe(cost);
  });
});

describe('units that left', () => {
  it('get back all that was paid when they are claimed one by one, in parcels of their own or sent again', async () => {
    const { id, line, before, cost } = await givenOrder(7);
    const first = await stage.send(id, [{ line_id: line, quantity: 3 }]);
    const rest = await stage.send(id);
    for (const parcel of [first, rest, first, rest, first])
      await stage.decide(await stage.claim(id, parcel, 'refund', 1), { decision: 'refund' });
    await stage.decide(await stage.claim(id, rest, 'reship', 1), { decision: 'reship' });
    const [{ worth }] = (await stage.get(id)).reships;
    expect(worth - cost / 7).toBeLessThan(1);
    await stage.decide(await stage.claim(id, rest, 'refund', 1), { decision: 'refund' });
    expect(before - (await stage.cash())).toBe(worth);
  });
});

describe('claims whose time is over', () => {
  it('end also when one of them cannot be ended', async () => {
    const claims: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      claims.push(await stage.claim((await givenOrder(1)).id, null, 'refund'));
      await stage.decide(claims.at(-1) ?? '', { decision: 'refund' });
    }
    const list = claims.map((id) => `'${id}'`).join();
    await sqlRows(stage.test, `UPDATE claims SET decided_at = decided_at - interval '15 days' WHERE id IN (${list})`);
    const owner = new pg.Client({ connectionString: stage.test.url });
    await owner.connect();
    await owner.query(`ALTER TABLE claims ADD CONSTRAINT kept CHECK (id <> '${claims[0]}' OR status <> 'closed')`);
    await stage.test.app.tasks.claims_sweep?.(systemEntry(stage.test), {});
    await owner.query('ALTER TABLE claims DROP CONSTRAINT kept');
    await owner.end();
    const states = await Promise.all(claims.map(async (id) => (await stage.readClaim(id)).status));
    expect(states).toEqual(['approved_refund', 'closed', 'closed']);
  });
});

describe('the decision about a claim', () => {
  const actionsOf = async (claim: string): Promise<Record<string, string | null>> =>
    Object.fromEntries(
      (await stage.staffClaim(claim)).actions.map(
        (one: { action: string; allowed: boolean; hindrance: string | null }) => [
          one.action,
          one.allowed ? 'allowed' : one.hindrance,
        ],
      ),
    );

  it('is offered as far as its units and their payment are there, and refused by the same sentence', async () => {
    const sent = await givenOrder();
    const claim = await stage.claim(sent.id, null, 'reship');
    expect(await actionsOf(claim)).toMatchObject({ refund: 'allowed', reship: 'allowed', reject: 'allowed' });
    await stage.work(sent.id, 'pack');
    expect(await actionsOf(claim)).toMatchObject({ refund: 'packed', reship: 'packed', reject: 'allowed' });
    await stage.send(sent.id);
    expect(await actionsOf(claim)).toMatchObject({ refund: 'units_gone', partial: 'units_gone', reship: 'units_gone' });
    const refused = await stage.decide(claim, { decision: 'refund' });
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/Some units of .* were shipped/) },
    });
    const part = await givenOrder(1);
    const parcel = await stage.send(part.id);
    await stage.decide(await stage.claim(part.id, parcel, 'refund'), { decision: 'partial', amount: 100 });
    const again = await stage.claim(part.id, parcel, 'reship');
    expect(await actionsOf(again)).toMatchObject({ reship: 'worth_more', refund: 'allowed' });
    expect((await stage.decide(again, { decision: 'reship' })).status).toBe(422);
  });

  it('is made by staff where a claim within the client’s limits cannot be refunded now', async () => {
    const limits = (auto_amount: number, version: number) =>
      stage.test.call('PUT', `/api/staff/claim_limits/${stage.account}`, {
        token: stage.agent.token,
        body: { auto_amount, max_rate_bp: 10_000, version },
      });
    expect((await limits(100_000, 0)).status).toBe(200);
    const { id } = await givenOrder();
    await stage.work(id, 'pack');
    expect(await stage.readClaim(await stage.claim(id, null, 'refund'))).toMatchObject({ status: 'submitted' });
    await limits(0, 1);
  });

  it('to refund units that never left takes them out of the order', async () => {
    const { id, before } = await givenOrder();
    await stage.decide(await stage.claim(id, null, 'refund', 1), { decision: 'refund' });
    expect(await unitsOf(id)).toMatchObject({ open: 2 });
    await stage.send(id);
    expect((await stage.get(id)).stage).toBe('shipped');
    const whole = await givenOrder();
    await stage.decide(await stage.claim(whole.id, null, 'refund'), { decision: 'refund' });
    expect([(await stage.get(whole.id)).stage, await stage.cash()]).toEqual(['cancelled', whole.before]);
    expect(whole.before).toBeLessThan(before);
  });

  it('to send again what left happens once: not of the replacement, and again when that was cancelled', async () => {
    const { id, cost, before } = await givenOrder();
    const parcel = await stage.send(id);
    await stage.decide(await stage.claim(id, parcel, 'reship'), { decision: 'reship' });
    const again = await replacementOf(id);
    expect((await stage.act(again.id, 'cancel')).status).toBe(200);
    await stage.decide(await stage.claim(id, parcel, 'reship', 1), { decision: 'reship' });
    const second = (await stage.get(id)).reships.at(-1);
    const secondParcel = await stage.send(second.id);
    const { groups } = await stage.claimable(second.id);
    const refused = await stage.tryClaim(second.id, secondParcel, 'reship', [
      { line_id: groups[0].lines[0].line_id, quantity: 1 },
    ]);
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/nothing left to claim/) },
    });
    await stage.decide(await stage.claim(id, parcel, 'refund', 2), { decision: 'refund' });
    expect(before - (await stage.cash())).toBeGreaterThanOrEqual(Math.floor(cost / 3));
  });

  it('is no longer needed when staff accept the cancellation; the client is told', async () => {
    const { id } = await givenOrder();
    const claim = await stage.claim(id, null, 'reship');
    await stage.work(id, 'buy');
    await stage.act(id, 'cancel_request', { reason: 'Not wanted' });
    expect((await stage.answerCancel(id, { accept: true })).status).toBe(200);
    expect((await stage.readClaim(claim)).status).toBe('withdrawn');
    expect(await stage.notified('claim_voided')).toBe(1);
  });

  it('and a cancellation at the same moment end in one of the two', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, before, cost } = await givenOrder(2);
      const claim = await stage.claim(id, null, 'reship');
      const { version } = await stage.get(id); // both see the order as it is now
      const [decided, cancelled] = await Promise.all([
        stage.decide(claim, { decision: 'reship' }),
        stage.act(id, 'cancel', { version }),
      ]);
      const { reships } = await stage.get(id);
      const live = reships.filter((one: { stage: string }) => one.stage !== 'cancelled');
      const spent = before - (await stage.cash());
      expect([
        [200, 422],
        [422, 200],
      ]).toContainEqual([decided.status, cancelled.status]);
      expect([spent, live.length]).toEqual(cancelled.status === 200 ? [0, 0] : [cost, 1]);
    }
  });
});
