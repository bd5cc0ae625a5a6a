import { setTimeout as pause } from 'node:timers/promises';
import {
  type ArgumentNode,
  type DocumentNode,
  execute,
  type FieldNode,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { BulkRow } from './bulk.ts';
import { makeContext } from './graph/run.ts';
import { rootValue, schema } from './graph/schema.ts';
import { emit } from './hooks.ts';
import type { ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { shopTime } from './shop-time.ts';
import { firstRow, inTransaction, rows } from './sql.ts';

const PAGE = 250;
const OWN_ID = 'bulk_own_id';
const OWN_PAGE = 'bulk_own_page';

function intArgument(name: string, value: number): ArgumentNode {
  return {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: { kind: Kind.INT, value: String(value) },
  };
}

function aliased(alias: string, name: string, inner: string[] = []): SelectionNode {
  return {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: alias },
    name: { kind: Kind.NAME, value: name },
    ...(inner.length > 0 && {
      selectionSet: {
        kind: Kind.SELECTION_SET,
        selections: inner.map((one) => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: one } })),
      },
    }),
  };
}

function withSelection(node: FieldNode, extra: SelectionNode): FieldNode {
  return {
    ...node,
    selectionSet: { kind: Kind.SELECTION_SET, selections: [...(node.selectionSet?.selections ?? []), extra] },
  };
}

