import { taxNoteOf } from '#contract/invoice-rules.ts';
import { isCountryCode } from '#server/lib/country-name.ts';
import { decimalText } from '#server/lib/money-text.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import type { CreditNoteRow } from './documents.db.ts';
import { paperTexts } from './paper-texts.ts';
import { paperDay, type PaperInvoice, type Reader } from './paper.ts';
import type { InvoiceRow } from '../records/invoices.db.ts';
import { attribute, element, type Node, xmlOf } from '#server/lib/xml-writer.ts';

// Electronic invoices by EN 16931 in the syntax UBL 2.1 (docs/E-INVOICE.md). BT and BG numbers are those of the standard.

type Party = Record<string, unknown>;

/** What a side still lacks to stand on an electronic invoice. */
export type Missing = 'seller_country' | 'seller_id' | 'buyer_country';

/** A line as the document says it; `amount` is without a sign on credit notes. */
type Line = { title: string; note: string | null; sku: string | null; quantity: number; amount: number };

type Document = {
  kind: 'Invoice' | 'CreditNote';
  number: string;
  issued: string;
  /** The day until which it is to be paid (BT-9); null where it is paid as it is issued. */
  due: string | null;
  currency: string;
  /** The invoice that a credit note is of, with its day (BG-3). */
  of: { number: string; issued: string } | null;
  seller: Party;
  buyer: Party;
  terms: string;
  /** What whoever issued it tells the buyer (BT-22). */
  note: string | null;
  lines: readonly Line[];
  /** What was paid of it before (BT-113). */
  paid: number;
};

/** Which of the mandatory fields the stored sides do not have; empty where an electronic invoice can be written. */
export function missingOf({ seller, billed_to }: Pick<InvoiceRow, 'seller' | 'billed_to'>): Missing[] {
  return [
    ...(countryOf(seller) === null ? (['seller_country'] as const) : []),
    ...(idOf(seller) === '' ? (['seller_id'] as const) : []),
    ...(countryOf(billed_to) === null ? (['buyer_country'] as const) : []),
  ];
}

/** An invoice as an electronic one. */
export function invoiceUbl({ invoice, orders, items }: PaperInvoice, reader: Reader): string {
  const lines = [
    ...orders.flatMap((order) =>
      order.lines.map((line) => ({ ...line, note: `${order.order.name} · ${order.number}` })),
    ),
    ...items.map((line) => ({ ...line, note: null })),
  ].map((line) => ({ ...line, title: keptSentence(reader.language, line.title) }));
  return written({
    kind: 'Invoice',
    number: `INV-${invoice.number}`,
    issued: paperDay(invoice.issued_at, reader),
    due: invoice.price_valid_until && paperDay(invoice.price_valid_until, reader),
    currency: invoice.currency,
    of: null,
    seller: invoice.seller,
    buyer: invoice.billed_to,
    terms: paperTexts[reader.language].payable,
    note: invoice.note,
    lines,
    // as on paper: a later payment is not part of the document
    paid: invoice.paid_at?.getTime() === invoice.issued_at.getTime() ? invoice.total : 0,
  });
}

