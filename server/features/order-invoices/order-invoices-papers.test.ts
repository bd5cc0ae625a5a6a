import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { each, type Invoiced, openInvoicing } from '#testing/order-invoice-fixtures.ts';
import { hasPdfTools, pdfFaults, pdfPages } from '#testing/pdf-tools.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { repeatMigration, sqlRows } from '#testing/sql-rows.ts';

let test: TestApp;
let on: Awaited<ReturnType<typeof openInvoicing>>;
beforeAll(async () => {
  test = await startTestApp();
  on = await openInvoicing(test);
});
afterAll(() => test.close());

const hour = 3_600_000;

async function bytesOf({ owner }: Invoiced, path: string, body: object = {}): Promise<Buffer> {
  const { status, body: answer } = await test.call('POST', path, { token: owner.token, key: uuid(), body });
  expect([path, status]).toEqual([path, 200]);
  return (await test.app.fastify.inject(answer.data.url)).rawPayload;
}
const paper = (case_: Invoiced, id: string, which: 'pdf' | 'pdf_issued' = 'pdf') =>
  bytesOf(case_, `/api/invoices/${id}/${which}`);
const textOf = (bytes: Buffer) => pdfPages(bytes).join('\n');

async function printed(case_: Invoiced, body: object): Promise<Buffer> {
  const made = await test.call('POST', '/api/invoices/print', { token: case_.owner.token, key: uuid(), body });
  return bytesOf(case_, `/api/files/${made.body.data.result.file_id}/link`);
}

const kept = (id: string) =>
  sqlRows<{ stage: string; sha256: string | null }>(
    test,
    `SELECT stage, sha256 FROM invoice_documents WHERE invoice_id = '${id}' ORDER BY id`,
  );
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.runIf(hasPdfTools)('the paper of an invoice that ended unpaid', () => {
  it('says that it expired and by what it was replaced, and stays beside it as it was issued', async () => {
    const case_ = await on.given();
    await on.order(case_);
    const { id, number } = await on.issued(case_, 1);
    const issued = await paper(case_, id);
    expect(textOf(issued)).not.toMatch(/Expired|Void/);
    expect(await paper(case_, id, 'pdf_issued')).toEqual(issued);

    // as soon as its prices end, not only when the job comes
    test.clock.advance(24 * hour);
    const expired = await paper(case_, id);
    expect(textOf(expired)).toMatch(/Expired on \d{4}-\d\d-\d\d \d\d:\d\d.* · not payable/);
    expect(pdfFaults(expired)).toBe('');
    await on.expireNow(case_, id);
    await runTasks(test);
    expect(await paper(case_, id)).toEqual(expired);

    const renewed = (await on.refresh(case_, id)).body.data;
    await runTasks(test);
    const replaced = await paper(case_, id);
    expect(textOf(replaced)).toContain(`Void · replaced by ${renewed.number}`);
    expect(await paper(case_, id, 'pdf_issued')).toEqual(issued);
    const rows = await kept(id);
    expect(rows).toEqual([
      { stage: 'issued', sha256: hashOf(issued) },
      { stage: 'expired', sha256: hashOf(expired) },
      { stage: 'void', sha256: hashOf(replaced) },
    ]);

    const [bill] = (await on.invoiceOf(case_, id)).invoice_orders;
    expect(bill.invoice).toMatchObject({ status: 'void', replaced_by: { id: renewed.id, number: renewed.number } });
    expect(textOf(await bytesOf(case_, `/api/invoice_orders/${bill.id}/pdf`))).toContain('Void · replaced by');
    const both = textOf(await printed(case_, { ids: [id, renewed.id] }));
    expect(both.match(/Void · replaced by/g)).toHaveLength(1);
    const zip = await printed(case_, { ids: [id, renewed.id], as: 'zip' });
    expect(zip.includes(replaced)).toBe(true);
    expect(zip.toString('latin1')).toMatch(new RegExp(`${number}_\\d{4}-\\d\\d-\\d\\d_void\\.pdf`));
  });

  it('says since when it is void where nothing replaced it, and only that where the day was not kept', async () => {
    const case_ = await on.given();
    await on.order(case_);
    const { id } = await on.issued(case_, 1);
    expect(await on.decline(case_, id)).toMatchObject({ status: 200 });
    const { voided_at } = await on.invoiceOf(case_, id);
    expect(voided_at).toBe(test.clock.now().toISOString());
    await runTasks(test);
    expect((await kept(id)).map(({ stage, sha256 }) => [stage, sha256 !== null])).toEqual([
      ['issued', true],
      ['void', true],
    ]);
    expect(textOf(await paper(case_, id))).toMatch(/Voided on \d{4}-\d\d-\d\d \d\d:\d\d.* · not payable/);

    // as one of before stands: without the day, and without a copy
    await on.order(case_);
    const before = await on.issued(case_, 2);
    await on.decline(case_, before.id);
    await sqlRows(test, `UPDATE invoices SET voided_at = NULL WHERE id = '${before.id}'`);
    const without = await paper(case_, before.id);
    expect(textOf(without)).toContain('Void · not payable');

    // until its day was found where it was kept all along, for its copy too
    const others = (await kept(id)).map(({ sha256 }) => sha256);
    await repeatMigration(test, 'voided_before');
    expect((await on.invoiceOf(case_, before.id)).voided_at).toBe(test.clock.now().toISOString());
    expect(textOf(await paper(case_, before.id))).toMatch(/Voided on \d{4}-\d\d-\d\d \d\d:\d\d.* · not payable/);
    expect((await kept(id)).map(({ sha256 }) => sha256)).toEqual(others);
    expect(await paper(case_, before.id, 'pdf_issued')).not.toEqual(without);
  });
});

