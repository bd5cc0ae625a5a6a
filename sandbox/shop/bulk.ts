import { randomBytes } from 'node:crypto';
import {
  type FieldNode,
  getNamedType,
  type GraphQLSchema,
  GraphQLError,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { GraphContext } from './graph/context.ts';
import { ShopRefusal } from './refusal.ts';
import type { ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { type Db, firstRow, newId } from './sql.ts';

export type BulkRow = {
  id: string;
  shop_id: string;
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED' | 'EXPIRED';
  error_code: string | null;
  query: string;
  grouped: boolean;
  object_count: string;
  file_size: string;
  key: string;
  scopes: string[];
  base: string;
  created_at: Date;
  completed_at: Date | null;
};

const AT_ONCE = 5;
const FIELD = ['query'];

function invalid(message: string): ShopRefusal {
  return new ShopRefusal(FIELD, message, 'INVALID');
}

/** Refuses what Shopify refuses of a bulk query: mistakes, no connection, too many or too deep ones (shopify.md §2.5). */
function checkQuery(schema: GraphQLSchema, query: string): void {
  const info = new TypeInfo(schema);
  let connections = 0;
  let depth = 0;
  let deepest = 0;
  try {
    const document = parse(query);
    const [error] = validate(schema, document);
    if (error) throw invalid(`Invalid bulk query: ${error.message}`);
    const isConnection = () => {
      const type = info.getType();
      return type ? getNamedType(type).name.endsWith('Connection') : false;
    };
    visit(
      document,
      visitWithTypeInfo(info, {
        Field: {
          enter(node: FieldNode) {
            if (['node', 'nodes'].includes(node.name.value) && info.getParentType()?.name === 'QueryRoot')
              throw invalid('Bulk queries cannot contain top-level `node` or `nodes` fields.');
            if (!isConnection()) return;
            connections += 1;
            depth += 1;
            deepest = Math.max(deepest, depth);
          },
          leave() {
            if (isConnection()) depth -= 1;
          },
        },
      }),
    );
    if (document.definitions.some((one) => one.kind === Kind.OPERATION_DEFINITION && one.operation !== 'query'))
      throw invalid('Bulk queries must be queries.');
  } catch (error) {
    if (error instanceof GraphQLError) throw invalid(`Invalid bulk query: ${error.message}`);
    throw error;
  }
  if (connections === 0) throw invalid('Bulk queries must contain at least one connection.');
  if (connections > 5) throw invalid('Bulk queries cannot contain more than 5 connections.');
  if (deepest > 3) throw invalid('Bulk queries cannot contain connections with a nesting depth greater than 2.');
}

/** Queues a bulk query; the sixth at once is refused. */
export async function createBulk(
  db: Db,
  ctx: GraphContext,
  schema: GraphQLSchema,
  query: string,
  grouped: boolean,
): Promise<BulkRow> {
  checkQuery(schema, query);
  await db.query('select 1 from shops where id = $1 for update', [ctx.shop.id]);
  const running = await firstRow<{ count: number }>(
    db,
    `select count(*)::int as count from shop_bulk_operations where shop_id = $1 and status in ('CREATED','RUNNING','CANCELING')`,
    [ctx.shop.id],
  );
  if ((running?.count ?? 0) >= AT_ONCE)
    throw new ShopRefusal(
      null,
      `A bulk query operation for this app and shop is already in progress: the limit of ${AT_ONCE} is reached.`,
      'OPERATION_IN_PROGRESS',
    );
  const row = await firstRow<BulkRow>(
    db,
    `insert into shop_bulk_operations (id, shop_id, status, query, grouped, key, scopes, base, created_at) values ($1,$2,'CREATED',$3,$4,$5,$6,$7,$8) returning *`,
    [
      await newId(db),
      ctx.shop.id,
      query,
      grouped,
      randomBytes(16).toString('hex'),
      [...ctx.scopes],
      ctx.base,
      ctx.rt.now(),
    ],
  );
  if (!row) throw new Error('the bulk operation was not written');
  return row;
}

/** Asks a bulk operation to stop; one that is over stays as it is. */
export async function cancelBulk(db: Db, rt: ShopRuntime, shop: ShopRow, id: string): Promise<BulkRow | undefined> {
  return firstRow<BulkRow>(
    db,
    `update shop_bulk_operations set
       completed_at = case when status = 'CREATED' then $3 else completed_at end,
       status = case when status = 'CREATED' then 'CANCELED' when status = 'RUNNING' then 'CANCELING' else status end
     where shop_id = $1 and id = $2 returning *`,
    [shop.id, id, rt.now()],
  );
}
