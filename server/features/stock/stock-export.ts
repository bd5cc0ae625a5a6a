import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { stock } from '#contract/stock.ts';
import type { ExportColumn, ExportList } from '#server/http/list-actions.ts';
import { countLevels, countMovements, type LevelRow, type MovementRow, movementsStatement } from './stock-list.db.ts';
import { levelsOf, movementFilterOf, staffFilterOf } from './stock-list.service.ts';
import type { Entry, StaffActor } from '#server/db/context.ts';
import { staffFile } from '#server/http/staff-file.ts';
import { stockMovements } from '#server/lib/file-words.ts';

const batch = 500;
const offsetOf = (after: string | null) => (after === null ? 0 : Number(after));
const nextOf = (offset: number, found: number) => (found === batch ? String(offset + batch) : null);

const identity: readonly ExportColumn<Pick<LevelRow, 'sku' | 'warehouse'>>[] = [
  { id: 'code', of: 'sku', header: { en: 'SKU', zh: 'SKU' }, kind: 'id', value: ({ sku }) => sku.code },
  { id: 'title', of: 'sku', header: { en: 'Product', zh: '商品' }, kind: 'text', value: ({ sku }) => sku.title },
  {
    id: 'warehouse',
    of: 'sku',
    header: { en: 'Warehouse', zh: '仓库' },
    kind: 'text',
    value: ({ warehouse }) => warehouse.name,
  },
];

type Level = Awaited<ReturnType<typeof levelsOf>>[number];
type Counted =
  | 'on_hand'
  | 'occupied'
  | 'committed'
  | 'available'
  | 'incoming'
  | 'damaged'
  | 'sold_7'
  | 'sold_30'
  | 'cover_days'
  | 'variants';
const whole = (id: Counted, en: string, zh: string): ExportColumn<Level> => ({
  id,
  header: { en, zh },
  kind: 'int',
  value: (row) => row[id],
});

/** Levels as a file, now or as of the end of a past day. */
export const stockExport: ExportList<Level, ParsedOf<typeof stock.list>['query']> = {
  list: 'stock',
  query: stock.list.query,
  count: (ctx, query, most) => countLevels(ctx, { low: query.tab === 'low', q: query.q }, most),
  async rows(ctx, query, after) {
    const offset = offsetOf(after);
    const rows = await levelsOf(ctx, query, { offset, limit: batch });
    return { rows, next: nextOf(offset, rows.length) };
  },
  columns: [
    ...identity,
    whole('on_hand', 'On hand', '在库'),
    whole('occupied', 'Reserved (unpaid)', '占用（未付款）'),
    whole('committed', 'Committed (paid)', '锁定（已付款）'),
    whole('available', 'Available', '可用'),
    whole('incoming', 'Incoming', '在途'),
    {
      id: 'eta',
      of: 'incoming',
      header: { en: 'Estimated arrival', zh: '预计到仓' },
      kind: 'id',
      value: ({ eta }) => eta,
    },
    whole('damaged', 'Damaged', '破损'),
    whole('sold_7', '7-day sales', '7 天销量'),
    whole('sold_30', '30-day sales', '30 天销量'),
    { ...whole('cover_days', 'Days of cover', '可售天数'), of: 'cover' },
    {
      id: 'value',
      header: { en: 'Value', zh: '货值' },
      kind: 'money',
      value: ({ value, currency }) => ({ amount: value, currency }),
    },
    ...(['to 30 d', 'to 60 d', 'to 90 d', 'over 90 d'] as const).map(
      (band, index): ExportColumn<Level> => ({
        id: `age_${index + 1}`,
        of: 'ages',
        header: { en: `Stored ${band}`, zh: `库龄 ${['30 天内', '60 天内', '90 天内', '90 天以上'][index]}` },
        kind: 'int',
        value: ({ ages }) => ages[index] ?? 0,
      }),
    ),
    whole('variants', 'Mapped variants', '已配对规格'),
  ],
};

const ofClient: ExportColumn<MovementRow> = {
  id: 'client',
  header: { en: 'Client', zh: '客户' },
  kind: 'text',
  value: ({ client }) => client.name,
};

/** The journal as a file. */
export const movementsExport: ExportList<MovementRow, ParsedOf<typeof stock.movements>['query']> = {
  list: 'stock_movements',
  query: stock.movements.query,
  count: async (ctx, query, most) => countMovements(ctx, ctx.account, await movementFilterOf(ctx, query), most),
  async rows(ctx, query, after) {
    const offset = offsetOf(after);
    const page = { offset, limit: batch };
    const filter = await movementFilterOf(ctx, query);
    const { rows } = await movementsStatement(ctx.account, filter, page).execute(ctx.db);
    return { rows, next: nextOf(offset, rows.length) };
  },
  columns: [
    { id: 'at', header: { en: 'Date', zh: '时间' }, kind: 'date', value: ({ at }) => at },
    ...identity,
    {
      id: 'kind',
      header: { en: 'Movement', zh: '类型' },
      kind: 'state',
      words: stockMovements,
      value: ({ kind }) => kind,
    },
    { id: 'qty', header: { en: 'Units', zh: '数量' }, kind: 'int', value: ({ qty }) => qty },
    { id: 'damaged_qty', header: { en: 'Damaged', zh: '破损' }, kind: 'int', value: (row) => row.damaged_qty },
    {
      id: 'balance',
      header: { en: 'On hand after', zh: '变动后在库' },
      kind: 'int',
      value: ({ balance_after }) => balance_after,
    },
    {
      id: 'reference',
      of: 'reason',
      header: { en: 'Reference', zh: '单据' },
      kind: 'id',
      value: (row) => row.reference,
    },
    { id: 'reason', header: { en: 'Reason', zh: '原因' }, kind: 'text', value: ({ reason }) => reason },
    { id: 'actor', header: { en: 'By', zh: '操作人' }, kind: 'text', value: ({ actor }) => actor },
  ],
};

/** The journal of all clients, or of one, as a file for the warehouse. */
export function movementsFile(
  entry: Entry<StaffActor>,
  { format, columns, ...query }: ParsedOf<typeof stock.staffMovementsFile>['body'],
) {
  const account = query.account_id ?? null;
  const filter = staffFilterOf(query);
  return staffFile(
    entry,
    {
      name: movementsExport.list,
      feature: 'stock',
      route: 'stock.staffMovementsFile',
      columns: [ofClient, ...movementsExport.columns],
      count: (ctx) => countMovements(ctx, account, filter, maxListDepth + 1),
      page: async (ctx, page) => (await movementsStatement(account, filter, page).execute(ctx.db)).rows,
      clientOf: ({ client }) => client.id,
      account,
    },
    { format, columns },
  );
}
