import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows, enqueueTask } from '#testing/sql-rows.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';
import {
  acceptQuote,
  answerBody,
  answerLine,
  ask,
  askFor,
  givenUnpriced,
  quoteFile,
  sendAnswer,
} from '#testing/quote-fixtures.ts';

let test: TestApp;
let agent: { token: string; user_id: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

type Given = { owner: Person; id: string; account_id: string };
const hour = 3_600_000;
const post = (token: string, path: string, body: object = {}) => test.call('POST', path, { token, key: uuid(), body });
const own = ({ owner, id }: Given, action: string, body: object = {}) =>
  post(owner.token, `/api/quotes/${id}/${action}`, body);
const asStaff = ({ account_id, id }: Given, action: string, body: object = {}) =>
  post(agent.token, `/api/staff/quotes/${account_id}/${id}/${action}`, body);
const look = async ({ owner, id }: Given) =>
  (await test.call('GET', `/api/quotes/${id}`, { token: owner.token })).body.data;
const lookAsStaff = async ({ account_id, id }: Given) =>
  (await test.call('GET', `/api/staff/quotes/${account_id}/${id}`, { token: agent.token })).body.data;
const kinds = (quote: { thread: { kind: string }[] }) => quote.thread.map((entry) => entry.kind);
const bell = async (token: string): Promise<{ event: string; needs_action: boolean }[]> =>
  (await test.call('GET', '/api/notifications', { token })).body.data;

async function asked(orders = 0): Promise<Given & { product_id: string }> {
  const owner = await merchant(test);
  const { product_id } = await givenUnpriced(test, owner, orders);
  const id: string = (await ask(test, owner.token, product_id)).body.data.id;
  return { owner, id, account_id: owner.account_id, product_id };
}
async function quoted(orders = 0, more: object = {}) {
  const given = await asked(orders);
  expect(await sendAnswer(test, agent.token, given, answerBody(more))).toMatchObject({ status: 200 });
  return given;
}
const picture = (background: string) =>
  sharp({ create: { width: 220, height: 220, channels: 3, background } })
    .png()
    .toBuffer();

it('calls the only variant of a product as the product, not “Default Title” as shops do', async () => {
  const owner = await merchant(test);
  const store = await givenStore(test, owner.account_id);
  const only = shopVariant('1', { title: 'Default Title', options: [{ name: 'Title', value: 'Default Title' }] });
  await applyProducts(test, owner.account_id, store, [shopProduct('1', [only], { title: 'Moon lamp' })]);
  const [product] = (await test.call('GET', '/api/products', { token: owner.token })).body.data;
  const variants = await test.call('GET', `/api/products/${product.id}/variants`, { token: owner.token });
  expect(variants.body.data).toMatchObject([{ title: 'Moon lamp' }]);

  const id: string = (await ask(test, owner.token, product.id)).body.data.id;
  const given = { owner, id, account_id: owner.account_id };
  expect((await lookAsStaff(given)).items).toMatchObject([{ title: 'Moon lamp' }]);
  const answer = answerBody({ lines: [answerLine(1)] });
  expect(await sendAnswer(test, agent.token, given, answer)).toMatchObject({ status: 200 });
  const [version] = (await look(given)).versions;
  expect(version.lines).toMatchObject([{ title: 'Moon lamp' }]);
});

describe('asking', () => {
  it('goes by a product, a page, pictures or words, one of them at least, and within the limits', {
    tags: ['D5-01'],
  }, async () => {
    const owner = await merchant(test);
    const { product_id } = await givenUnpriced(test, owner, 0);
    const { token } = owner;
    const byProduct = await askFor(test, token, {
      product_id,
      quantity: 50,
      target_days: 9,
      branding: true,
      sample: true,
    });
    expect(byProduct.body.data).toMatchObject({ source: 'product', title: 'Moon lamp', product_id, variants: 2 });
    const url = 'https://detail.1688.com/offer/612345678901.html?spm=1';
    const byPage = await askFor(test, token, { title: 'Star lamp', url });
    expect(byPage.body.data).toMatchObject({ source: 'url', title: 'Star lamp', variants: 1 });
    const page = await look({ owner, id: byPage.body.data.id, account_id: owner.account_id });
    expect(page).toMatchObject({ site: '1688', url: 'https://detail.1688.com/offer/612345678901.html' });
    const picture_ids = [
      await quoteFile(test, token, { name: 'a.png', bytes: await picture('red') }),
      await quoteFile(test, token, { name: 'b.png', bytes: await picture('blue') }),
    ];
    const byPicture = await askFor(test, token, { title: 'Red thing', picture_ids });
    const shown = await look({ owner, id: byPicture.body.data.id, account_id: owner.account_id });
    expect(shown).toMatchObject({
      source: 'pictures',
      pictures: [shown.picture_url, expect.stringContaining('/api/pictures/')],
    });
    expect((await test.app.fastify.inject(shown.picture_url)).statusCode).toBe(200);
    const byWords = await askFor(test, token, { title: 'Hooks', note: 'Small brass hooks for a wall, ten to a bag.' });
    expect(byWords.body.data).toMatchObject({ source: 'text', picture_url: null });
    const wishes = await look({ owner, id: byProduct.body.data.id, account_id: owner.account_id });
    expect(wishes).toMatchObject({ quantity: 50, target_days: 9, branding: true, sample: true });
    const refused: [object, string][] = [
      [{ title: 'Nothing else' }, 'note'],
      [{ url, title: 'ab' }, 'title'],
      [{ url }, 'title'],
      [{ title: 'x'.repeat(151), url }, 'title'],
      [{ title: 'Bad page', url: 'javascript:alert(1)' }, 'url'],
      [{ title: 'Many', picture_ids: Array.from({ length: 11 }, () => uuid()) }, 'picture_ids'],
      [{ title: 'Often', url, orders_per_day: 100_001 }, 'orders_per_day'],
      [{ title: 'Free', url, target_price: 0 }, 'target_price'],
      [{ title: 'Late', url, target_days: 121 }, 'target_days'],
      [{ title: 'Nowhere', url, destinations: [] }, 'destinations'],
    ];
    for (const [body, field] of refused)
      expect(await askFor(test, token, body), field).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.any(String)] } },
      });
    const foreign = await quoteFile(test, (await merchant(test)).token, { name: 'a.png', bytes: await picture('red') });
    expect(await askFor(test, token, { title: 'Not mine', picture_ids: [foreign] })).toMatchObject({ status: 404 });
    expect(await test.call('POST', '/api/quotes', { body: {}, key: uuid() })).toMatchObject({ status: 401 });
  });

  it('leads to the open quote when the same product or the same page is asked for again', {
    tags: ['D5-02'],
  }, async () => {
    const { owner, id, product_id } = await asked();
    const again = { status: 422, body: { code: 'quote_open_already', errors: { quote_id: [id] } } };
    expect(await askFor(test, owner.token, { product_id })).toMatchObject(again);
    expect(await ask(test, owner.token, product_id)).toMatchObject(again);
    const item = { title: 'Star lamp', url: 'https://item.taobao.com/item.htm?id=5234567890' };
    const first = (await askFor(test, owner.token, item)).body.data.id;
    const second = await askFor(test, owner.token, {
      title: 'The same',
      url: 'https://item.taobao.com/item.htm?ali=1&id=5234567890',
    });
    expect(second).toMatchObject({ status: 422, body: { code: 'quote_open_already', errors: { quote_id: [first] } } });
    await post(owner.token, `/api/quotes/${first}/cancel`);
    expect(await askFor(test, owner.token, item)).toMatchObject({ status: 200 });
    expect(await askFor(test, (await merchant(test)).token, item)).toMatchObject({ status: 200 });
  });
});

