import type { Access } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { send } from './transport.ts';

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  anyOf?: readonly Schema[];
};

/** One call as the document describes it. */
export type Operation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  'x-access': Access;
  parameters: readonly { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type OpenApi = { paths: Record<string, Record<string, Operation>> };

const openApiPath = '/api/openapi.json';

/** Fetches the description of our own API (P32); it has no `data` around it, as OpenAPI wants it. */
export async function readOpenApi(signal: AbortSignal): Promise<OpenApi> {
  const { response } = await send({ method: 'GET', url: openApiPath, signal });
  if (!response.ok) throw new ApiError({ kind: 'http', status: response.status, message: '' });
  return (await response.json()) as OpenApi; // written by our own server, and validated there by a test
}

/** A schema in a few words: `string (date-time)`, `"all" | "paid"`, `list of uuid`. */
export function schemaWords(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(schemaWords).join(' | ');
  if (schema.items !== undefined) return `list of ${schemaWords(schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

export type Field = { name: string; words: string; required: boolean };

/** Fields of a JSON body, those of nested objects with their path: `quick_links.url`. */
export function bodyFields(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): Field[] => {
    const own = {
      name: prefix + name,
      words: schemaWords(property),
      required: schema.required?.includes(name) ?? false,
    };
    const inner = property.properties === undefined ? (property.items ?? {}) : property;
    return [own, ...bodyFields(inner, `${prefix}${name}.`)];
  });
}
