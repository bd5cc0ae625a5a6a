import { numbersOfParty, taxNoteOf } from '#contract/invoice-rules.ts';
import { countryName } from '#server/lib/country-name.ts';
import { clockText, dayText, zoneClock } from '#server/lib/file-cells.ts';
import { fillText } from '#server/lib/fill-text.ts';
import { amountText, moneyText } from '#server/lib/money-text.ts';
import type { PdfDocument, PdfPart, PdfRow } from '#server/lib/pdf/pdf-document.ts';
import { keptSentence, type Language } from '#server/lib/refusal-texts.ts';
import { type Buyer, type CreditNoteRow, type Stage, stageOf } from './documents.db.ts';
import type { BillRow, Sums as PeriodSums } from '../records/bills.db.ts';
import type { InvoiceRow } from '../records/invoices.db.ts';
import { type Line, linesTable, lineRow, orderRows, type PaperOrder, type Sums, type Words } from './paper-lines.ts';
import { type PaperTexts, paperTexts } from './paper-texts.ts';

/** What an invoice says on paper. */
export type PaperInvoice = { invoice: InvoiceRow; orders: readonly PaperOrder[]; items: readonly Line[] };
/** In whose words and on whose clock. */
export type Reader = { language: Language; time_zone: string };
/** The same with where the portal was, as far as it was noted: there the code on an invoice leads. */
export type InvoiceReader = Reader & { portal_url: string | null };

function wordsOf(reader: Reader, currency: string): Words {
  const clock = zoneClock(reader.time_zone);
  const { language, time_zone } = reader;
  return { language, texts: paperTexts[language], currency, time: (at) => `${clockText(clock(at))} ${time_zone}` };
}

/** The day of a document in its account's zone, for names of files. */
export const paperDay = (at: Date, { time_zone }: Pick<Reader, 'time_zone'>): string =>
  dayText(zoneClock(time_zone)(at));

/** Says across an invoice that it ended unpaid, and what is in its place; nothing where it did not. */
function markOf(invoice: InvoiceRow, stage: Stage, { texts, time }: Words): { mark: string; created: string } | null {
  const { price_valid_until: until, voided_at: at, replaced_by } = invoice;
  const created = (stage === 'expired' ? until : at) ?? invoice.issued_at;
  const say = (mark: string) => ({ mark, created: created.toISOString() });
  if (stage === 'issued') return null;
  if (stage === 'expired') return say(fillText(texts.expired, { time: time(created) }));
  if (replaced_by !== null) return say(fillText(texts.replaced, { number: replaced_by.number }));
  return say(at === null ? texts.void : fillText(texts.voided, { time: time(at) }));
}

/**
 * An invoice as it was issued: what happens to it later is told by credit notes and by the pages. One that ended unpaid is
 * given out with a mark that says so.
 */
export function invoicePaper(
  { invoice, orders, items }: PaperInvoice,
  reader: InvoiceReader,
  stage: Stage = 'issued',
): PdfDocument {
  const words = wordsOf(reader, invoice.currency);
  const { texts } = words;
  const stock = invoice.stock_order;
  // it was paid when it was issued; a later payment is not part of the document
  const paid = invoice.paid_at?.getTime() === invoice.issued_at.getTime() && invoice.ledger_seq !== null;
  return {
    ...frame(invoice, reader, words),
    kind: texts.invoice,
    number: `INV-${invoice.number}`,
    created: invoice.issued_at.toISOString(),
    ...markOf(invoice, stage, words),
    facts: [
      [texts.issued, words.time(invoice.issued_at)],
      ...(invoice.price_valid_until === null
        ? []
        : ([[texts.validUntil, words.time(invoice.price_valid_until)]] as const)),
      ...(paid
        ? ([
            [texts.paid, words.time(invoice.issued_at)],
            [texts.entry, String(invoice.ledger_seq)],
          ] as const)
        : []),
      ...(stock === null ? [] : ([[fillText(texts.stockOrder, { number: stock.number }), texts[stock.part]]] as const)),
    ],
    parts: [
      parties(invoice, texts),
      ...(invoice.note === null ? [] : [{ part: 'note', title: texts.note, text: invoice.note } as const]),
      linesTable(
        [...items.map((line) => lineRow(line, words)), ...orders.flatMap((order) => orderRows(order, words))],
        words,
      ),
      {
        ...sumsPart(invoice, words),
        ...(reader.portal_url !== null && { code: `${reader.portal_url}/clientInvoice?id=${invoice.id}` }),
      },
      ...taxNote(invoice, texts),
      { part: 'note', text: fillText(texts.currency, { currency: invoice.currency }) },
    ],
  };
}