describe('the note of an issuer', () => {
  const note = 'Orders of week 47.\r\nThe freight rates of December apply.';
  const kept_ = note.replace('\r', '');
  const issue = (case_: Invoiced, text: string, orders = 1) =>
    on.post(on.agent.token, on.issuePath(case_), { expected_total: orders * each, valid_hours: 24, note: text });

  it('is read by the client, and comes along where the invoice is replaced at the prices of now', async () => {
    const case_ = await on.given();
    await on.order(case_);
    const [{ id }] = (await issue(case_, `  ${note} `)).body.data.invoices;
    expect((await on.invoiceOf(case_, id)).note).toBe(kept_);
    test.clock.advance(24 * hour);
    const renewed = (await on.refresh(case_, id)).body.data;
    expect((await on.invoiceOf(case_, renewed.id)).note).toBe(kept_);
  });

  it('has up to 500 characters, and is none where it is empty or left out', async () => {
    const case_ = await on.given();
    await on.order(case_);
    expect(await issue(case_, 'x'.repeat(501))).toMatchObject({
      status: 422,
      body: { errors: { note: [expect.any(String)] } },
    });
    const [first] = (await issue(case_, ' \n ')).body.data.invoices;
    expect((await on.invoiceOf(case_, first.id)).note).toBeNull();
    await on.order(case_);
    const [second] = (await issue(case_, 'x'.repeat(500))).body.data.invoices;
    expect((await on.invoiceOf(case_, second.id)).note).toHaveLength(500);
    await on.order(case_);
    expect((await on.invoiceOf(case_, (await on.issued(case_, 1)).id)).note).toBeNull();
  });

  it.skipIf(!hasPdfTools)(
    'stands on the PDF and in the electronic invoice, and on the copy of one that ended',
    async () => {
      const case_ = await on.given();
      await on.order(case_);
      const [{ id }] = (await issue(case_, note)).body.data.invoices;
      const issued = await paper(case_, id);
      const lines = textOf(issued)
        .split('\n')
        .map((line) => line.trim());
      const at = lines.indexOf('Note');
      expect(lines.slice(at, at + 3)).toEqual(['Note', ...kept_.split('\n')]);
      expect(pdfFaults(issued)).toBe('');
      await on.decline(case_, id);
      await runTasks(test);
      expect(textOf(await paper(case_, id))).toContain('The freight rates of December apply.');
      expect(await paper(case_, id, 'pdf_issued')).toEqual(issued);
    },
  );
});
