import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultSettings } from '#contract/settings-rules.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { brokenRules } from '#testing/en16931.ts';
import { pdfCode } from '#testing/pdf-code.ts';
import { hasPdfTools, pdfFaults, pdfPages } from '#testing/pdf-tools.ts';
import {
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { readXml, xmlAt, xmlText } from '#testing/xml-reader.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { givenMoney, givenShopOrders } from '#testing/wallet-fixtures.ts';
import { makePdf } from '#server/lib/pdf/make-pdf.ts';
import { amountText, moneyText } from '#server/lib/money-text.ts';
import { creditOrder, eraseRecipients } from '#server/features/orders/index.ts';
import { describe as paperOf } from './documents.service.ts';
import { asIssued, findDocument } from './documents.db.ts';

let test: TestApp;
let channel: Channel;
beforeAll(async () => {
  test = await startTestApp();
  channel = await givenChannel(test);
});
afterAll(() => test.close());

type Case = { person: Person; invoice: string; orders: string[] };
let external = 0;

/** An invoice of this many paid orders, two pieces at 5.00 and 10.00 freight each. */
async function paidInvoice(count: number): Promise<Case> {
  const person = await merchant(test);
  const store = await givenStore(test, person.account_id);
  const goods = await givenVariant(test, { account_id: person.account_id, id: store });
  await givenPrice(test, person.account_id, { sku_id: goods.sku_id, channel });
  await givenMoney(test, person.account_id, 1_000_000);
  const shopOrders = Array.from({ length: count }, () => {
    external += 1;
    return shopOrder([shopLine(goods)], { external_id: `d${external}`, name: `#D${external}` });
  });
  await givenShopOrders(test, { account_id: person.account_id, id: store }, shopOrders);
  const rows = await inAccount(test, person.account_id, (ctx) =>
    ctx.db.selectFrom('orders').select('id').where('account_id', '=', person.account_id).execute(),
  );
  const orders = rows.map(({ id }) => id);
  const { body } = await test.call('POST', '/api/invoices', {
    token: person.token,
    key: uuid(),
    body: { order_ids: orders, expected_total: 2_000 * count },
  });
  return { person, invoice: body.data.id, orders };
}

/** The bytes behind an endpoint that answers a link. */
async function bytesAt(path: string, token: string): Promise<Buffer> {
  const { status, body } = await test.call('POST', path, { token });
  expect(status).toBe(200);
  return download(body.data.url);
}
async function download(url: string): Promise<Buffer> {
  const answer = await test.app.fastify.inject({ method: 'GET', url });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
const invoiceOf = async (id: string, token: string) =>
  (await test.call('GET', `/api/invoices/${id}`, { token })).body.data;

/** Name, street and postcode of the buyer of the first order. */
async function buyerOf({ person, orders: [first = ''] }: Case): Promise<string[]> {
  const { address } = (await test.call('GET', `/api/shopify_orders/${first}`, { token: person.token })).body.data;
  const known = [address.name, address.address1, address.zip].filter((part) => typeof part === 'string');
  expect(known.length).toBeGreaterThan(1);
  return known;
}

const rowOf = (one: Case) => inAccount(test, one.person.account_id, (ctx) => findDocument(ctx, asIssued(one.invoice)));

describe('the PDF of an invoice', () => {
  it('is made once by a job after it was paid, kept by its hash, and made again with the same bytes', async () => {
    const one = await paidInvoice(2);
    expect((await rowOf(one))?.file_id).toBeNull();
    await runTasks(test);
    const row = await rowOf(one);
    const kept = await bytesAt(`/api/invoices/${one.invoice}/pdf`, one.person.token);
    expect(kept.subarray(0, 5).toString()).toBe('%PDF-');
    for (const table of ['stores', 'orders'])
      await sqlRows(
        test,
        `UPDATE ${table} SET name = name || ' renamed' WHERE account_id = '${one.person.account_id}'`,
      );
    await sqlRows(test, `UPDATE orders SET country = 'NZ' WHERE account_id = '${one.person.account_id}'`);
    await sqlRows(test, `UPDATE channels SET name = name || ' renamed'`);
    const again = await inAccount(test, one.person.account_id, (ctx) =>
      row ? paperOf(ctx, row) : Promise.reject(new Error('no document')),
    );
    await sqlRows(test, `UPDATE channels SET name = replace(name, ' renamed', '')`); // other tests share them
    expect((await makePdf([again.paper], { owner: null })).bytes.equals(kept)).toBe(true);
    expect(row?.sha256).toMatch(/^[0-9a-f]{64}$/);
    await bytesAt(`/api/invoices/${one.invoice}/pdf`, one.person.token);
    expect((await rowOf(one))?.file_id).toBe(row?.file_id);
  });

  it('has a code that leads to it where the portal was at issue, and none where that was not noted', async () => {
    const one = await paidInvoice(1);
    const { account_id, token } = one.person;
    const kept = await bytesAt(`/api/invoices/${one.invoice}/pdf`, token);
    expect(pdfCode(kept)).toBe(`http://localhost:8080/clientInvoice?id=${one.invoice}`);
    const row = (await rowOf(one)) ?? expect.unreachable();
    const moved = await inAccount(test, account_id, (ctx) =>
      paperOf({ ...ctx, app: { ...ctx.app, publicUrl: 'https://elsewhere.example' } }, row),
    );
    expect((await makePdf([moved.paper], { owner: null })).bytes.equals(kept)).toBe(true);
    const older = await inAccount(test, account_id, (ctx) => paperOf(ctx, { ...row, portal_url: null }));
    const plain = (await makePdf([older.paper], { owner: null })).bytes;
    expect(pdfCode(plain)).toBeNull();
    if (hasPdfTools) {
      expect(pdfFaults(kept)).toBe('');
      const words = (bytes: Buffer) => pdfPages(bytes).join('\n').split(/\s+/);
      expect(words(kept)).toEqual(words(plain));
    }
  });

  it('names the country that each order was billed to', async () => {
    const one = await paidInvoice(1);
    const { account_id } = one.person;
    const row = await rowOf(one);
    await sqlRows(test, `UPDATE orders SET country = 'DE' WHERE account_id = '${account_id}'`);
    const { paper } = await inAccount(test, account_id, (ctx) =>
      row ? paperOf(ctx, row) : Promise.reject(new Error('no document')),
    );
    expect(JSON.stringify(paper)).toContain(' · United States · ');
  });

  it('names the official numbers of both sides as they were at its issue', async () => {
    const one = await paidInvoice(1);
    const row = (await rowOf(one)) ?? expect.unreachable();
    const seller = { name: 'N', address: 'A', vat: 'GB1', eori: 'GB1000', ioss: 'IM442', registration_id: '0815' };
    const buyer = { name: 'B', tax_id: 'FR77', client_number: 7 };
    await sqlRows(
      test,
      `UPDATE invoices SET seller = '${JSON.stringify(seller)}', billed_to = '${JSON.stringify(buyer)}' WHERE id = '${one.invoice}'`,
    );
    const { paper } = await inAccount(test, one.person.account_id, (ctx) => paperOf(ctx, row));
    expect(paper.parts.find(({ part }) => part === 'parties')).toMatchObject({
      parties: [
        { lines: ['N', 'A', 'Registration number 0815', 'Tax ID GB1', 'EORI GB1000', 'IOSS IM442'] },
        { lines: ['B', 'Tax ID FR77', 'Client 7'] },
      ],
    });
  });

  it('says of taxes what the seller said when it was issued, on its credit notes and as an electronic one as well', async () => {
    const { app } = test.ground;
    const plain = app.seller;
    onTestFinished(() => {
      app.seller = plain;
    });
    const before = await paidInvoice(1);
    const [told, later] = ['Export of services:\nno VAT is charged.', 'Reverse charge.'];
    app.seller = { ...plain, tax_note: told };
    const one = await paidInvoice(1);
    app.seller = { ...plain, tax_note: later };
    for (const { person } of [before, one])
      await sqlRows(
        test,
        `UPDATE accounts SET billing = billing || '{"country":"FR"}' WHERE id = '${person.account_id}'`,
      );
    const [order = ''] = one.orders;
    const reason = { text: 'ledger.order_cancelled', params: { name: '#1' } } as const;
    await inAccount(test, one.person.account_id, (ctx) =>
      creditOrder(ctx, order, { amount: 700, reason, cause: uuid(), as: 'credit_note' }),
    );
    const { credits, seller } = await invoiceOf(one.invoice, one.person.token);
    expect(seller.tax_note).toBe(told);
    const papers = [asIssued(one.invoice), asIssued(one.invoice, credits[0].id)];
    for (const subject of papers) {
      const { paper } = await inAccount(test, one.person.account_id, async (ctx) =>
        paperOf(ctx, (await findDocument(ctx, subject)) ?? expect.unreachable()),
      );
      expect(paper.parts).toContainEqual({ part: 'note', title: 'Tax note', text: told });
    }
    const row = (await rowOf(before)) ?? expect.unreachable();
    const { paper } = await inAccount(test, before.person.account_id, (ctx) => paperOf(ctx, row));
    expect(JSON.stringify(paper)).not.toMatch(/Tax note|VAT is charged|Reverse charge/);
    const reasonOf = async (path: string, { person }: Case) =>
      xmlText(
        readXml((await bytesAt(path, person.token)).toString()),
        'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason',
      );
    expect(await reasonOf(`/api/invoices/${before.invoice}/ubl`, before)).toBe('Not subject to VAT');
    expect(await reasonOf(`/api/invoices/${one.invoice}/ubl`, one)).toBe(told.replace('\n', ' '));
    expect(await reasonOf(`/api/credit_notes/${credits[0].id}/ubl`, one)).toBe(told.replace('\n', ' '));
  });

  it('is had as an electronic one too, once the account says where it is', async () => {
    const one = await paidInvoice(3);
    const { token, account_id } = one.person;
    const path = `/api/invoices/${one.invoice}/ubl`;
    expect((await test.call('POST', path, { token })).body).toMatchObject({ code: 'conflict' });
    const { version } = (await test.call('GET', '/api/account/billing', { token })).body.data;
    const billing = { address: '1 Rue & Co\n75001 Paris', country: 'FR', tax_id: 'FR77', version };
    expect((await test.call('PUT', '/api/account/billing', { token, body: billing })).body.data).toEqual({
      ...billing,
      version: version + 1,
    });
    const stale = await test.call('PUT', '/api/account/billing', { token, body: billing });
    expect(stale.body.code).toBe('stale_version');
    const root = readXml((await bytesAt(path, token)).toString());
    expect(brokenRules(root)).toEqual([]);
    const invoice = await invoiceOf(one.invoice, token);
    expect(xmlText(root, 'LegalMonetaryTotal/TaxInclusiveAmount')).toBe((invoice.total / 100).toFixed(2));
    expect(xmlText(root, 'LegalMonetaryTotal/PayableAmount')).toBe('0.00');
    const lines = invoice.invoice_orders.flatMap((order: { lines: unknown[] }) => order.lines);
    expect(xmlAt(root, 'InvoiceLine')).toHaveLength(lines.length);
    for (const part of await buyerOf(one)) expect(JSON.stringify(root)).not.toContain(part);
    const [order = ''] = one.orders;
    await inAccount(test, account_id, (ctx) =>
      creditOrder(ctx, order, {
        amount: 700,
        reason: { text: 'ledger.order_cancelled', params: { name: '#1' } },
        cause: uuid(),
        as: 'credit_note',
      }),
    );
    const [credit] = (await invoiceOf(one.invoice, token)).credits;
    const note = readXml((await bytesAt(`/api/credit_notes/${credit.id}/ubl`, token)).toString());
    expect(brokenRules(note)).toEqual([]);
    expect(xmlText(note, 'LegalMonetaryTotal/TaxInclusiveAmount')).toBe('7.00');
  });

  it('is in the language of its reader, as are the lines of the bill wherever they are shown', async () => {
    const one = await paidInvoice(1);
    const { token } = one.person;
    const [order = ''] = one.orders;
    const { title: goods } = (await invoiceOf(one.invoice, token)).invoice_orders[0].lines[0];
    const places = async () => {
      const answer = async (path: string) => (await test.call('GET', path, { token })).body.data;
      const costs = await answer(`/api/shopify_orders/${order}/costs`);
      const timeline = await answer(`/api/shopify_orders/${order}/explain`);
      return [(await invoiceOf(one.invoice, token)).invoice_orders[0], costs, timeline.cost].map(({ lines }) =>
        lines.map(({ title }: { title: string }) => title),
      );
    };
    const inEnglish = [goods, `Shipping: ${channel.name} to the United States`];
    expect(await places()).toEqual([inEnglish, inEnglish, inEnglish]);
    const body = { ...defaultSettings, locale: 'zh' };
    expect((await test.call('PUT', '/api/profile/settings', { token, body })).status).toBe(200);
    const inChinese = [goods, `运费：${channel.name} 至美国`];
    expect(await places()).toEqual([inChinese, inChinese, inChinese]);
    const row = await rowOf(one);
    for (const language of ['en', 'zh'] as const) {
      const { paper } = await inAccount(test, one.person.account_id, (ctx) =>
        row ? paperOf(ctx, { ...row, language }) : Promise.reject(new Error('no document')),
      );
      const said = language === 'en' ? inEnglish : inChinese;
      for (const title of said) expect(JSON.stringify(paper.parts)).toContain(JSON.stringify(title));
    }
  });

  it.skipIf(!hasPdfTools)('says each figure of the API, page by page, and nothing of a buyer', async () => {
    const one = await paidInvoice(30);
    const { token } = one.person;
    const bytes = await bytesAt(`/api/invoices/${one.invoice}/pdf`, token); // before the job came to it
    const invoice = await invoiceOf(one.invoice, token);
    expect(pdfFaults(bytes)).toBe('');
    const pages = pdfPages(bytes);
    const text = pages.join('\n');
    expect(pages.length).toBeGreaterThan(1);
    expect(text).toContain(`Page ${pages.length} of ${pages.length}`);
    for (const sum of ['goods', 'freight', 'fees', 'total']) expect(text).toContain(moneyText(invoice[sum], 'USD'));
    expect(text).toContain(invoice.number);
    for (const order of invoice.invoice_orders) {
      const head = text.split('\n').find((line) => line.includes(order.order.name));
      expect(head).toContain(amountText(order.total, 'USD'));
      for (const line of order.lines) expect(text).toContain(amountText(line.amount, 'USD'));
    }
    for (const part of await buyerOf(one)) expect(text).not.toContain(part);
  });

  it.skipIf(!hasPdfTools)('says of a product of one unit how many were sold, without the one', async () => {
    const one = await paidInvoice(1);
    const text = pdfPages(await bytesAt(`/api/invoices/${one.invoice}/pdf`, one.person.token)).join('\n');
    expect(text).toMatch(/2 × “[^”]+”, \d+ g each/);
  });

  it.skipIf(!hasPdfTools)('says of a product without a price that it came from the client’s stock', async () => {
    const one = await paidInvoice(1);
    await sqlRows(
      test,
      `UPDATE invoice_lines SET inputs = inputs || '{"own_stock":true}' WHERE account_id = '${one.person.account_id}' AND code = 'goods'`,
    );
    const text = pdfPages(await bytesAt(`/api/invoices/${one.invoice}/pdf`, one.person.token)).join('\n');
    expect(text).toMatch(/2 × “[^”]+”, \d+ g each\s+From your stock/);
  });

  it.skipIf(!hasPdfTools)('has a credit note beside it, with the amount, the reason and the invoice', async () => {
    const one = await paidInvoice(1);
    const { account_id, token } = one.person;
    const [orderId = ''] = one.orders;
    await systemEntry(test).run({ account_id }, (ctx) =>
      creditOrder(ctx, orderId, {
        amount: 450,
        reason: { text: 'ledger.order_cancelled', params: { name: '#1' } },
        cause: `test:${uuid()}`,
        as: 'credit_note',
      }),
    );
    await runTasks(test);
    const invoice = await invoiceOf(one.invoice, token);
    const [note] = invoice.credits;
    const text = pdfPages(await bytesAt(`/api/credit_notes/${note.id}/pdf`, token)).join('\n');
    for (const part of [note.number, invoice.number, '−4.50 USD', note.reason]) expect(text).toContain(part);
    const other = await merchant(test);
    expect((await test.call('POST', `/api/credit_notes/${note.id}/pdf`, { token: other.token })).status).toBe(404);
  });

  it('is nobody else’s: neither by the invoice nor by the file', async () => {
    const one = await paidInvoice(1);
    const other = await merchant(test);
    await runTasks(test);
    expect((await test.call('POST', `/api/invoices/${one.invoice}/pdf`, { token: other.token })).status).toBe(404);
    const fileId = (await rowOf(one))?.file_id;
    expect((await test.call('POST', `/api/files/${fileId}/link`, { token: one.person.token })).status).toBe(404);
  });
});

describe('the language of documents', () => {
  it.skipIf(!hasPdfTools)(
    'is the one of the account, its owner’s, whoever asks: kept ones stay as issued',
    async () => {
      const one = await paidInvoice(1);
      const { account_id, token } = one.person;
      const speak = async (by: string, locale: 'en' | 'zh') => {
        const answer = await test.call('PUT', '/api/profile/settings', {
          token: by,
          body: { ...defaultSettings, locale },
        });
        expect(answer.status).toBe(200);
      };
      const member = await merchant(test, { account_id, role: 'manager' });
      await speak(member.token, 'zh');
      const finance = await staff(test, 'finance');
      const [{ id: bill }] = (await invoiceOf(one.invoice, token)).invoice_orders;
      const day = test.clock.now().toISOString().slice(0, 10);
      test.clock.advance(2 * 86_400_000); // the day is over: it has a statement
      const made = async (by: string) => {
        const address = await test.call('POST', `/api/invoice_orders/${bill}/pdf_with_address`, { token: by });
        const linked = (path: string, body?: object) => test.call('POST', path, { token: by, ...(body && { body }) });
        const statement = (await linked('/api/statements', { from: day, to: day })).body.data.id;
        const links = [
          await linked(`/api/invoice_orders/${bill}/pdf`),
          await linked(`/api/invoices/${one.invoice}/receipt`),
          await linked('/api/invoices/summary/pdf', { from: day, to: day }),
          await linked(`/api/statements/${statement}/file`, { format: 'pdf' }),
          await test.call('POST', `/api/staff/statements/${account_id}/file`, {
            token: finance.token,
            body: { from: day, to: day, format: 'pdf' },
          }),
        ];
        const files: Buffer[] = [Buffer.from(address.body.data.content, 'base64')];
        for (const { body } of links) files.push(await download(body.data.url));
        return files.map((bytes) => (/[\u4e00-\u9fff]/.test(pdfPages(bytes).join()) ? 'zh' : 'en'));
      };
      const kept = async () => bytesAt(`/api/invoices/${one.invoice}/pdf`, member.token);
      const issued = await kept();
      expect(pdfPages(issued).join()).toContain('Invoice');
      for (const by of [token, member.token]) expect(new Set(await made(by))).toEqual(new Set(['en']));
      await speak(token, 'zh');
      await speak(member.token, 'en');
      for (const by of [token, member.token]) expect(new Set(await made(by))).toEqual(new Set(['zh']));
      expect((await kept()).equals(issued)).toBe(true);
    },
  );
});

describe('printing many', () => {
  it.skipIf(!hasPdfTools)(
    'puts invoices into one file, or each into a ZIP; foreign ones are counted as missing',
    async () => {
      const one = await paidInvoice(1);
      const foreign = await paidInvoice(1);
      const { token } = one.person;
      const [order] = (await invoiceOf(one.invoice, token)).invoice_orders;
      const ask = (body: object) => test.call('POST', '/api/invoices/print', { token, body });
      const merged = (await ask({ ids: [one.invoice, foreign.invoice] })).body.data;
      expect(merged).toMatchObject({ state: 'done', result: { documents: 1, missing: 1 } });
      const pdf = await bytesAt(`/api/files/${merged.result.file_id}/link`, token);
      expect(pdfFaults(pdf)).toBe('');
      const zip = (await ask({ ids: [one.invoice], as: 'zip' })).body.data;
      const kept = await bytesAt(`/api/invoices/${one.invoice}/pdf`, token);
      expect((await bytesAt(`/api/files/${zip.result.file_id}/link`, token)).includes(kept)).toBe(true); // stored, not packed
      const orders = (await ask({ ids: [order.id], of: 'invoice_orders' })).body.data;
      const text = pdfPages(await bytesAt(`/api/files/${orders.result.file_id}/link`, token)).join('');
      for (const part of [order.number, order.order.name, '20.00 USD']) expect(text).toContain(part);
      const alone = await bytesAt(`/api/invoice_orders/${order.id}/pdf`, token);
      expect(pdfPages(alone).join('')).toBe(text);
      const other = { token: foreign.person.token };
      expect((await test.call('POST', `/api/invoice_orders/${order.id}/pdf`, other)).status).toBe(404);
    },
  );

  it('has the buyer’s address on a billed order only for who sees buyers, in no file, and says who had it', async () => {
    const one = await paidInvoice(1);
    const { account_id, token } = one.person;
    const [{ id: bill }] = (await invoiceOf(one.invoice, token)).invoice_orders;
    const path = `/api/invoice_orders/${bill}/pdf_with_address`;
    const files = () => sqlRows(test, `SELECT id FROM files WHERE account_id = '${account_id}'`);
    const before = await files();
    const ask = async () => {
      const { status, body } = await test.call('POST', path, { token });
      expect(status).toBe(200);
      return Buffer.from(body.data.content, 'base64');
    };
    const bytes = await ask();
    expect(await files()).toEqual(before);
    const buyer = await buyerOf(one);
    if (hasPdfTools) {
      expect(pdfFaults(bytes)).toBe('');
      for (const part of buyer) expect(pdfPages(bytes).join()).toContain(part);
      const usual = pdfPages(await bytesAt(`/api/invoice_orders/${bill}/pdf`, token)).join();
      for (const part of buyer) expect(usual).not.toContain(part);
    }
    const noted = `SELECT action, entity_id, actor_user_id, fields, details FROM audit_log
      WHERE account_id = '${account_id}' AND action = 'invoices.orderPdfWithAddress'`;
    expect(await sqlRows(test, noted)).toEqual([
      {
        action: 'invoices.orderPdfWithAddress',
        entity_id: bill,
        actor_user_id: one.person.user_id,
        fields: ['address'],
        details: {},
      },
    ]);
    const accountant = await merchant(test, { account_id, role: 'accountant' }); // sees invoices, not buyers
    expect((await test.call('POST', path, { token: accountant.token })).status).toBe(403);
    expect((await test.call('POST', path, { token: (await merchant(test)).token })).status).toBe(404);
    expect(await sqlRows(test, noted)).toHaveLength(1);
    await inAccount(test, account_id, async (ctx) => {
      const { store_id: storeId } = await ctx.db
        .selectFrom('orders')
        .select('store_id')
        .where('id', '=', one.orders[0] ?? '')
        .executeTakeFirstOrThrow();
      await eraseRecipients(ctx, { storeId, externalIds: null });
    });
    const erased = await ask();
    if (hasPdfTools) {
      for (const part of buyer) expect(pdfPages(erased).join()).not.toContain(part);
      expect(pdfPages(erased).join()).toContain('The buyer’s data was erased.');
    }
  });

  it('is a job above ten, and ends with a sentence where nothing is found', async () => {
    const { person } = await paidInvoice(1);
    const ids = Array.from({ length: 11 }, () => uuid());
    const { body } = await test.call('POST', '/api/invoices/print', { token: person.token, body: { ids } });
    expect(body.data.state).toBe('running');
    await runTasks(test);
    const job = (await test.call('GET', `/api/jobs/${body.data.id}`, { token: person.token })).body.data;
    expect(job).toMatchObject({
      state: 'failed',
      failure: 'None of these documents is in your account. Choose invoices from the list.',
    });
  });

  it.each([
    ['no ids', { ids: [] }, 'ids'],
    ['what is no id', { ids: ['INV-1'] }, 'ids.0'],
    ['too many', { ids: Array.from({ length: 501 }, () => uuid()) }, 'ids'],
    ['another kind of file', { ids: [uuid()], as: 'docx' }, 'as'],
  ])('is refused with %s, at its field', async (_name, asked, field) => {
    const { token } = await merchant(test);
    const { status, body } = await test.call('POST', '/api/invoices/print', { token, body: asked });
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
  });
});
