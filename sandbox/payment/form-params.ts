import { invalidRequest } from './stripe-error.ts';

/** Parameters as Stripe reads them from a form: strings at the leaves, `a[b]` an object, `a[0]` and `a[]` a list. */
export type Params = { [name: string]: ParamValue };
export type ParamValue = string | ParamValue[] | Params;

const MAX_PAIRS = 1000;
const MAX_DEPTH = 6;

/** Parses a form-encoded body or query string with Stripe's bracket notation. */
export function parseForm(text: string): Params {
  const root: Params = blank();
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > MAX_PAIRS) throw invalidRequest('Too many parameters.');
  for (const [name, value] of pairs) put(root, pathOf(name), value, name);
  return withLists(root);
}

// No prototype: a parameter called __proto__ is a parameter like any other.
function blank(): Params {
  return Object.create(null) as Params;
}

function pathOf(name: string): string[] {
  const [, head, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (head === undefined) throw invalidRequest(`Invalid parameter name: ${name}`, { param: name });
  const path = [head, ...[...(rest ?? '').matchAll(/\[([^[\]]*)\]/g)].map((found) => found[1] ?? '')];
  if (path.length > MAX_DEPTH) throw invalidRequest(`Parameter nested too deeply: ${name}`, { param: name });
  return path;
}

function put(root: Params, path: string[], value: string, name: string): void {
  let at = root;
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      if (typeof at[key] === 'object')
        throw invalidRequest(`Invalid parameter: ${name} is both a value and an object.`, { param: name });
      at[key] = value;
      return;
    }
    const next = (at[key] ??= blank());
    if (typeof next === 'string')
      throw invalidRequest(`Invalid parameter: ${name} is both a value and an object.`, { param: name });
    at = next as Params; // lists are made only after all pairs were read
  }
}

function withLists(params: Params): Params {
  const result = blank();
  for (const [key, value] of Object.entries(params))
    result[key] = typeof value === 'string' ? value : listOrObject(value as Params);
  return result;
}

function listOrObject(params: Params): ParamValue {
  const inner = withLists(params);
  const keys = Object.keys(inner);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(inner) : inner;
}