/** The query for one page: the outer connection gets page and cursor, inner ones everything, and each node its own id. */
function pageDocument(document: DocumentNode, after: string | null): DocumentNode {
  const info = new TypeInfo(schema);
  return visit<DocumentNode>(
    document,
    visitWithTypeInfo(info, {
      Field: {
        leave(node: FieldNode) {
          const type = info.getType();
          const named = type ? getNamedType(type) : null;
          if (!named) return undefined;
          if (isObjectType(named) && ['nodes', 'node'].includes(node.name.value) && named.getFields().id)
            return withSelection(node, aliased(OWN_ID, 'id'));
          if (!named.name.endsWith('Connection')) return undefined;
          const args = (node.arguments ?? []).filter(
            (one) => !['first', 'after', 'last', 'before'].includes(one.name.value),
          );
          if (info.getParentType() !== schema.getQueryType()) return { ...node, arguments: args };
          const cursor: ArgumentNode[] =
            after === null
              ? []
              : [
                  {
                    kind: Kind.ARGUMENT,
                    name: { kind: Kind.NAME, value: 'after' },
                    value: { kind: Kind.STRING, value: after },
                  },
                ];
          return withSelection(
            { ...node, arguments: [...args, intArgument('first', PAGE), ...cursor] },
            aliased(OWN_PAGE, 'pageInfo', ['hasNextPage', 'endCursor']),
          );
        },
      },
    }),
  );
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nodes of a connection, `null` for anything else. */
function nodesOf(value: unknown): Json[] | null {
  if (!isObject(value)) return null;
  if (Array.isArray(value.nodes)) return value.nodes.filter(isObject);
  if (Array.isArray(value.edges))
    return value.edges.flatMap((edge) => (isObject(edge) && isObject(edge.node) ? [edge.node] : []));
  return null;
}

/** Writes a node and what hangs below it as lines; children carry the id of their parent. */
function flatten(node: Json, parentId: string | null, parents: string[], children: string[]): void {
  const own: Json = {};
  const below: Json[][] = [];
  for (const [key, value] of Object.entries(node)) {
    const nested = nodesOf(value);
    if (nested) below.push(nested);
    else if (key !== OWN_ID) own[key] = value;
  }
  if (parentId !== null) own.__parentId = parentId;
  (parentId === null ? parents : children).push(JSON.stringify(own));
  const id = typeof node[OWN_ID] === 'string' ? node[OWN_ID] : null;
  for (const nested of below) for (const child of nested) flatten(child, id, parents, children);
}

/** Lines of one page. Ungrouped, children follow after all parents of the page: nobody may count on them being next to each other. */
function linesOf(nodes: Json[], grouped: boolean): string[] {
  if (!grouped) {
    const parents: string[] = [];
    const children: string[] = [];
    for (const node of nodes) flatten(node, null, parents, children);
    return [...parents, ...children];
  }
  return nodes.flatMap((node) => {
    const lines: string[] = [];
    flatten(node, null, lines, lines);
    return lines;
  });
}

async function runPages(rt: ShopRuntime, shop: ShopRow, row: BulkRow): Promise<'COMPLETED' | 'CANCELED'> {
  const document = parse(row.query);
  let after: string | null = null;
  for (let position = 0; ; position += 1) {
    const [state] = await rows<{ status: string }>(rt.pool, 'select status from shop_bulk_operations where id = $1', [
      row.id,
    ]);
    if (state?.status !== 'RUNNING') return 'CANCELED';
    const ctx = makeContext(rt, { shop, scopes: new Set(row.scopes), base: row.base }, true);
    const result = await execute({ schema, document: pageDocument(document, after), rootValue, contextValue: ctx });
    if (result.errors?.[0]) throw result.errors[0];
    const [connection] = Object.values(result.data ?? {});
    const lines = linesOf(nodesOf(connection) ?? [], row.grouped);
    if (lines.length > 0) {
      const body = `${lines.join('\n')}\n`;
      await rt.pool.query('insert into shop_bulk_chunks (operation_id, position, body) values ($1,$2,$3)', [
        row.id,
        position,
        body,
      ]);
      await rt.pool.query(
        'update shop_bulk_operations set object_count = object_count + $2, file_size = file_size + $3 where id = $1',
        [row.id, lines.length, Buffer.byteLength(body)],
      );
    }
    const page: unknown = isObject(connection) ? connection[OWN_PAGE] : null;
    if (!isObject(page) || page.hasNextPage !== true || typeof page.endCursor !== 'string') return 'COMPLETED';
    after = page.endCursor;
  }
}

async function runBulk(rt: ShopRuntime, row: BulkRow): Promise<void> {
  const shop = await firstRow<ShopRow>(rt.pool, 'select * from shops where id = $1', [row.shop_id]);
  if (!shop) return;
  await pause(rt.settings.bulkStepMs);
  const started = await rt.pool.query(
    `update shop_bulk_operations set status = 'RUNNING' where id = $1 and status = 'CREATED'`,
    [row.id],
  );
  if (started.rowCount === 0) return;
  await pause(rt.settings.bulkStepMs);
  let status: BulkRow['status'];
  let errorCode: string | null = null;
  try {
    status = await runPages(rt, shop, row);
  } catch (error) {
    status = 'FAILED';
    errorCode =
      error instanceof Error && error.message.startsWith('Access denied') ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR';
  }
  // Whoever sees that it is completed finds its webhook on the way.
  await inTransaction(rt.pool, async (db) => {
    const done = await firstRow<BulkRow>(
      db,
      'update shop_bulk_operations set status = $2, error_code = $3, completed_at = $4 where id = $1 returning *',
      [row.id, status, errorCode, rt.now()],
    );
    if (!done) return;
    const body = {
      admin_graphql_api_id: `gid://shopify/BulkOperation/${done.id}`,
      completed_at: done.completed_at && shopTime(done.completed_at, shop),
      created_at: shopTime(done.created_at, shop),
      error_code: errorCode,
      status: status.toLowerCase(),
      type: 'query',
    };
    await emit(db, rt, shop, 'bulk_operations/finish', () => body);
  });
  rt.poke();
}

export type BulkRunner = { poke: () => void; close: () => Promise<void> };

/** Runs queued bulk operations, up to five of a shop side by side, until closed. */
export async function startBulkRunner(rt: ShopRuntime): Promise<BulkRunner> {
  const running = new Map<string, Promise<void>>();
  let closed = false;
  // What was running when the process ended starts again from its beginning.
  await rt.pool.query(
    `delete from shop_bulk_chunks where operation_id in (select id from shop_bulk_operations where status in ('RUNNING','CANCELING'))`,
  );
  await rt.pool.query(
    `update shop_bulk_operations set object_count = 0, file_size = 0, status = case when status = 'RUNNING' then 'CREATED' else 'CANCELED' end where status in ('RUNNING','CANCELING')`,
  );

  async function look(): Promise<void> {
    if (closed) return;
    for (const row of await rows<BulkRow>(
      rt.pool,
      `select * from shop_bulk_operations where status = 'CREATED' order by id limit 50`,
    )) {
      if (running.has(row.id)) continue;
      running.set(
        row.id,
        runBulk(rt, row)
          .catch((error: unknown) => {
            if (!closed) process.stderr.write(`sandbox bulk operation ${row.id}: ${String(error)}\n`);
          })
          .finally(() => running.delete(row.id)),
      );
    }
  }

  let looking: Promise<void> = Promise.resolve();
  const poke = () => {
    looking = looking.then(look).catch((error: unknown) => {
      if (!closed) process.stderr.write(`sandbox bulk operations: ${String(error)}\n`);
    });
  };
  poke();
  return {
    poke,
    close: async () => {
      closed = true;
      await looking;
      await Promise.all(running.values());
    },
  };
}