describe('the talk', () => {
  it('goes both ways with files, counts what is unread, and a question stops the clock until it is answered', {
    tags: ['D5-03'],
  }, async () => {
    const given = await asked(1);
    const due = Date.parse((await look(given)).sla_due_at);
    const file = await quoteFile(test, given.owner.token, { name: 'size.png', bytes: await picture('green') });
    expect(await own(given, 'messages', { text: 'This size, please.', file_ids: [file] })).toMatchObject({
      status: 200,
    });
    expect(await lookAsStaff(given)).toMatchObject({ unread: 1 });
    expect(await bell(agent.token)).toContainEqual(
      expect.objectContaining({ event: 'staff_quote_message', needs_action: true }),
    );
    const link = await post(agent.token, `/api/staff/files/${given.account_id}/${file}/link`);
    expect((await test.app.fastify.inject(link.body.data.url)).statusCode).toBe(200);
    const sheet = await quoteFile(
      test,
      agent.token,
      { name: 'colours.png', bytes: await picture('gray') },
      given.account_id,
    );
    const question = { text: 'Which of these colours?', question: true, file_ids: [sheet] };
    expect(await asStaff(given, 'messages', question)).toMatchObject({
      body: { data: { status: 'need_info', unread: 0 } },
    });
    expect(await look(given)).toMatchObject({
      unread: 1,
      status: 'need_info',
      paused_at: expect.any(String),
      agent: expect.any(String),
    });
    const list = (await test.call('GET', '/api/quotes?tab=need_answer&unread=yes', { token: given.owner.token })).body;
    expect(list).toMatchObject({ data: [{ id: given.id, unread: 1 }], meta: { total: 1 } });
    expect(await bell(given.owner.token)).toMatchObject([{ event: 'quote_question', needs_action: true }]);
    const seq = (await look(given)).thread.at(-1).seq;
    await own(given, 'read', { seq });
    expect(await look(given)).toMatchObject({ unread: 0 });
    test.clock.advance(72 * hour); // the clock stands: business hours pass without it
    const reply = (await own(given, 'messages', { text: 'Grey.' })).body.data;
    expect(reply).toMatchObject({ status: 'in_progress', paused_at: null });
    expect(Date.parse(reply.sla_due_at)).toBeGreaterThan(due);
    expect(await bell(given.owner.token)).toMatchObject([{ event: 'quote_question', needs_action: false }]);
    expect(kinds(reply)).toEqual(['asked', 'message', 'question', 'reply']);
    expect(reply.thread[2].files).toMatchObject([{ id: sheet, name: 'colours.png' }]);
    await post(agent.token, `/api/staff/quotes/${given.account_id}/${given.id}/read`, { seq: 99 });
    expect(await lookAsStaff(given)).toMatchObject({ unread: 0 });
    expect(await own(given, 'messages', { text: ' ' })).toMatchObject({
      status: 422,
      body: { errors: { text: [expect.any(String)] } },
    });
    expect(await own(given, 'messages', { text: 'x', file_ids: [uuid()] })).toMatchObject({ status: 404 });
    expect(
      await own(given, 'messages', { text: 'x', file_ids: Array.from({ length: 6 }, () => uuid()) }),
    ).toMatchObject({ status: 422 });
    await own(given, 'cancel');
    expect(await asStaff(given, 'messages', { text: 'Too late' })).toMatchObject({
      status: 422,
      body: { code: 'quote_not_open' },
    });
  });

  it('is closed to strangers, to viewers and to staff who act for the client', async () => {
    const given = await asked();
    const viewer = await merchant(test, { account_id: given.account_id, role: 'viewer' });
    expect(await post(viewer.token, `/api/quotes/${given.id}/messages`, { text: 'Hi' })).toMatchObject({ status: 403 });
    expect(await post(viewer.token, `/api/quotes/${given.id}/read`, { seq: 1 })).toMatchObject({ status: 200 });
    const packer = await staff(test, 'warehouse');
    for (const action of ['messages', 'read', 'assign', 'unavailable', 'alternatives']) {
      const path = `/api/staff/quotes/${given.account_id}/${given.id}/${action}`;
      for (const token of [given.owner.token, packer.token])
        expect(await post(token, path, {}), action).toMatchObject({ status: 403 });
      expect(await test.call('POST', path, { body: {} })).toMatchObject({ status: 401 });
    }
    const helper = await staff(test, 'agent');
    await post(helper.token, '/api/login_as', { account_id: given.account_id, reason: 'Helping with a quote' });
    const refused = { status: 422, body: { code: 'not_allowed_while_acting' } };
    expect(await post(helper.token, `/api/quotes/${given.id}/messages`, { text: 'Hi' })).toMatchObject(refused);
  });
});

