import { describe, expect, it } from 'vitest';
import { brokenRules } from '#testing/en16931.ts';
import { readXml, xmlAt, xmlText } from '#testing/xml-reader.ts';
import type { PaperOrder } from './paper-lines.ts';
import type { PaperInvoice } from './paper.ts';
import { creditNoteUbl, invoiceUbl, missingOf } from './ubl.ts';

const reader = { language: 'en' as const, time_zone: 'Asia/Shanghai' };
const issued = new Date('2026-11-24T20:00:00.000Z'); // the next day where the account is
const hostile = ']]><cbc:ID>x</cbc:ID> "Ada" & \'Söhne\' \u0000\u001b\ud800 <!-- 北京 🏠\r\n--> ';

const invoice: PaperInvoice['invoice'] = {
  id: '0',
  number: 1_001,
  kind: 'orders',
  status: 'paid',
  currency: 'USD',
  goods: 2_000,
  freight: 1_000,
  fees: 0,
  total: 3_000,
  orders_count: 1,
  units: 4,
  orders_from: null,
  price_valid_until: null,
  ended_reason: null,
  voided_at: null,
  note: null,
  replaces: null,
  replaced_by: null,
  orders_to: null,
  billed_to: {
    name: hostile,
    address: '1 Rue & Co\nBât <B>\n75001 Paris\nÎle',
    country: 'FR',
    tax_id: 'FR1',
    client_number: 77,
  },
  seller: { name: 'Tradewind', address: 'Shenzhen, China', country: 'CN', registration_id: '9144' },
  issued_at: issued,
  paid_at: issued,
  ledger_seq: 3,
  paid_by: null,
  credit_notes: [],
  stock_order: null,
  pay_first: null,
};
const line = (title: string, quantity: number, amount: number, sku: string | null = null) => ({
  code: 'goods',
  title,
  sku,
  quantity,
  unit_amount: Math.round(amount / quantity),
  amount,
  inputs: {},
});
const order = (lines: PaperOrder['lines']): PaperOrder => ({
  number: 'IO-1',
  order: { name: `#1${hostile}`, store: 'Shop' },
  country: null,
  channel: null,
  weight_g: 100,
  lines,
  goods: 0,
  freight: 0,
  fees: 0,
  total: 0,
});

describe('an electronic invoice', () => {
  it('keeps the rules of EN 16931 whatever its names, quantities and prices are', () => {
    const lines = [
      line(hostile, 2, 2_000, `<SKU&"${hostile}`),
      line('Shipping', 1, 1_000),
      line('Three for a dollar', 3, 100), // no whole price for one
      line('Discount', 1, -250),
      line('', 4, 0),
    ];
    const xml = invoiceUbl({ invoice, orders: [order(lines)], items: [] }, reader);
    const root = readXml(xml);
    expect(brokenRules(root)).toEqual([]);
    expect(xmlText(root, 'ID')).toBe('INV-1001');
    expect(xmlText(root, 'IssueDate')).toBe('2026-11-25');
    expect(xmlText(root, 'LegalMonetaryTotal/LineExtensionAmount')).toBe('28.50');
    expect(xmlText(root, 'LegalMonetaryTotal/PrepaidAmount')).toBe('30.00');
    const [first, , third, discount] = xmlAt(root, 'InvoiceLine');
    expect(first && xmlText(first, 'Item/Name')).toBe(`]]><cbc:ID>x</cbc:ID> "Ada" & 'Söhne' <!-- 北京 🏠 -->`);
    expect(third && [xmlText(third, 'Price/PriceAmount'), xmlText(third, 'Price/BaseQuantity')]).toEqual(['1.00', '3']);
    expect(discount && xmlText(discount, 'InvoicedQuantity')).toBe('-1');
    const [buyer] = xmlAt(root, 'AccountingCustomerParty/Party');
    expect(buyer && xmlText(buyer, 'PostalAddress/AddressLine/Line')).toBe('75001 Paris, Île');
    expect(buyer && xmlText(buyer, 'PartyIdentification/ID')).toBe('77');
    expect(xmlText(root, 'Note')).toBe('Buyer tax ID: FR1');
    const noted = readXml(
      invoiceUbl({ invoice: { ...invoice, note: hostile }, orders: [order(lines)], items: [] }, reader),
    );
    expect(brokenRules(noted)).toEqual([]);
    expect(xmlAt(noted, 'Note')).toHaveLength(2);
    expect(invoiceUbl({ invoice, orders: [order(lines)], items: [] }, reader)).toBe(xml);
  });

  it('gives as the reason of its tax what the seller said of it, and the standard’s words where it said nothing', () => {
    const reason = 'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason';
    const items = [line('Deposit', 1, 3_000)];
    expect(xmlText(readXml(invoiceUbl({ invoice, orders: [], items }, reader)), reason)).toBe('Not subject to VAT');
    const seller = { ...invoice.seller, tax_note: `Export of services <&> ${hostile}`.trim() };
    const noted = readXml(invoiceUbl({ invoice: { ...invoice, seller }, orders: [], items }, reader));
    expect(brokenRules(noted)).toEqual([]);
    expect(xmlText(noted, reason)).toContain('Export of services <&>');
  });

  it('is due by its terms where it was paid later, and not at all where it was paid at once', () => {
    const later = { ...invoice, total: 3_000, paid_at: new Date(issued.getTime() + 1) };
    const root = readXml(invoiceUbl({ invoice: later, orders: [], items: [line('Deposit', 1, 3_000)] }, reader));
    expect(brokenRules(root)).toEqual([]);
    expect(xmlText(root, 'LegalMonetaryTotal/PayableAmount')).toBe('30.00');
    const paid = readXml(invoiceUbl({ invoice, orders: [], items: [line('Deposit', 1, 3_000)] }, reader));
    expect(xmlText(paid, 'LegalMonetaryTotal/PayableAmount')).toBe('0.00');
  });

  it('of a credit note names its invoice and is settled', () => {
    const note = {
      id: '1',
      number: 2_001,
      invoice_id: '0',
      amount: 1_234,
      reason: hostile,
      issued_at: issued,
      ledger_seq: 4,
      order_name: '#1',
    };
    const root = readXml(creditNoteUbl(invoice, note, reader));
    expect(root.name).toBe('CreditNote');
    expect(brokenRules(root)).toEqual([]);
    expect(xmlText(root, 'BillingReference/InvoiceDocumentReference/ID')).toBe('INV-1001');
    expect(xmlText(root, 'LegalMonetaryTotal/PayableAmount')).toBe('0.00');
  });

  it('is not written without the country of both sides and a number of the seller', () => {
    expect(missingOf(invoice)).toEqual([]);
    expect(missingOf({ seller: { name: 'x' }, billed_to: { country: 'France' } })).toEqual([
      'seller_country',
      'seller_id',
      'buyer_country',
    ]);
    expect(missingOf({ ...invoice, billed_to: { country: 'UK' } })).toEqual(['buyer_country']); // it is GB
  });
});

