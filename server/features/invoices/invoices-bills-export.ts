import type { ExportListName } from '#contract/list-rules.ts';
import { invoices } from '#contract/invoices.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import type { ExportColumn, ExportList } from '#server/http/list-actions.ts';
import { type BillFilter, type BillRow, countBillLines, listBills } from './records/bills.db.ts';
import { narrowed, tabStatuses } from './invoices.service.ts';

type Query = ParsedOf<typeof invoices.list>['query'];
type Part = 'goods' | 'freight' | 'fees' | 'credit';
type BillLine = { bill: BillRow; part: Part; amount: number };
type Column = ExportColumn<BillLine>;

/** The provider’s invoices are bills to the merchant: these are the files in which accounting programs take bills. */
const batch = 500;

/** Invoices that are owed or were paid; drafts, expired and void ones are no bills. */
const statusesOf: Record<Query['tab'], NonNullable<BillFilter['statuses']>> = {
  all: [...tabStatuses.unpaid, ...tabStatuses.paid],
  unpaid: tabStatuses.unpaid,
  paid: tabStatuses.paid,
  expired: [],
  void: [],
  credit_notes: tabStatuses.credit_notes,
};

async function filterOf(ctx: MerchantCtx, query: Query): Promise<BillFilter> {
  const { tab, q, from, to } = query;
  return { statuses: statusesOf[tab], q, from, to, ...(await narrowed(ctx, query)) };
}

function linesOf(bill: BillRow): BillLine[] {
  if (bill.credit_of !== null) return [{ bill, part: 'credit', amount: bill.total }];
  const parts = ['goods', 'freight', 'fees'] as const;
  return parts.flatMap((part) => (bill[part] === 0 ? [] : [{ bill, part, amount: bill[part] }]));
}

/** A column with the name that the program documents, in every language. */
const named = (name: string) => ({ id: name, header: { en: name, zh: name } });
const text = (name: string, value: (line: BillLine) => string | null): Column => ({
  ...named(name),
  kind: 'text',
  value,
});
const empty = (...names: string[]): Column[] => names.map((name) => text(name, () => null));
const day = (name: string, of: 'issued_at' | 'due_at'): Column => ({
  ...named(name),
  kind: 'day',
  value: ({ bill }) => bill[of],
});
const amount = (name: string): Column => ({
  ...named(name),
  kind: 'amount',
  value: (line) => ({ amount: line.amount, currency: line.bill.currency }),
});

const supplier = ({ bill: { seller } }: BillLine) => (typeof seller.name === 'string' ? seller.name : '');
const number = ({ bill }: BillLine) => bill.number;
const currency = ({ bill }: BillLine) => bill.currency;

const words: Record<Part, string> = {
  goods: 'Products',
  freight: 'Shipping',
  fees: 'Fees',
  credit: 'Refund',
};
const described = ({ bill, part }: BillLine) =>
  bill.credit_of === null ? `${words[part]} of ${bill.number}` : `${words[part]} for ${bill.credit_of}`;

function billList(list: ExportListName, columns: readonly Column[]): ExportList<BillLine, Query> {
  return {
    list,
    columns,
    query: invoices.list.query,
    count: async (ctx, query, most) => Math.min(most, await countBillLines(ctx, await filterOf(ctx, query))),
    async rows(ctx, query, after) {
      const bills = await listBills(ctx, await filterOf(ctx, query), { after, limit: batch });
      return { rows: bills.flatMap(linesOf), next: bills.length === batch ? (bills.at(-1)?.id ?? null) : null };
    },
  };
}

/** Codes of Xero's default chart of accounts: cost of goods sold, freight and courier, general expenses. */
const xeroAccounts: Record<Part, string> = { goods: '310', freight: '425', fees: '429', credit: '310' };

/** Xero's template for bills; a bill below zero becomes a credit note there. A bill is due when its prices end, or on the day of its issue. */
export const xeroBills = billList('bills_xero', [
  text('*ContactName', supplier),
  ...empty('EmailAddress', 'POAddressLine1', 'POAddressLine2', 'POAddressLine3', 'POAddressLine4'),
  ...empty('POCity', 'PORegion', 'POPostalCode', 'POCountry'),
  text('*InvoiceNumber', number),
  day('*InvoiceDate', 'issued_at'),
  day('*DueDate', 'due_at'),
  ...empty('Total', 'InventoryItemCode'),
  text('Description', described),
  { ...named('*Quantity'), kind: 'int', value: () => 1 },
  amount('*UnitAmount'),
  text('*AccountCode', ({ part }) => xeroAccounts[part]),
  text('*TaxType', () => 'Tax Exempt'),
  ...empty('TaxAmount', 'TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'),
  text('Currency', currency),
]);

/** Names of accounts that QuickBooks sets up. */
const quickbooksAccounts: Record<Part, string> = {
  goods: 'Cost of Goods Sold',
  freight: 'Shipping, Freight & Delivery',
  fees: 'Commissions & fees',
  credit: 'Cost of Goods Sold',
};

/** The template for bills of QuickBooks Online; its last column is for companies with several currencies. */
export const quickbooksBills = billList('bills_quickbooks', [
  text('*BillNo', number),
  text('*Supplier', supplier),
  day('*BillDate', 'issued_at'),
  day('*DueDate', 'due_at'),
  ...empty('Terms', 'Location'),
  text('Memo', ({ bill }) => bill.credit_of),
  text('*Account', ({ part }) => quickbooksAccounts[part]),
  text('LineDescription', described),
  amount('*LineAmount'),
  ...empty('LineTaxCode', 'LineTaxAmount'),
  text('Currency', currency),
]);
