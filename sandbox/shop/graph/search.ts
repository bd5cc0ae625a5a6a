import type { GraphContext } from './context.ts';

/** One condition of a search: `updated_at:>='2026-11-01T00:00:00Z'`. A word without a field has an empty field. */
export type Term = { field: string; op: '=' | '>' | '>=' | '<' | '<='; value: string; negated: boolean };
export type Search = { kind: 'term'; term: Term } | { kind: 'and' | 'or'; parts: Search[] };

const TOKEN =
  /\s*(?:(\()|(\))|(-)?(?:([A-Za-z_][\w.]*):)?(>=|<=|>|<|=)?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s()'"]+)))/y;

type Token = '(' | ')' | 'AND' | 'OR' | 'NOT' | Term;

function tokens(text: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match || TOKEN.lastIndex === from) break;
    const [, open, close, minus, field, op, single, double, bare] = match;
    if (open) found.push('(');
    else if (close) found.push(')');
    else if (!field && !op && bare && ['AND', 'OR', 'NOT'].includes(bare)) found.push(bare as 'AND' | 'OR' | 'NOT');
    else
      found.push({
        field: field ?? '',
        op: (op as Term['op'] | undefined) ?? '=',
        value: (single ?? double ?? bare ?? '').replace(/\\(.)/g, '$1'),
        negated: Boolean(minus),
      });
  }
  return found;
}

/** Reads Shopify's search syntax: terms side by side mean AND, OR binds weaker, parentheses group. */
export function parseSearch(text: string): Search {
  const list = tokens(text);
  let at = 0;

  function either(): Search {
    const parts = [both()];
    while (list[at] === 'OR') {
      at += 1;
      parts.push(both());
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts };
  }

  function both(): Search {
    const parts: Search[] = [];
    while (at < list.length && list[at] !== 'OR' && list[at] !== ')') {
      const token = list[at++];
      if (token === '(') {
        parts.push(either());
        if (list[at] === ')') at += 1;
      } else if (token === 'NOT') {
        const next = list[at];
        if (typeof next === 'object') list[at] = { ...next, negated: !next.negated };
      } else if (typeof token === 'object') parts.push({ kind: 'term', term: token });
    }
    return { kind: 'and', parts };
  }

  const whole: Search[] = [either()];
  while (at < list.length) {
    at += 1;
    whole.push(either());
  }
  return { kind: 'and', parts: whole };
}

/** Makes a condition of a term, or `null` for a field it does not know. `bind` adds a value and answers its `$n`. */
export type Field = (term: Term, bind: (value: unknown) => string, now: Date) => string | null;

const ENDLESS = '9223372036854775807';

/** A time column. `value` is ISO text; anything else matches nothing. */
export function timeField(column: string): Field {
  return (term, bind) => {
    const at = new Date(term.value);
    return Number.isNaN(at.getTime()) ? 'false' : `${column} ${term.op} ${bind(at)}::timestamptz`;
  };
}

/** An exact text, compared without case; `*` stands for anything. */
export function textField(expression: string): Field {
  return (term, bind) =>
    term.value.includes('*')
      ? `lower(${expression}) like ${bind(
          term.value
            .toLowerCase()
            .replace(/[\\%_]/g, '\\$&')
            .replaceAll('*', '%'),
        )}`
      : `lower(${expression}) = ${bind(term.value.toLowerCase())}`;
}

/** A numeric id; also compared with `>` and `<`. */
export function idField(column: string): Field {
  return (term, bind) =>
    /^\d{1,19}$/.test(term.value) && (term.value.length < 19 || term.value <= ENDLESS)
      ? `${column} ${term.op} ${bind(term.value)}::bigint`
      : 'false';
}

/** A state column written in capitals; several values are separated by commas. */
export function stateField(column: string): Field {
  return (term, bind) => `${column} = any(${bind(term.value.toUpperCase().split(','))}::text[])`;
}

/** SQL of a whole search; unknown fields are ignored with a warning. */
export function searchSql(ctx: GraphContext, text: string, fields: Record<string, Field>, values: unknown[]): string {
  const bind = (value: unknown) => `$${values.push(value)}`;

  function condition(search: Search): string | null {
    if (search.kind === 'term') {
      const made = fields[search.term.field]?.(search.term, bind, ctx.rt.now()) ?? null;
      if (made === null)
        ctx.warnings.push({ field: search.term.field, message: 'Invalid search field for this query.' });
      return made !== null && search.term.negated ? `not (${made})` : made;
    }
    const parts = search.parts.flatMap((part) => condition(part) ?? []);
    if (parts.length === 0) return null;
    return `(${parts.join(search.kind === 'and' ? ' and ' : ' or ')})`;
  }

  return condition(parseSearch(text)) ?? 'true';
}