/** The bill of one order alone; with `buyer` it says where the order goes, or that this was erased. */
export function orderPaper(invoice: InvoiceRow, order: PaperOrder, reader: Reader, buyer?: Buyer | null): PdfDocument {
  const words = wordsOf(reader, invoice.currency);
  const { texts } = words;
  return {
    ...frame(invoice, reader, words),
    kind: texts.orderInvoice,
    number: order.number,
    created: invoice.issued_at.toISOString(),
    ...markOf(invoice, stageOf(invoice), words),
    facts: [
      [texts.invoice, `INV-${invoice.number}`],
      [texts.issued, words.time(invoice.issued_at)],
    ],
    parts: [
      parties(invoice, texts, buyer === undefined ? [] : [{ label: texts.shipTo, lines: buyerOf(buyer, words) }]),
      linesTable(orderRows(order, words), words),
      sumsPart(order, words),
      ...taxNote(invoice, texts),
      { part: 'note', text: fillText(texts.currency, { currency: invoice.currency }) },
    ],
  };
}

/** That an invoice was paid, which its own paper does not say where it was issued before. */
export function receiptPaper(
  invoice: InvoiceRow,
  paid: { paid_at: Date; ledger_seq: number },
  reader: Reader,
): PdfDocument {
  const words = wordsOf(reader, invoice.currency);
  const { texts } = words;
  const amount = moneyText(invoice.total, invoice.currency);
  const stock = invoice.stock_order;
  return {
    ...frame(invoice, reader, words),
    kind: texts.receipt,
    number: `INV-${invoice.number}`,
    created: paid.paid_at.toISOString(),
    facts: [
      [texts.paid, words.time(paid.paid_at)],
      [texts.entry, String(paid.ledger_seq)],
      [texts.issued, words.time(invoice.issued_at)],
    ],
    parts: [
      parties(invoice, texts),
      amountTable(invoice, texts, [
        {
          text: `${texts.invoice} INV-${invoice.number}`,
          below:
            stock === null ? [] : [`${fillText(texts.stockOrder, { number: stock.number })} · ${texts[stock.part]}`],
        },
        amountText(invoice.total, invoice.currency),
      ]),
      { part: 'sums', rows: [{ label: texts.amountPaid, value: amount, strong: true }] },
      { part: 'note', text: texts.fromWallet },
    ],
  };
}

/** What the seller said of taxes when the invoice was issued. */
function taxNote({ seller }: Pick<InvoiceRow, 'seller'>, texts: PaperTexts): PdfPart[] {
  const text = taxNoteOf(seller);
  return text === null ? [] : [{ part: 'note', title: texts.taxNote, text }];
}

/** A table of one thing and its amount. */
function amountTable({ currency }: Pick<InvoiceRow, 'currency'>, texts: PaperTexts, cells: PdfRow['cells']): PdfPart {
  return {
    part: 'table',
    columns: [
      { title: texts.item, width: 'rest' },
      { title: `${texts.amount} (${currency})`, width: 110, end: true },
    ],
    rows: [{ cells }],
  };
}

/** A credit note with the invoice that it is given for. */
export function creditPaper(invoice: InvoiceRow, note: CreditNoteRow, reader: Reader): PdfDocument {
  const words = wordsOf(reader, invoice.currency);
  const { texts } = words;
  const below = note.order_name === null ? [] : [fillText(texts.order, { name: note.order_name })];
  return {
    ...frame(invoice, reader, words),
    kind: texts.creditNote,
    number: `CN-${note.number}`,
    created: note.issued_at.toISOString(),
    facts: [
      [texts.issued, words.time(note.issued_at)],
      [texts.invoice, `INV-${invoice.number}`],
      [texts.entry, String(note.ledger_seq)],
    ],
    parts: [
      parties(invoice, texts),
      amountTable(invoice, texts, [
        { text: keptSentence(reader.language, note.reason), below },
        amountText(-note.amount, invoice.currency),
      ]),
      {
        part: 'sums',
        rows: [{ label: texts.refunded, value: moneyText(-note.amount, invoice.currency), strong: true }],
      },
      ...taxNote(invoice, texts),
      { part: 'note', text: texts.toWallet },
    ],
  };
}

