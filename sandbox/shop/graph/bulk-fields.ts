import type { GraphQLResolveInfo } from 'graphql';
import { gid, idOf } from '../gid.ts';
import { ShopRefusal } from '../refusal.ts';
import { utcTime } from '../shop-time.ts';
import { firstRow } from '../sql.ts';
import { type BulkRow, cancelBulk, createBulk } from '../bulk.ts';
import { type GraphContext, mutate } from './context.ts';

function bulkNode(ctx: GraphContext, row: BulkRow) {
  const done = row.status === 'COMPLETED' && row.object_count !== '0';
  return {
    __typename: 'BulkOperation',
    id: gid('BulkOperation', row.id),
    type: 'QUERY',
    status: row.status,
    errorCode: row.error_code,
    createdAt: utcTime(row.created_at),
    completedAt: row.completed_at && utcTime(row.completed_at),
    objectCount: row.object_count,
    fileSize: row.completed_at ? row.file_size : null,
    // The address is a secret of its own, as a signed storage address would be.
    url: done ? `${ctx.base}/${ctx.shop.domain}/bulk/${row.id}.jsonl?key=${row.key}` : null,
    partialDataUrl: null,
  };
}

async function bulkOperation({ id }: { id: string }, ctx: GraphContext) {
  const row = await firstRow<BulkRow>(
    ctx.rt.pool,
    'select * from shop_bulk_operations where shop_id = $1 and id = $2',
    [ctx.shop.id, idOf('BulkOperation', id) ?? '0'],
  );
  return row ? bulkNode(ctx, row) : null;
}

async function bulkOperationRunQuery(
  { query, groupObjects }: { query: string; groupObjects: boolean },
  ctx: GraphContext,
  info: GraphQLResolveInfo,
) {
  return mutate(ctx, async (db) => ({
    bulkOperation: bulkNode(ctx, await createBulk(db, ctx, info.schema, query, groupObjects)),
  }));
}

async function bulkOperationCancel({ id }: { id: string }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    const row = await cancelBulk(db, ctx.rt, ctx.shop, idOf('BulkOperation', id) ?? '0');
    if (!row) throw new ShopRefusal(['id'], 'Bulk operation does not exist');
    return { bulkOperation: bulkNode(ctx, row) };
  });
}

/** Root fields about bulk operations. */
export const bulkFields = { bulkOperation, bulkOperationRunQuery, bulkOperationCancel };