describe('versions', () => {
  it('counters with a target per line and a reason: the quote is the agent’s again, with a fresh clock', {
    tags: ['D5-05'],
  }, async () => {
    const given = await quoted(1);
    const counter = { version: 1, lines: [{ line: 1, target_price: 400 }], reason: 'A neighbour pays less.' };
    const price = { ...counter, lines: [{ line: 1, target_price: 451 }] };
    expect(await own(given, 'counter', price)).toMatchObject({ status: 422, body: { code: 'quote_incomplete' } });
    expect(await own(given, 'counter', { ...counter, reason: '' })).toMatchObject({ status: 422 });
    expect(await own(given, 'counter', { ...counter, lines: [{ line: 9, target_price: 1 }] })).toMatchObject({
      status: 422,
    });
    expect(await own(given, 'counter', { ...counter, version: 2 })).toMatchObject({ body: { code: 'stale_version' } });
    test.clock.advance(hour);
    const before = Date.parse((await look(given)).sla_due_at);
    const { body } = await own(given, 'counter', counter);
    expect(body.data).toMatchObject({ status: 'countered', version: 3, paused_at: null });
    expect(Date.parse(body.data.sla_due_at)).toBeGreaterThanOrEqual(before);
    expect(body.data.thread.at(-1)).toMatchObject({
      kind: 'countered',
      body: counter.reason,
      targets: counter.lines,
      version: 1,
    });
    expect(await own(given, 'counter', counter)).toMatchObject({ status: 422, body: { code: 'quote_not_open' } });
    expect(await bell(agent.token)).toContainEqual(
      expect.objectContaining({ event: 'staff_quote_countered', needs_action: true }),
    );
    const queue = (await test.call('GET', `/api/staff/quotes?q=${body.data.number}`, { token: agent.token })).body.data;
    expect(queue).toMatchObject([{ status: 'countered', target_price: null, counter_min: 400, counter_max: 400 }]);
  });

  it('keeps every version with its lines, freight and note', async () => {
    const given = await quoted();
    const next = answerBody({ version: 2, note: 'The mould is paid for.' });
    next.lines[0] = { ...next.lines[0], unit_price: 420 } as (typeof next.lines)[number];
    const known = (await look(given)).versions[0].lines;
    const lines = next.lines.map((line, index) => ({ ...line, catalog_sku_id: known[index].sku.id }));
    expect(await sendAnswer(test, agent.token, given, { ...next, lines })).toMatchObject({ status: 200 });
    const { versions, current_version, thread } = await look(given);
    expect(current_version).toBe(2);
    expect(versions).toMatchObject([
      {
        version: 2,
        note: 'The mould is paid for.',
        lines: [{ unit_price: 420 }, { unit_price: 452 }],
        freight: [{ destination: 'US' }],
      },
      {
        version: 1,
        note: 'In stock.',
        lines: [{ unit_price: 451 }, { unit_price: 452 }],
        freight: [{ destination: 'US' }],
      },
    ]);
    expect(kinds({ thread })).toEqual(['asked', 'quoted', 'quoted']);
  });

  it('is declined with a reason; what was declined or has expired is asked again in one call', {
    tags: ['D5-06'],
  }, async () => {
    const given = await quoted(1);
    expect(await own(given, 'decline', { reason: 'weather' })).toMatchObject({ status: 422 });
    expect(await own(given, 'ask_again')).toMatchObject({ status: 422, body: { code: 'quote_not_open' } });
    await own(given, 'decline', { reason: 'time', note: 'Two weeks at most.' });
    expect((await look(given)).thread.at(-1)).toMatchObject({
      kind: 'declined',
      reason: 'time',
      body: 'Two weeks at most.',
    });
    await sqlRows(test, `UPDATE orders SET country = 'FR' WHERE account_id = '${given.account_id}'`);
    const again = (await own(given, 'ask_again')).body.data;
    expect(again).toMatchObject({
      status: 'submitted',
      title: 'Moon lamp',
      destinations: ['FR', 'US', 'GB'], // where its order goes by now, and where it was asked for
      variants: 2,
      orders_waiting: 1,
    });
    expect(again.id).not.toBe(given.id);
    expect(await look({ ...given, id: again.id })).toMatchObject({ asked_from: { id: given.id } });
    expect(await own(given, 'ask_again')).toMatchObject({
      body: { code: 'quote_open_already', errors: { quote_id: [again.id] } },
    });
    const { owner, account_id } = given;
    const page = { title: 'Star lamp', url: 'https://shop.example/p/1', note: 'Blue', quantity: 7 };
    const made = { owner, account_id, id: (await askFor(test, owner.token, page)).body.data.id as string };
    await sendAnswer(test, agent.token, made, { ...answerBody(), lines: [answerLine(1)] });
    test.clock.advance(15 * 24 * hour);
    await enqueueTask(test, 'quotes_expire');
    await runTasks(test);
    expect(await look(made)).toMatchObject({ status: 'expired' });
    const anew = (await own(made, 'ask_again')).body.data.id;
    expect(await look({ ...made, id: anew })).toMatchObject({
      source: 'url',
      url: page.url,
      note: 'Blue',
      quantity: 7,
      title: 'Star lamp',
    });
  });
});