/** The invoices and credit notes of some days on one paper, a line each, with what they come to. */
export function summaryPaper(
  { from, to }: { from: string; to: string },
  { bills, sums, created }: { bills: readonly BillRow[]; sums: PeriodSums; created: Date },
  reader: Reader,
): PdfDocument {
  const words = wordsOf(reader, sums.currency);
  const { texts } = words;
  const latest = bills.at(-1);
  const amount = (value: number) => amountText(value, sums.currency);
  const sumOf = (label: string, value: number, strong = false) => ({
    label,
    value: moneyText(value, sums.currency),
    strong,
  });
  return {
    language: reader.language,
    footer: textOf(latest?.seller.name),
    pages: texts.pages,
    kind: texts.summary,
    number: from === to ? from : `${from} – ${to}`,
    created: created.toISOString(),
    facts: [
      [texts.invoices, String(sums.invoices)],
      [texts.creditNotes, String(sums.credit_notes)],
      [texts.zone, reader.time_zone],
    ],
    parts: [
      ...(latest ? [parties(latest, texts)] : []),
      {
        part: 'table',
        columns: [
          { title: texts.issued, width: 66 },
          { title: texts.document, width: 'rest' },
          ...[texts.goods, texts.freight, texts.fees, texts.total].map((title) => ({ title, width: 72, end: true })),
        ],
        rows: bills.map((bill) => ({
          cells: [
            paperDay(bill.issued_at, reader),
            bill.credit_of === null
              ? bill.number
              : { text: bill.number, below: [fillText(texts.creditFor, { number: bill.credit_of })] },
            ...(bill.credit_of === null ? [amount(bill.goods), amount(bill.freight), amount(bill.fees)] : ['', '', '']),
            amount(bill.total),
          ],
        })),
      },
      {
        part: 'sums',
        rows: [
          sumOf(texts.goods, sums.goods),
          sumOf(texts.freight, sums.freight),
          sumOf(texts.fees, sums.fees),
          sumOf(texts.invoices, sums.billed),
          sumOf(texts.creditNotes, -sums.credited),
          sumOf(texts.total, sums.total, true),
        ],
      },
      { part: 'note', text: fillText(texts.summaryNote, { currency: sums.currency }) },
    ],
  };
}

function frame(invoice: InvoiceRow, { language }: Reader, { texts }: Words) {
  return { language, footer: textOf(invoice.seller.name), pages: texts.pages };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Party = { label: string; lines: string[] };

/** Both sides as they were when the invoice was issued, and others where they are asked for. */
function parties(
  { seller, billed_to }: Pick<InvoiceRow, 'seller' | 'billed_to'>,
  texts: PaperTexts,
  more: readonly Party[] = [],
): PdfPart {
  const client = billed_to.client_number;
  return {
    part: 'parties',
    parties: [
      { label: texts.seller, lines: [...addressOf(seller), ...numbersOf(seller, texts)] },
      {
        label: texts.buyer,
        lines: [
          ...addressOf(billed_to),
          ...numbersOf(billed_to, texts),
          ...(typeof client === 'number' || typeof client === 'string' ? [`${texts.client} ${client}`] : []),
        ],
      },
      ...more,
    ],
  };
}

const numbersOf = (party: Record<string, unknown>, texts: PaperTexts): string[] =>
  numbersOfParty(party).map(({ kind, number }) => `${texts.partyNumbers[kind]} ${number}`);

function buyerOf(buyer: Buyer | null, { language, texts }: Words): string[] {
  if (buyer === null) return [texts.erased];
  const { name, company, address1, address2, city, province, zip, country } = buyer;
  const place = [city, province, zip].filter((part) => part !== null && part !== '').join(', ');
  return [name, company, address1, address2, place, country && countryName(language, country)].filter(
    (line): line is string => typeof line === 'string' && line !== '',
  );
}

function addressOf(party: Record<string, unknown>): string[] {
  return [party.name, party.address].flatMap((part) => textOf(part).split('\n')).filter((line) => line.trim() !== '');
}

function sumsPart(sums: Sums, { texts, currency }: Words): PdfPart & { part: 'sums' } {
  return {
    part: 'sums',
    rows: [
      ...(['goods', 'freight', 'fees'] as const).map((name) => ({
        label: texts[name],
        value: moneyText(sums[name], currency),
      })),
      { label: texts.total, value: moneyText(sums.total, currency), strong: true },
    ],
  };
}