/** A credit note as an electronic one: what was given back, to the wallet. */
export function creditNoteUbl(invoice: InvoiceRow, note: CreditNoteRow, reader: Reader): string {
  const title = keptSentence(reader.language, note.reason);
  return written({
    kind: 'CreditNote',
    number: `CN-${note.number}`,
    issued: paperDay(note.issued_at, reader),
    due: null,
    currency: invoice.currency,
    of: { number: `INV-${invoice.number}`, issued: paperDay(invoice.issued_at, reader) },
    seller: invoice.seller,
    buyer: invoice.billed_to,
    terms: paperTexts[reader.language].credited,
    note: null,
    lines: [{ title, note: note.order_name, sku: null, quantity: 1, amount: note.amount }],
    paid: note.amount,
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const countryOf = ({ country }: Party) => (isCountryCode(textOf(country)) ? textOf(country) : null);
const idOf = (party: Party) => textOf(party.registration_id) || textOf(party.tax_id) || textOf(party.vat);

const namespaces = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
/** Reason that no VAT is charged (BT-121): the supply is outside of its scope (docs/product/decisions.md, 6). */
const outOfScope = 'VATEX-EU-O';

function written(document: Document): string {
  const { kind, number, issued, due, currency, of, seller, buyer, terms, note, lines, paid } = document;
  const isInvoice = kind === 'Invoice';
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const money = (name: string, amount: number) =>
    element(name, [attribute('currencyID', currency), decimalText(amount, currency)]);
  // a buyer's tax number may not stand as its VAT number where no VAT is charged (BR-O-02)
  const taxId = textOf(buyer.tax_id) || textOf(buyer.vat);
  const said = [...(taxId === '' ? [] : [`Buyer tax ID: ${taxId}`]), ...(note === null ? [] : [note])];
  return xmlOf(
    element(kind, [
      attribute('xmlns', `urn:oasis:names:specification:ubl:schema:xsd:${kind}-2`),
      attribute('xmlns:cac', namespaces.cac),
      attribute('xmlns:cbc', namespaces.cbc),
      element('cbc:CustomizationID', ['urn:cen.eu:en16931:2017']),
      element('cbc:ID', [number]),
      element('cbc:IssueDate', [issued]),
      ...(due === null ? [] : [element('cbc:DueDate', [due])]),
      element(`cbc:${kind}TypeCode`, [isInvoice ? '380' : '381']),
      ...said.map((text) => element('cbc:Note', [text])),
      element('cbc:DocumentCurrencyCode', [currency]),
      ...(of === null ? [] : [precedingInvoice(of)]),
      element('cac:AccountingSupplierParty', [partyOf(seller, idOf(seller))]),
      element('cac:AccountingCustomerParty', [partyOf(buyer, numberOf(buyer.client_number))]),
      element('cac:PaymentTerms', [element('cbc:Note', [terms])]),
      element('cac:TaxTotal', [
        money('cbc:TaxAmount', 0),
        element('cac:TaxSubtotal', [
          money('cbc:TaxableAmount', total),
          money('cbc:TaxAmount', 0),
          element('cac:TaxCategory', [
            element('cbc:ID', ['O']),
            element('cbc:TaxExemptionReasonCode', [outOfScope]),
            element('cbc:TaxExemptionReason', [taxNoteOf(seller) ?? 'Not subject to VAT']),
            taxScheme,
          ]),
        ]),
      ]),
      element('cac:LegalMonetaryTotal', [
        money('cbc:LineExtensionAmount', total),
        money('cbc:TaxExclusiveAmount', total),
        money('cbc:TaxInclusiveAmount', total),
        ...(paid === 0 ? [] : [money('cbc:PrepaidAmount', paid)]),
        money('cbc:PayableAmount', total - paid),
      ]),
      ...lines.map((line, at) => lineOf(line, at + 1, { isInvoice, money, currency })),
    ]),
  );
}

const taxScheme = element('cac:TaxScheme', [element('cbc:ID', ['VAT'])]);

const precedingInvoice = ({ number, issued }: { number: string; issued: string }) =>
  element('cac:BillingReference', [
    element('cac:InvoiceDocumentReference', [element('cbc:ID', [number]), element('cbc:IssueDate', [issued])]),
  ]);

const numberOf = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value));

/** A side with its address; the lines of the address are street, more of it, and the rest. */
function partyOf(party: Party, id: string): Node {
  const name = textOf(party.name);
  const [street, more, ...rest] = textOf(party.address)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const registration = textOf(party.registration_id);
  return element('cac:Party', [
    ...(id === '' ? [] : [element('cac:PartyIdentification', [element('cbc:ID', [id])])]),
    element('cac:PartyName', [element('cbc:Name', [name])]),
    element('cac:PostalAddress', [
      ...(street === undefined ? [] : [element('cbc:StreetName', [street])]),
      ...(more === undefined ? [] : [element('cbc:AdditionalStreetName', [more])]),
      ...(rest.length === 0 ? [] : [element('cac:AddressLine', [element('cbc:Line', [rest.join(', ')])])]),
      element('cac:Country', [element('cbc:IdentificationCode', [countryOf(party) ?? ''])]),
    ]),
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', [name]),
      ...(registration === '' ? [] : [element('cbc:CompanyID', [registration])]),
    ]),
  ]);
}

type How = { isInvoice: boolean; money: (name: string, amount: number) => Node; currency: string };

/**
 * A line. What lowers the invoice has a quantity below zero, since no price may be (BR-27). The price is that of the whole
 * quantity where the amount is no multiple of it.
 */
function lineOf(line: Line, id: number, { isInvoice, money, currency }: How): Node {
  const { title, note, sku, quantity, amount } = line;
  const whole = Math.abs(amount);
  const even = quantity > 0 && whole % quantity === 0;
  const units = Math.max(1, quantity) * (amount < 0 ? -1 : 1);
  const unit = attribute('unitCode', 'C62');
  return element(isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine', [
    element('cbc:ID', [String(id)]),
    ...(note === null ? [] : [element('cbc:Note', [note])]),
    element(isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', [unit, String(units)]),
    money('cbc:LineExtensionAmount', amount),
    element('cac:Item', [
      element('cbc:Name', [title === '' ? '–' : title]),
      ...(sku === null || sku === '' ? [] : [element('cac:SellersItemIdentification', [element('cbc:ID', [sku])])]),
      element('cac:ClassifiedTaxCategory', [element('cbc:ID', ['O']), taxScheme]),
    ]),
    element('cac:Price', [
      element('cbc:PriceAmount', [
        attribute('currencyID', currency),
        decimalText(even ? whole / quantity : whole, currency),
      ]),
      ...(even || Math.abs(units) === 1 ? [] : [element('cbc:BaseQuantity', [unit, String(Math.abs(units))])]),
    ]),
  ]);
}
