import type { ParsedOf } from '#contract/endpoint.ts';
import { clockStatuses } from '#contract/quote-rules.ts';
import { quotes } from '#contract/quotes.ts';
import type { ExportColumn, ExportList } from '#server/http/list-actions.ts';
import type { Entry, StaffActor } from '#server/db/context.ts';
import { staffFile } from '#server/http/staff-file.ts';
import { countForStaff, countMatching, findForStaff, findPage, type QuoteRow } from './quotes.db.ts';
import { filterOf, staffFilterOf } from './quotes.service.ts';
import { quoteStatuses, staffQuoteStatuses } from '#server/lib/file-words.ts';

const batch = 500;
const money = (amount: number | null, currency: string) => (amount === null ? null : { amount, currency });

/** The list of quotes as a file. */
export const quotesExport: ExportList<QuoteRow, ParsedOf<typeof quotes.list>['query']> = {
  list: 'quotes',
  query: quotes.list.query,
  count: async (ctx, query, most) => countMatching(ctx, await filterOf(ctx, query), most),
  async rows(ctx, query, after) {
    const filter = { ...(await filterOf(ctx, query)), sort: undefined, after };
    const rows = await findPage(ctx, filter, { offset: 0, limit: batch });
    return { rows, next: rows.length === batch ? (rows.at(-1)?.id ?? null) : null };
  },
  columns: [
    { id: 'number', of: 'quote', header: { en: 'Quote', zh: '报价' }, kind: 'id', value: (row) => row.number },
    { id: 'title', of: 'quote', header: { en: 'Product', zh: '商品' }, kind: 'text', value: (row) => row.title },
    {
      id: 'store',
      of: 'quote',
      header: { en: 'Store', zh: '店铺' },
      kind: 'text',
      value: (row) => row.store?.name ?? null,
    },
    {
      id: 'status',
      header: { en: 'Status', zh: '状态' },
      kind: 'state',
      words: quoteStatuses,
      value: (row) => row.status,
    },
    {
      id: 'destinations',
      header: { en: 'Destinations', zh: '目的地' },
      kind: 'id',
      value: (row) => row.destinations.join(', '),
    },
    { id: 'variants', header: { en: 'Variants', zh: '变体数' }, kind: 'int', value: (row) => row.variants },
    {
      id: 'waiting',
      header: { en: 'Orders waiting', zh: '等待的订单' },
      kind: 'int',
      value: (row) => row.orders_waiting,
    },
    {
      id: 'lowest',
      of: 'price',
      header: { en: 'Lowest price', zh: '最低价' },
      kind: 'money',
      value: (row) => money(row.price_min, row.currency),
    },
    {
      id: 'highest',
      of: 'price',
      header: { en: 'Highest price', zh: '最高价' },
      kind: 'money',
      value: (row) => money(row.price_max, row.currency),
    },
    { id: 'agent', header: { en: 'Agent', zh: '客户经理' }, kind: 'text', value: (row) => row.agent },
    {
      id: 'submitted_at',
      of: 'asked',
      header: { en: 'Asked', zh: '提交时间' },
      kind: 'date',
      value: (row) => row.submitted_at,
    },
    {
      id: 'valid_until',
      of: 'valid',
      header: { en: 'Valid until', zh: '有效期至' },
      kind: 'date',
      value: (row) => row.valid_until,
    },
  ],
};

const staffColumns: readonly ExportColumn<QuoteRow>[] = [
  { id: 'client', header: { en: 'Client', zh: '客户' }, kind: 'text', value: ({ client }) => client.name },
  { id: 'due', header: { en: 'Reply due', zh: '回复期限' }, kind: 'date', value: dueOf },
  ...quotesExport.columns.map((column) =>
    column.kind === 'state' ? { ...column, words: staffQuoteStatuses } : column,
  ),
  {
    id: 'target',
    header: { en: 'Target price', zh: '目标价' },
    kind: 'money',
    value: (row) => money(row.counter_min ?? row.target_price, row.currency),
  },
];

/** By when a quote has to be answered, while its clock runs. */
function dueOf({ status, paused_at, sla_due_at }: QuoteRow): Date | null {
  return clockStatuses.some((running) => running === status) && paused_at === null ? sla_due_at : null;
}

/** Quotes of all clients that staff's list finds, as a file. */
export const staffQuotesFile = (
  entry: Entry<StaffActor>,
  { tab, q, ...asked }: ParsedOf<typeof quotes.staffFile>['body'],
) => {
  const filter = staffFilterOf({ tab, q });
  return staffFile(
    entry,
    {
      name: quotesExport.list,
      feature: 'quotes',
      route: 'quotes.staffFile',
      columns: staffColumns,
      count: (ctx) => countForStaff(ctx, filter),
      page: (ctx, page) => findForStaff(ctx, filter, page),
      clientOf: ({ account_id }) => account_id,
    },
    asked,
  );
};
