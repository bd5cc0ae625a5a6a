import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import type { IdBatch } from '#server/http/list-acts.ts';
import { batchStatement, type Cursor } from './list.db.ts';
import { filterOf } from './filter.ts';

type Query = ParsedOf<typeof orders.list>['query'];

const batch = 500;
const cursorText = ({ at, id }: Cursor) => `${at}|${id}`;

function cursorOf(text: string | null): Cursor | null {
  const [at = '', id = ''] = text?.split('|') ?? [];
  return id === '' ? null : { at, id };
}

/** Ids of the orders that match, newest first. */
export async function selectOrders(ctx: MerchantCtx, query: Query, after: string | null): Promise<IdBatch> {
  const statement = batchStatement(accountOf(ctx), filterOf(ctx, query), cursorOf(after), batch);
  const { rows } = await statement.execute(ctx.db);
  const last = rows.length === batch ? rows.at(-1) : undefined;
  return { ids: rows.map((row) => row.id), next: last ? cursorText(last) : null };
}