describe('the checker of the tests', () => {
  it('finds what is wrong', () => {
    const xml = invoiceUbl({ invoice, orders: [], items: [line('A', 2, 2_000), line('B', 1, 1_000)] }, reader);
    const broken = (from: string | RegExp, to: string) => brokenRules(readXml(xml.replace(from, to)));
    expect(broken('>20.00<', '>20.01<')).toEqual(
      expect.arrayContaining(['BR-CO-10', 'BR-CO-13', 'BR-O-08', 'line net']),
    );
    expect(broken('<cbc:ID>INV-1001</cbc:ID>', '<cbc:ID></cbc:ID>')).toEqual(['BR-02']);
    expect(broken(/<cbc:ID>O</, '<cbc:ID>S<')).toEqual(['BR-O-01', 'BR-O-12']);
    expect(broken('>CN<', '>China<')).toEqual(['BR-09', 'BR-CL-14']);
    expect(broken('>CN<', '>UK<')).toEqual(['BR-CL-14']);
    expect(broken(/(<cbc:TaxAmount[^>]*>)0\.00(?=[^]*TaxSubtotal)/, '$11.00')).toEqual(['BR-CO-15', 'BR-CO-14']);
    expect(broken(/(<cac:TaxSubtotal>[^]*?<cbc:TaxAmount[^>]*>)0\.00/, '$11.00')).toEqual([
      'BR-CO-14',
      'BR-O-09',
      'BR-CO-17',
    ]);
    const totals = (name: string) => `<cbc:${name} currencyID="USD">1.00</cbc:${name}><cbc:PayableAmount`;
    expect(broken('<cbc:PayableAmount', totals('AllowanceTotalAmount'))).toEqual(['BR-CO-11', 'BR-CO-13', 'UBL']);
    expect(broken('<cbc:PayableAmount', totals('ChargeTotalAmount'))).toEqual(['BR-CO-12', 'BR-CO-13', 'UBL']);
    expect(
      broken(/(<cbc:IssueDate>.*<\/cbc:IssueDate>)(\s*)(<cbc:InvoiceTypeCode>.*<\/cbc:InvoiceTypeCode>)/, '$3$2$1'),
    ).toEqual(['UBL']);
    expect(broken('currencyID="USD"', 'currencyID="EUR"')).toEqual(['currency']);
    expect(() => readXml(xml.replace('</cbc:Note>', ''))).toThrow(/closes another/);
    expect(() => readXml(xml.replace('Tradewind', 'A & B'))).toThrow(/no entity/);
  });
});
