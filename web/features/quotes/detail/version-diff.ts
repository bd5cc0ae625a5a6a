import { chargeableWeight, freightOf } from '#contract/freight.ts';
import type { QuoteVersion } from '../quotes-types.ts';

type Version = Pick<QuoteVersion, 'lines' | 'freight' | 'price_lock_days'>;

/** One thing that a version says otherwise than the one before. */
export type Change = {
  /** A variant's title, or destination and channel; null for terms of the whole answer. */
  about:
    | { kind: 'line'; title: string }
    | { kind: 'freight'; destination: string; channel: string }
    | { kind: 'terms' };
  what: 'price' | 'weight' | 'lead' | 'moq' | 'sku' | 'freight' | 'days' | 'tax' | 'lock' | 'added' | 'removed';
  from: string | number | null;
  to: string | number | null;
  /** Whether it is in the client's favour; null when that cannot be said. */
  better: boolean | null;
};

type Pair = Pick<Change, 'what' | 'from' | 'to' | 'better'>;

/** Amounts where less is better. */
const less = (what: Change['what'], from: number, to: number): Pair[] =>
  from === to ? [] : [{ what, from, to, better: to < from }];
const other = (what: Change['what'], from: string, to: string): Pair[] =>
  from === to ? [] : [{ what, from, to, better: null }];

function changesOfLine(from: Version['lines'][number], to: Version['lines'][number]): Pair[] {
  return [
    ...other('sku', from.sku.code, to.sku.code),
    ...less('price', from.unit_price, to.unit_price),
    ...less('weight', from.weight_g, to.weight_g),
    ...less('lead', from.lead_days, to.lead_days),
    ...less('moq', from.moq, to.moq),
  ];
}

/** What one piece of the first variant costs by the row; a formula alone says little. */
function sample(version: Version, row: Version['freight'][number]): number {
  const [line] = version.lines;
  return freightOf(row.formula, chargeableWeight(line ?? { weight_g: 0, volume_mm3: 0 }, row.weighing));
}

/** What changed from one version to the next, goods first. */
export function versionDiff(before: Version, after: Version): Change[] {
  const { price_lock_days: lock } = before;
  const changes: Change[] = paired(before.lines, after.lines, (line) => String(line.line)).flatMap(([from, to]) => {
    const about = { kind: 'line' as const, title: (to ?? from)?.title ?? '' };
    if (from && to) return changesOfLine(from, to).map((pair) => ({ about, ...pair }));
    const price = (to ?? from)?.unit_price ?? null;
    return [gone(about, from ? price : null, to ? price : null)];
  });
  const freight: Change[] = paired(
    before.freight,
    after.freight,
    (row) => `${row.destination} ${row.channel.id}`,
  ).flatMap(([from, to]) => {
    const row = to ?? from;
    const about = { kind: 'freight' as const, destination: row?.destination ?? '', channel: row?.channel.name ?? '' };
    if (!from || !to) return [gone(about, from ? sample(before, from) : null, to ? sample(after, to) : null)];
    const days = `${from.days_min}–${from.days_max}`;
    const later: Pair[] = other('days', days, `${to.days_min}–${to.days_max}`);
    const faster = to.days_max === from.days_max ? null : to.days_max < from.days_max;
    return [
      ...less('freight', sample(before, from), sample(after, to)),
      ...later.map((pair) => ({ ...pair, better: faster })),
      ...other('tax', from.tax_mode, to.tax_mode),
    ].map((pair) => ({ about, ...pair }));
  });
  const terms: Change[] =
    lock === after.price_lock_days
      ? []
      : [
          {
            about: { kind: 'terms' },
            what: 'lock',
            from: lock,
            to: after.price_lock_days,
            better: after.price_lock_days > lock,
          },
        ];
  return [...changes, ...freight, ...terms];
}

const gone = (about: Change['about'], from: number | null, to: number | null): Change =>
  to === null ? { about, what: 'removed', from, to, better: false } : { about, what: 'added', from, to, better: true };

function paired<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string,
): [T | undefined, T | undefined][] {
  const old = new Map(before.map((one) => [keyOf(one), one]));
  const now = new Map(after.map((one) => [keyOf(one), one]));
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => [old.get(key), now.get(key)]);
}
