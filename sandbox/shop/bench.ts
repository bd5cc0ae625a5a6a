import { createServer, type IncomingHttpHeaders } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { createEmptyDatabase } from '#testing/database.ts';
import { openStore } from '../store.ts';
import type { ShopSettings } from './runtime.ts';
import { type RunningShops, startShops } from './start-shops.ts';

export const APP = {
  clientId: 'test-client',
  secret: 'hush-hush-client-secret',
  redirectUrls: ['http://localhost:8080/shopify/auth'],
};

export const ALL_SCOPES = [
  'write_orders',
  'write_products',
  'write_inventory',
  'read_locations',
  'write_publications',
  'write_fulfillments',
  'write_merchant_managed_fulfillment_orders',
  'write_assigned_fulfillment_orders',
];

const folder = new URL('./operations/', import.meta.url);

/** Text of the GraphQL documents by file name, as an app would send them. */
export const DOCUMENTS = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => [name.replace(/\.graphql$/, ''), readFileSync(new URL(name, folder), 'utf8')]),
);

/** An answer of any shape, read by its keys; tests compare what they find there. */
export type Json = { [key: string]: Json };

export type GraphFault = { message: string; path?: string[]; extensions?: { code?: string } };

export type Answer = { status: number; headers: Headers; body: { data: Json; errors: GraphFault[]; extensions: Json } };

/** A value of an answer as a list. */
export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export type ShopBench = RunningShops & {
  /** Sends one operation of a document with a token. */
  ask: (
    domain: string,
    token: string,
    document: string,
    operationName: string | null,
    variables?: object,
  ) => Promise<Answer>;
  query: (sql: string, values?: unknown[]) => Promise<void>;
};

/** Shops on a database of the test file's own. */
export async function shopBench(settings: Partial<ShopSettings> = {}, now?: () => Date): Promise<ShopBench> {
  const database = await createEmptyDatabase();
  const pool = await openStore(database.url);
  const shops = await startShops({
    pool,
    app: APP,
    port: 0,
    settings: { routingDelayMs: 0, bulkStepMs: 1, hookRetryMs: [20, 20, 20], ...settings },
    ...(now && { now }),
  });
  return {
    ...shops,
    query: async (sql, values) => void (await pool.query(sql, values)),
    ask: async (domain, token, document, operationName, variables = {}) => {
      const response = await fetch(`${shops.url}/${domain}/admin/api/2026-07/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        body: JSON.stringify({ query: DOCUMENTS[document] ?? document, variables, operationName }),
      });
      return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
    },
    close: async () => {
      await shops.close();
      await pool.end();
      await database.drop();
    },
  };
}

export type Received = { headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  url: string;
  received: Received[];
  answer: (status: number) => void;
  close: () => Promise<void>;
};

/** A webhook receiver that keeps what it got and answers as told. */
export async function receiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    received,
    answer: (next) => {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
