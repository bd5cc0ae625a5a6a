import {
  type DocumentNode,
  execute,
  getVariableValues,
  type GraphQLError,
  type OperationDefinitionNode,
} from 'graphql';
import type { ShopRow } from '../rows.ts';
import type { ShopRuntime } from '../runtime.ts';
import type { Buckets } from './bucket.ts';
import { type GraphContext, makeLoaders } from './context.ts';
import { actualCost, requestedCost } from './cost.ts';
import { readDocument, rootValue, schema } from './schema.ts';

export type GraphRequest = { query: string; variables: Record<string, unknown>; operationName: string | null };

export type GraphAnswer = { data?: unknown; errors?: unknown[]; extensions?: Record<string, unknown> };

/** What a request may see. */
export type Caller = { shop: ShopRow; scopes: ReadonlySet<string>; base: string };

/** Shared state of one request. */
export function makeContext(rt: ShopRuntime, caller: Caller, bulk = false): GraphContext {
  return { rt, ...caller, load: makeLoaders(rt.pool, caller.shop, rt.now()), bulk, warnings: [] };
}

const LARGEST_COST = 1_000;

function pickOperation(document: DocumentNode, name: string | null): OperationDefinitionNode | null {
  const all = document.definitions.filter((one): one is OperationDefinitionNode => one.kind === 'OperationDefinition');
  if (name === null) return all.length === 1 ? (all[0] ?? null) : null;
  return all.find((one) => one.name?.value === name) ?? null;
}

function failure(message: string, code: string): GraphAnswer {
  return { errors: [{ message, extensions: { code } }] };
}

/** Errors of resolvers without a code are mistakes of the sandbox and show as Shopify's own. */
function shown(error: GraphQLError): unknown {
  const plain = error.toJSON();
  if (error.extensions.code !== undefined) return plain;
  process.stderr.write(`sandbox graphql: ${error.originalError?.stack ?? error.message}\n`);
  return {
    ...plain,
    message: 'Internal error. Looks like something went wrong on our end.',
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}

/** Runs one request with cost accounting (shopify.md §2.2). `forceThrottle` answers THROTTLED whatever is left. */
export async function runGraph(
  rt: ShopRuntime,
  buckets: Buckets,
  caller: Caller,
  request: GraphRequest,
  forceThrottle: boolean,
): Promise<GraphAnswer> {
  const document = readDocument(request.query);
  if (!('kind' in document)) return { errors: document.map((error) => error.toJSON()) };
  const operation = pickOperation(document, request.operationName);
  if (!operation)
    return failure(
      request.operationName === null
        ? 'An operation name is required'
        : `No operation named "${request.operationName}"`,
      'BAD_REQUEST',
    );
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables);
  if (coerced.errors)
    return {
      errors: coerced.errors.map((error) => ({ message: error.message, extensions: { code: 'INVALID_VARIABLE' } })),
    };
  const model = { schema, document, variables: coerced.coerced };
  const requested = requestedCost(model, operation);
  const { id, plan } = caller.shop;
  const cost = (actual: number | null) => ({
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: buckets.status(id, plan),
  });
  if (requested > LARGEST_COST) {
    return {
      ...failure(
        `Query cost is ${requested}, which exceeds the single query max cost limit (${LARGEST_COST}).`,
        'MAX_COST_EXCEEDED',
      ),
      extensions: { cost: cost(null) },
    };
  }
  if (forceThrottle || !buckets.take(id, plan, requested)) {
    const throttled = {
      message: 'Throttled',
      extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
    };
    const { throttleStatus, ...rest } = cost(null);
    // A forced answer leaves the bucket alone, so that exactly the wanted requests are refused.
    const currentlyAvailable = Math.min(throttleStatus.currentlyAvailable, Math.max(0, requested - 1));
    return {
      errors: [throttled],
      extensions: { cost: { ...rest, throttleStatus: { ...throttleStatus, currentlyAvailable } } },
    };
  }
  const ctx = makeContext(rt, caller);
  const result = await execute({
    schema,
    document,
    rootValue,
    contextValue: ctx,
    variableValues: request.variables,
    operationName: request.operationName,
  });
  const actual = Math.min(requested, actualCost(model, operation, result.data));
  buckets.giveBack(id, plan, requested - actual);
  const search =
    ctx.warnings.length > 0 ? { search: [{ path: [operation.name?.value ?? 'query'], warnings: ctx.warnings }] } : {};
  return {
    ...(result.data !== undefined && { data: result.data }),
    ...(result.errors && { errors: result.errors.map(shown) }),
    extensions: { cost: cost(actual), ...search },
  };
}