describe('other goods', () => {
  const sku = async (title: string) => {
    const body = { title, skus: [{ title, weight_g: 250 }] };
    return (await post(agent.token, '/api/staff/catalog_products', body)).body.data.items[0].id as string;
  };

  it('are offered beside the price, or when the goods cannot be had; the one taken is the next version', {
    tags: ['D5-08'],
  }, async () => {
    const given = await quoted(1);
    const cheaper = { kind: 'cheaper', catalog_sku_id: await sku('Plain lamp'), unit_price: 310, note: 'No gift box.' };
    const added = (await post(agent.token, `/api/staff/quotes/${given.account_id}/${given.id}/alternatives`, cheaper))
      .body.data;
    expect(added.alternatives).toMatchObject([
      { kind: 'cheaper', unit_price: 310, sku: { title: 'Plain lamp', weight_g: 250 } },
    ]);
    const alternative_id = added.alternatives[0].id;
    expect(await own(given, 'take_alternative', { alternative_id: uuid() })).toMatchObject({ status: 404 });
    const taken = (await own(given, 'take_alternative', { alternative_id })).body.data;
    expect(taken).toMatchObject({ status: 'quoted', current_version: 2, alternatives: [{ taken_version: 2 }] });
    expect(taken.versions[0]).toMatchObject({
      version: 2,
      lines: [{ unit_price: 310, weight_g: 250 }, { unit_price: 310 }],
      freight: [{ destination: 'US' }],
    });
    expect(await own(given, 'take_alternative', { alternative_id })).toMatchObject({ status: 422 });
    expect(await acceptQuote(test, given.owner.token, given.id, 2)).toMatchObject({
      body: { data: { orders_moved: 1 } },
    });
    // what cannot be had
    const other = await asked(1);
    expect(
      await post(agent.token, `/api/staff/quotes/${other.account_id}/${other.id}/unavailable`, { reason: 'lazy' }),
    ).toMatchObject({ status: 422 });
    const gone = (await asStaff(other, 'unavailable', { reason: 'ip_risk', note: 'A protected design.' })).body.data;
    expect(gone).toMatchObject({ status: 'unavailable', unavailable_reason: 'ip_risk', orders_waiting: 0 });
    expect(await bell(other.owner.token)).toMatchObject([{ event: 'quote_unavailable' }]);
    const same = { kind: 'same', catalog_sku_id: await sku('Round lamp'), unit_price: 400 };
    const first = (await asStaff(other, 'alternatives', same)).body.data.alternatives[0].id;
    expect(await bell(other.owner.token)).toContainEqual(expect.objectContaining({ event: 'quote_alternative' }));
    const removed = await test.call(
      'DELETE',
      `/api/staff/quotes/${other.account_id}/${other.id}/alternatives/${first}`,
      { token: agent.token },
    );
    expect(removed).toMatchObject({ status: 200, body: { data: { alternatives: [] } } });
    expect(await own(other, 'take_alternative', { alternative_id: first })).toMatchObject({ status: 404 });
    const second = (await asStaff(other, 'alternatives', { ...same, kind: 'better' })).body.data.alternatives[0].id;
    const back = (await own(other, 'take_alternative', { alternative_id: second })).body.data;
    expect(back).toMatchObject({ status: 'quoted', current_version: 1, unavailable_reason: null });
    expect(back.versions[0].freight.length).toBeGreaterThan(0); // from the provider's tables
    expect(kinds(back)).toEqual(['asked', 'unavailable', 'alternative', 'alternative', 'alternative_taken']);
    const unknown = await asStaff(other, 'alternatives', { ...same, catalog_sku_id: uuid() });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'quote_incomplete' } });
  });
});

