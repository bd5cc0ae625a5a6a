import type { ParsedOf } from '#contract/endpoint.ts';
import { shownRule } from '#contract/parcel-alerts.ts';
import type { parcels } from '#contract/parcels.ts';
import type { Entry, StaffActor } from '#server/db/context.ts';
import type { ExportColumn } from '#server/http/list-actions.ts';
import { staffFile } from '#server/http/staff-file.ts';
import { parcelExceptions } from '#server/lib/file-words.ts';
import { countWatched, exceptionsStatement, type WatchedRow } from './parcels.db.ts';

const columns: readonly ExportColumn<WatchedRow>[] = [
  { id: 'client', header: { en: 'Client', zh: '客户' }, kind: 'text', value: ({ client }) => client.name },
  { id: 'order', header: { en: 'Order', zh: '订单' }, kind: 'id', value: ({ order }) => order.name },
  { id: 'store', of: 'order', header: { en: 'Store', zh: '店铺' }, kind: 'text', value: ({ order }) => order.store },
  {
    id: 'country',
    of: 'order',
    header: { en: 'Country', zh: '国家' },
    kind: 'id',
    value: ({ order }) => order.country,
  },
  {
    id: 'tracking',
    of: 'parcel',
    header: { en: 'Tracking number', zh: '运单号' },
    kind: 'id',
    value: ({ parcel }) => parcel?.tracking_number ?? null,
  },
  {
    id: 'carrier',
    of: 'parcel',
    header: { en: 'Carrier', zh: '承运商' },
    kind: 'text',
    value: ({ parcel }) => parcel?.carrier ?? null,
  },
  {
    id: 'rule',
    header: { en: 'Reason', zh: '原因' },
    kind: 'state',
    words: parcelExceptions,
    value: ({ rule, order }) => shownRule(rule, order.partial),
  },
  {
    id: 'restocked',
    of: 'rule',
    header: { en: 'Units returned to stock', zh: '已退货入库件数' },
    kind: 'int',
    value: ({ rule, restocked }) => (rule === 'returned' ? restocked : null),
  },
  {
    id: 'settled',
    of: 'rule',
    header: { en: 'All returned to stock', zh: '全部退货入库时间' },
    kind: 'date',
    value: (row) => row.settled_at,
  },
  { id: 'since', header: { en: 'Since', zh: '开始时间' }, kind: 'date', value: ({ since }) => since },
  {
    id: 'last',
    header: { en: 'Latest update', zh: '最新更新' },
    kind: 'date',
    value: (row) => row.last_event_at,
  },
  {
    id: 'promised',
    header: { en: 'Estimated delivery', zh: '预计送达' },
    kind: 'day',
    value: ({ promised }) => promised && new Date(promised.by),
  },
  { id: 'claim', header: { en: 'Claim', zh: '售后单' }, kind: 'id', value: ({ claim }) => claim?.number ?? null },
];

/** Exceptions of all clients that staff's list finds, as a file. */
export const exceptionsFile = (
  entry: Entry<StaffActor>,
  { tab, q, ...asked }: ParsedOf<typeof parcels.staffFile>['body'],
) =>
  staffFile(
    entry,
    {
      name: 'exceptions',
      feature: 'orders',
      route: 'parcels.staffFile',
      columns,
      count: (ctx) => countWatched(ctx, tab, q),
      page: async (ctx, page) => (await exceptionsStatement(tab, q, page).execute(ctx.db)).rows,
      clientOf: ({ account_id }) => account_id,
    },
    asked,
  );
