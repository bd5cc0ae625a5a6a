import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { acceptQuote, ask, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';

let test: TestApp;
let agent: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

type Given = { owner: Person; id: string; account_id: string };
const post = (token: string, path: string, body: object = {}) => test.call('POST', path, { token, key: uuid(), body });
const own = ({ owner, id }: Given, action: string, body: object = {}) =>
  post(owner.token, `/api/quotes/${id}/${action}`, body);
const asStaff = ({ account_id, id }: Given, action: string, body: object = {}) =>
  post(agent.token, `/api/staff/quotes/${account_id}/${id}/${action}`, body);
const due = async (token: string): Promise<string[]> =>
  (await test.call('GET', '/api/notifications', { token })).body.data
    .filter((row: { needs_action: boolean; resolved_at: string | null }) => row.needs_action && !row.resolved_at)
    .map((row: { event: string }) => row.event);

async function asked(): Promise<Given> {
  const owner = await merchant(test);
  const { product_id } = await givenUnpriced(test, owner, 1);
  const id: string = (await ask(test, owner.token, product_id)).body.data.id;
  return { owner, id, account_id: owner.account_id };
}

async function offered(given: Given): Promise<string> {
  const body = { title: 'Plain lamp', skus: [{ title: 'Plain lamp', weight_g: 250 }] };
  const sku = (await post(agent.token, '/api/staff/catalog_products', body)).body.data.items[0].id;
  const offer = { kind: 'cheaper', catalog_sku_id: sku, unit_price: 310 };
  return (await asStaff(given, 'alternatives', offer)).body.data.alternatives[0].id;
}

describe('an alternative to a quote that is not answered yet', () => {
  it('is taken at once and accepted like any version: nobody answers the request any more', {
    tags: ['D5-08'],
  }, async () => {
    const given = await asked();
    const alternative_id = await offered(given);
    expect(await due(agent.token)).toEqual(['staff_quote_asked']);
    const taken = (await own(given, 'take_alternative', { alternative_id })).body.data;
    expect(taken).toMatchObject({ status: 'quoted', current_version: 1, versions: [{ due_at: null }] });
    const places = taken.versions[0].freight.map(({ destination }: { destination: string }) => destination);
    expect(new Set(places)).toEqual(new Set(['US', 'GB'])); // of the provider's tables
    expect(await due(agent.token)).toEqual([]);
    const accepted = await acceptQuote(test, given.owner.token, given.id, 1);
    expect(accepted).toMatchObject({ body: { data: { status: 'accepted', orders_moved: 1 } } });
  });

  it('ends the agent’s question', async () => {
    const given = await asked();
    const alternative_id = await offered(given);
    await asStaff(given, 'messages', { text: 'Which plug?', question: true });
    expect(await due(agent.token)).toEqual([]); // it is the client's turn
    expect(await due(given.owner.token)).toEqual(['quote_question']);
    const taken = (await own(given, 'take_alternative', { alternative_id })).body.data;
    expect(taken).toMatchObject({ status: 'quoted', paused_at: null });
    expect(await due(given.owner.token)).toEqual([]);
  });

  it('ships to a country that waits for an answer, too, by the provider’s tables', async () => {
    const given = await asked();
    await sendAnswer(test, agent.token, given); // to the United States alone
    await own(given, 'counter', { version: 1, lines: [{ line: 1, target_price: 300 }], reason: 'Too dear.' });
    const alternative_id = await offered(given);
    const taken = (await own(given, 'take_alternative', { alternative_id })).body.data;
    const { freight } = taken.versions[0];
    const known = taken.versions[1].freight[0];
    expect(freight.filter(({ destination }: { destination: string }) => destination === 'US')).toEqual([known]);
    expect(freight.some(({ destination }: { destination: string }) => destination === 'GB')).toBe(true);
  });
});
