import { z } from 'zod';
import { contract } from '#contract/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { appError } from '../lib/app-error.ts';
import { resolveActor } from './actor.ts';
import type { Host } from './host.ts';
import { tokenOf } from './known-callers.ts';

const errorAnswer = {
  description: 'Refused; `message` says why and what to do.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/** An OpenAPI 3.1 document derived from the contract, so that it cannot drift from what is mounted. */
export function openApiDocument(publicUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [feature, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const path = (paths[endpoint.path] ??= {});
      path[endpoint.method.toLowerCase()] = operation(feature, name, endpoint);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tradewind', version: '1' },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(errorSchema, 'output') },
    },
  };
}

const errorSchema = z.object({
  status: z.int(),
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string().optional(),
});

function operation(feature: string, name: string, endpoint: Endpoint): Record<string, unknown> {
  const data = schemaOf(endpoint.answer, 'output');
  const meta = endpoint.meta && schemaOf(endpoint.meta, 'output');
  const answer = {
    type: 'object',
    required: ['status', 'data', ...(meta ? ['meta'] : [])],
    properties: { status: { const: 200 }, data, ...(meta && { meta }) },
  };
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary.replace(/ \((?:decision|spec)[^)]*\)/g, ''), // our own references mean nothing outside
    'x-access': endpoint.access,
    ...(endpoint.seconds && { 'x-seconds': endpoint.seconds }),
    ...(endpoint.access.kind === 'public' && { security: [] }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...keyHeader(endpoint),
    ],
    ...(endpoint.body && { requestBody: body(endpoint) }),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: answer } } },
      default: errorAnswer,
    },
  };
}

function body(endpoint: Endpoint): Record<string, unknown> {
  const type = endpoint.upload ? 'multipart/form-data' : 'application/json';
  return { required: true, content: { [type]: { schema: schemaOf(endpoint.body, 'input') } } };
}

function keyHeader(endpoint: Endpoint): object[] {
  if (!endpoint.idempotent) return [];
  return [
    { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', minLength: 8, maxLength: 100 } },
  ];
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): object[] {
  if (!schema) return [];
  const json = schemaOf(schema, 'input') as { properties?: Record<string, object> };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || !mayBeAbsent(schema, name),
    schema: property,
  }));
}

/** Whether a field may be left out: a schema that fills it in by itself looks required from outside. */
function mayBeAbsent(schema: z.ZodType, name: string): boolean {
  const field: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  return field instanceof z.ZodType && field.safeParse(undefined).success;
}

function schemaOf(schema: z.ZodType | undefined, io: 'input' | 'output'): Record<string, unknown> {
  if (!schema) return {};
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern; // `uuid` and `date-time` say it for readers and generators
    },
  });
  return json;
}

/** `GET /api/openapi.json` (P32); in production for whoever is logged in (P57). */
export function mountOpenApi({ fastify, config, ground }: Host): void {
  let document: Record<string, unknown> | undefined;
  fastify.get('/api/openapi.json', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (config.NODE_ENV === 'production') {
      const reader = await resolveActor(ground, tokenOf(request));
      if (reader.kind === 'anonymous') throw appError('not_logged_in', { text: 'general.api_reference_login' });
    }
    return (document ??= openApiDocument(config.PUBLIC_URL));
  });
}
