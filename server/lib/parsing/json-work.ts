import { isLosslessNumber, parse } from 'lossless-json';
import { jsonLimits } from './json-limits.ts';

/** So many entries of a list are kept: more names no record. */
const longestList = 10_000;

type Plain = null | boolean | string | Plain[] | { [name: string]: Plain };

/** Named members of a JSON object with its numbers as they are written; lists are cut. Null for what is no object. */
export function pickMembers(text: string, names: readonly string[]): Record<string, unknown> | null {
  const body = readObject(text);
  return (
    body && Object.fromEntries(names.flatMap((name) => (Object.hasOwn(body, name) ? [[name, plain(body[name])]] : [])))
  );
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const body = parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Without numbers, which are objects here: a copy that crosses between processes. */
function plain(value: unknown): Plain {
  if (isLosslessNumber(value)) return value.value;
  if (Array.isArray(value)) return value.slice(0, longestList).map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

/** Whether a body may be read at once: 'not_json', 'too_many' values or levels, or 'fine'. */
export function checkJson(text: string): 'fine' | 'not_json' | 'too_many' {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'not_json';
  }
  let values = 0;
  const pending: [unknown, number][] = [[body, 1]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, depth] = next;
    values += 1;
    if (values > jsonLimits.values || depth > jsonLimits.levels) return 'too_many';
    if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) pending.push([member, depth + 1]);
  }
  return 'fine';
}
