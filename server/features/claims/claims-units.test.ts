import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClaimUnitsStage, claimUnitsStage } from '#testing/claim-units-stage.ts';

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
