import { readFileSync } from 'node:fs';
import { buildSchema, type DocumentNode, GraphQLError, parse, validate } from 'graphql';
import { appWrites } from './app-writes.ts';
import { ROOT_SCOPES, requireAny } from './access.ts';
import { bulkFields } from './bulk-fields.ts';
import type { GraphContext } from './context.ts';
import { fulfilmentWrites } from './fulfilment-writes.ts';
import { hookFields } from './hook-writes.ts';
import { orderWrites } from './order-writes.ts';
import { productWrites } from './product-writes.ts';
import { queries } from './queries.ts';
import { stockWrites } from './stock-writes.ts';

/** Subset of Shopify's Admin schema 2026-07; its licence lies beside it. */
export const schema = buildSchema(readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'));

type RootField = (args: never, ctx: GraphContext, info: never) => unknown;

const fields: Record<string, RootField> = {
  ...queries,
  ...orderWrites,
  ...fulfilmentWrites,
  ...productWrites,
  ...stockWrites,
  ...hookFields,
  ...bulkFields,
  ...appWrites,
};

function guarded(name: string, field: RootField): RootField {
  const scopes = ROOT_SCOPES[name] ?? [];
  return (args, ctx, info) => {
    requireAny(ctx, name, scopes);
    return field(args, ctx, info);
  };
}

/** Root fields with their access check; graphql calls them as methods of the root value. */
export const rootValue = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, guarded(name, field)]),
);

const known = new Map<string, DocumentNode | readonly GraphQLError[]>();
const KEPT_DOCUMENTS = 300;

/** Parses and validates a document; clients send the same few again and again, so answers are kept. */
export function readDocument(source: string): DocumentNode | readonly GraphQLError[] {
  const kept = known.get(source);
  if (kept) return kept;
  let answer: DocumentNode | readonly GraphQLError[];
  try {
    const document = parse(source);
    const errors = validate(schema, document);
    answer = errors.length > 0 ? errors.map((error) => withCode(error)) : document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    answer = [
      new GraphQLError(error.message, {
        extensions: { code: 'PARSE_ERROR' },
        ...(error.source && { source: error.source }),
      }),
    ];
  }
  if (known.size >= KEPT_DOCUMENTS) known.clear();
  known.set(source, answer);
  return answer;
}

/** Shopify's names for mistakes in a document (shopify.md §2.3). */
function withCode(error: GraphQLError): GraphQLError {
  const code = error.message.startsWith('Cannot query field')
    ? 'undefinedField'
    : /is required, but it was not provided/.test(error.message)
      ? 'missingRequiredArguments'
      : error.message.startsWith('Unknown argument')
        ? 'argumentNotAccepted'
        : 'argumentLiteralsIncompatible';
  return new GraphQLError(error.message, { nodes: error.nodes ?? null, extensions: { code } });
}
