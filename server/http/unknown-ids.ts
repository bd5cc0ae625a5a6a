import pg from 'pg';
import { AppError } from '../lib/app-error.ts';
import type { Input } from './validate.ts';

const foreignKeyViolation = '23503';
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What a failed call is answered with: `not_found` under the field whose id the database does not know, when a foreign
 * key was broken by an id of the call; otherwise the error itself. Handlers therefore need not look for ids that they
 * only store.
 */
export function unknownIdRefusal(error: unknown, input: Input): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== foreignKeyViolation) return error;
  if (!error.detail?.includes('is not present in table')) return error; // something else still needs the row
  const columns = columnsOf(error);
  const field = idFields(input)
    .filter(({ name }) => columns.includes(`_${name}_`))
    .sort((a, b) => columns.indexOf(`_${a.name}_`) - columns.indexOf(`_${b.name}_`))
    .at(-1);
  if (!field) return error;
  const phrase = { text: 'fields.unknown_id' as const, params: { field: field.path } };
  return new AppError('not_found', phrase, { fields: { [field.path]: [phrase] } });
}

/** The key's columns as `_account_id_channel_id_`: behind row-level security PostgreSQL tells them by the key's name only. */
function columnsOf({ table = '', constraint = '' }: pg.DatabaseError): string {
  return `_${constraint.replace(`${table}_`, '').replace(/_fkey\d*$/, '')}_`;
}

/** The ids that a call names, each with the column name that its field would have: `variant_ids.0` is of `variant_id`. */
function idFields(input: Input): { path: string; name: string }[] {
  const fields: { path: string; name: string }[] = [];
  const collect = (value: unknown, path: string, name: string) => {
    if (typeof value === 'string' && name !== 'id' && uuidPattern.test(value)) fields.push({ path, name });
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value))
      collect(inner, path === '' ? key : `${path}.${key}`, isList ? name.replace(/ids$/, 'id') : key);
  };
  for (const part of [input.params, input.query, input.body]) collect(part, '', '');
  return fields;
}
