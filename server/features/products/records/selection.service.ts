import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import type { IdBatch } from '#server/http/list-acts.ts';
import { filterOf, type Query } from './list.service.ts';
import { type Cursor, findBatch } from './products.db.ts';

const batch = 500;
const cursorText = ({ changed_at, id }: Cursor) => `${changed_at}|${id}`;

function cursorOf(text: string | null): Cursor | null {
  const [changed_at = '', id = ''] = text?.split('|') ?? [];
  return id === '' ? null : { changed_at, id };
}

/** Ids of the products that match, newest change first. */
export async function selectProducts(ctx: MerchantCtx, query: Query, after: string | null): Promise<IdBatch> {
  const rows = await findBatch(ctx, accountOf(ctx), filterOf(ctx, query), cursorOf(after), batch);
  const last = rows.length === batch ? rows.at(-1) : undefined;
  return { ids: rows.map((row) => row.id), next: last ? cursorText(last) : null };
}
