import type { Params, ParamValue } from './form-params.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';

const MAX_METADATA_KEYS = 50;
const MAX_METADATA_KEY = 40;
const MAX_METADATA_VALUE = 500;

export function optionalText(params: Params, name: string, path = name): string | null {
  const value = params[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param: path });
  return value;
}

export function text(params: Params, name: string, path = name): string {
  const value = optionalText(params, name, path);
  if (value === null) throw missingParam(path);
  return value;
}

export function optionalInteger(params: Params, name: string, path = name): number | null {
  const value = optionalText(params, name, path);
  if (value === null) return null;
  if (!/^-?\d{1,15}$/.test(value))
    throw invalidRequest(`Invalid integer: ${value}`, { param: path, code: 'parameter_invalid_integer' });
  return Number(value);
}

export function object(value: ParamValue | undefined, path: string): Params {
  if (value === undefined) throw missingParam(path);
  if (typeof value === 'string' || Array.isArray(value)) throw invalidRequest('Invalid object', { param: path });
  return value;
}

export function list(value: ParamValue | undefined, path: string): ParamValue[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalidRequest('Invalid array', { param: path });
  return value;
}

export function oneOf<T extends string>(value: string, allowed: readonly T[], path: string): T {
  const found = allowed.find((entry) => entry === value);
  if (found === undefined)
    throw invalidRequest(`Invalid ${path}: must be one of ${allowed.join(', ')}`, { param: path });
  return found;
}

export function url(params: Params, name: string): string {
  const value = text(params, name);
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
    throw invalidRequest('Not a valid URL', { param: name, code: 'url_invalid' });
  return value;
}

export function metadata(value: ParamValue | undefined, path = 'metadata'): Record<string, string> {
  if (value === undefined || value === '') return {};
  const entries = Object.entries(Array.isArray(value) ? value : object(value, path));
  if (entries.length > MAX_METADATA_KEYS)
    throw invalidRequest(`Metadata can have at most ${MAX_METADATA_KEYS} keys.`, { param: path });
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      if (typeof entry !== 'string')
        throw invalidRequest('Metadata values must be strings.', { param: `${path}[${key}]` });
      if (key.length > MAX_METADATA_KEY)
        throw invalidRequest(`Metadata keys can have at most ${MAX_METADATA_KEY} characters.`, { param: path });
      if (entry.length > MAX_METADATA_VALUE)
        throw invalidRequest(`Metadata values can have at most ${MAX_METADATA_VALUE} characters.`, {
          param: `${path}[${key}]`,
        });
      return [key, entry];
    }),
  );
}

/** Stripe refuses what it does not know, so a misspelt parameter never passes silently. */
export function assertKnown(params: Params, known: readonly string[], path = ''): void {
  const stranger = Object.keys(params).find((name) => !known.includes(name));
  if (stranger === undefined) return;
  const param = path === '' ? stranger : `${path}[${stranger}]`;
  throw invalidRequest(`Received unknown parameter: ${param}`, { param, code: 'parameter_unknown' });
}
