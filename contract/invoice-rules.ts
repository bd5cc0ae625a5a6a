export const invoiceKinds = ['orders', 'stock_order', 'brand', 'service'] as const;
/** `credit_notes`: invoices of which something was given back. */
export const invoiceTabs = ['all', 'unpaid', 'paid', 'expired', 'void', 'credit_notes'] as const;
/** Most documents that are put together at once. */
export const maxPrinted = 500;
/** Most invoices and credit notes that one summary of a period holds. */
export const maxSummarized = 2_000;
/** Most issued invoices that are paid at once: each is a business action of its own, in one transaction. */
export const maxPaidAtOnce = 500;

/** Numbers by which authorities know a side of an invoice, in the sequence in which they stand on it. */
export const partyNumbers = ['registration', 'taxId', 'eori', 'ioss'] as const;
export type PartyNumber = (typeof partyNumbers)[number];

/** Those that a side had said of itself when the invoice was issued; a tax number was kept as `vat` at first. */
export function numbersOfParty(party: Record<string, unknown>): { kind: PartyNumber; number: string }[] {
  const fields = {
    registration: textOf(party.registration_id),
    taxId: textOf(party.tax_id) || textOf(party.vat),
    eori: textOf(party.eori),
    ioss: textOf(party.ioss),
  };
  return partyNumbers.map((kind) => ({ kind, number: fields[kind] })).filter(({ number }) => number !== '');
}

/** What the seller had said of taxes when the invoice was issued, in its own words; null where it said nothing. */
export const taxNoteOf = (seller: Record<string, unknown>): string | null => textOf(seller.tax_note) || null;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
