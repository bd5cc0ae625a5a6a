import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import type { ListQuery } from '#contract/shared.ts';
import { noteAccess } from '#server/db/audit.ts';
import type { Entry, StaffActor, StaffCtx } from '#server/db/context.ts';
import type { ExportColumn } from '#server/http/list-actions.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { staffFile } from '#server/http/staff-file.ts';
import { orderStages } from '#server/lib/file-words.ts';
import { orderAnswer } from '../records/answers.ts';
import * as queue from '../records/queue.db.ts';
import { daysAround } from '../review/actions.service.ts';
import { shipsBy } from '../rules/next-step.ts';
import { searchTerms } from '../rules/search-terms.ts';

const searchOf = (q = ''): queue.StaffSearch => ({ terms: searchTerms(q), q });

type Calendar = Awaited<ReturnType<typeof daysAround>>;
/** By when an order leaves, as its client is told; not while it is on hold. */
const shipBy = ({ paid_at, held, cut_off }: queue.StaffRow, calendar: Calendar) =>
  paid_at && !held ? shipsBy(paid_at, cut_off, calendar) : null;

/** The warehouse's queue over all clients, oldest payment first; leaves an access row per client seen (P39). */
export async function staffList(ctx: StaffCtx, query: ListQuery & { tab: queue.StaffTab }) {
  const page = pageOf(query);
  const search = searchOf(query.q);
  const rows = await queue.findQueue(ctx, query.tab, search, page);
  const counts = await queue.queueCounts(ctx);
  const total = search.terms.length > 0 ? await queue.countQueue(ctx, query.tab, search) : counts[query.tab];
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'orders.staffList',
    accounts: rows.map((row) => row.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  const calendar = await daysAround(ctx, rows[0]?.paid_at ?? ctx.now);
  const data = rows.map((row) => ({
    ...orderAnswer(row),
    client: row.client,
    paid_at: row.paid_at?.toISOString() ?? null,
    ship_by: shipBy(row, calendar)?.toISOString() ?? null,
    item: row.goods[0] ?? null,
  }));
  return { data, meta: metaOf(query, total, counts) };
}

type FileRow = queue.StaffRow & { ship_by: Date | null };

const columns: readonly ExportColumn<FileRow>[] = [
  { id: 'order', header: { en: 'Order', zh: '订单' }, kind: 'id', value: (row) => row.name },
  { id: 'store', of: 'order', header: { en: 'Store', zh: '店铺' }, kind: 'text', value: (row) => row.store.name },
  { id: 'client', header: { en: 'Client', zh: '客户' }, kind: 'text', value: ({ client }) => client.name },
  {
    id: 'client_number',
    of: 'client',
    header: { en: 'Client number', zh: '客户编号' },
    kind: 'id',
    value: ({ client }) => String(client.number),
  },
  { id: 'paid', header: { en: 'Paid', zh: '付款时间' }, kind: 'date', value: (row) => row.paid_at },
  { id: 'due', header: { en: 'Ship by', zh: '发货期限' }, kind: 'date', value: (row) => row.ship_by },
  { id: 'to', header: { en: 'Destination', zh: '目的地' }, kind: 'text', value: (row) => row.customer },
  { id: 'country', of: 'to', header: { en: 'Country', zh: '国家' }, kind: 'id', value: (row) => row.country },
  {
    id: 'items',
    header: { en: 'Items to ship', zh: '待发商品' },
    kind: 'text',
    value: ({ goods }) =>
      goods
        .filter(({ open }) => open > 0)
        .map(({ code, title, open }) => [`${open} × ${title}`, code].filter(Boolean).join(' · '))
        .join('; '),
  },
  {
    id: 'units',
    of: 'items',
    header: { en: 'Units to ship', zh: '待发件数' },
    kind: 'int',
    value: ({ goods }) => goods.reduce((sum, { open }) => sum + open, 0),
  },
  {
    id: 'shipping',
    header: { en: 'Shipping method', zh: '物流渠道' },
    kind: 'text',
    value: ({ channel }) => channel?.name ?? null,
  },
  {
    id: 'tracking',
    of: 'shipping',
    header: { en: 'Tracking numbers', zh: '运单号' },
    kind: 'text',
    value: ({ tracking }) => tracking.map(({ number }) => number).join(', '),
  },
  { id: 'state', header: { en: 'Status', zh: '状态' }, kind: 'state', words: orderStages, value: ({ stage }) => stage },
];

/** Orders that wait for the warehouse as its list finds them, as a file. */
export const queueFile = (entry: Entry<StaffActor>, { tab, q, ...asked }: ParsedOf<typeof orders.staffFile>['body']) =>
  staffFile(
    entry,
    {
      name: 'fulfillment',
      feature: 'orders',
      route: 'orders.staffFile',
      columns,
      count: (ctx) => queue.countQueue(ctx, tab, searchOf(q)),
      page: async (ctx, page) => {
        const rows = await queue.findQueue(ctx, tab, searchOf(q), page);
        const calendar = await daysAround(ctx, rows[0]?.paid_at ?? ctx.now);
        return rows.map((row) => ({ ...row, ship_by: shipBy(row, calendar) }));
      },
      clientOf: ({ account_id }) => account_id,
    },
    asked,
  );