describe('accepting', () => {
  const channelOf = (quote: { versions: { freight: { channel: { id: string } }[] }[] }) =>
    quote.versions[0]?.freight[0]?.channel.id;

  it('takes the chosen lines and channels, writes their prices, maps only if ticked, and moves waiting orders on', {
    tags: ['D5-10'],
  }, async () => {
    const row = answerBody().freight[0];
    const given = await quoted(2, { freight: [row, { ...row, destination: 'GB' }] });
    const quote = await look(given);
    const channel_id = channelOf(quote);
    const wrong = await acceptQuote(test, given.owner.token, given.id, 1, { lines: [7] });
    expect(wrong).toMatchObject({
      status: 422,
      body: { code: 'quote_incomplete', errors: { lines: [expect.any(String)] } },
    });
    const nowhere = await acceptQuote(test, given.owner.token, given.id, 1, {
      freight: [{ destination: 'FR', channel_id }],
    });
    expect(nowhere).toMatchObject({ status: 422, body: { errors: { freight: [expect.any(String)] } } });
    expect(await acceptQuote(test, given.owner.token, given.id, 1, { lines: [] })).toMatchObject({ status: 422 });
    const chosen = { lines: [1], freight: [{ destination: 'US', channel_id }] };
    const accepted = await acceptQuote(test, given.owner.token, given.id, 1, chosen);
    expect(accepted.body.data).toMatchObject({ status: 'accepted', orders_moved: 2 });
    const prices = await sqlRows(
      test,
      `SELECT destination, unit_price::int FROM prices WHERE account_id = '${given.account_id}'`,
    );
    expect(prices).toEqual([{ destination: 'US', unit_price: 451 }]);
    const variants = (
      await test.call('GET', `/api/products/${given.product_id}/variants`, { token: given.owner.token })
    ).body.data;
    expect(variants).toMatchObject([{ mapping_state: 'mapped' }, { mapping_state: 'unmapped' }]);
    const unticked = await quoted(1);
    expect((await acceptQuote(test, unticked.owner.token, unticked.id, 1, { map: false })).body.data).toMatchObject({
      orders_moved: 0,
    });
    const left = (
      await test.call('GET', `/api/products/${unticked.product_id}/variants`, { token: unticked.owner.token })
    ).body.data;
    expect(left).toMatchObject([{ mapping_state: 'unmapped' }, { mapping_state: 'unmapped' }]);
    expect(await sqlRows(test, `SELECT 1 FROM prices WHERE account_id = '${unticked.account_id}'`)).toHaveLength(2);
  });
});
