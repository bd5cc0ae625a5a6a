import type { StorePlan } from './data/merchants.ts';
import type { Random } from './random.ts';
import { handleOf } from '../shop/catalogue.ts';
import type { Ids, Product, QuotePlan, Sourcing, Variant } from './world.ts';
import type { Good } from './world-goods.ts';

const day = 86_400_000;
const SERIES = ['Dune', 'Nordsee', 'Alma', 'Field', 'Brook', 'Solstice', 'Mira', 'Grove', 'Tempo', 'Harvest'];
const NOTES = [
  'Plain packaging, please. Our insert card goes into each parcel.',
  'We sell about ten a day and expect more before the holidays.',
  'Same quality as our sample from spring.',
  'Could you also quote the set of two?',
  'Please check whether the finish is food safe.',
  '',
  '',
];

/** Units of a currency for a US dollar, roughly; the demo's shops need no better. */
const RATES: Record<string, number> = {
  USD: 1,
  EUR: 0.92,
  GBP: 0.79,
  CAD: 1.37,
  AUD: 1.52,
  NZD: 1.66,
  BRL: 5.4,
  SGD: 1.34,
};

/** A price tag as shops write it: 1 490 cents become 14.90 or 14.95 of the shop's money. */
function tag(cents: number, currency: string): number {
  const units = Math.max(1, Math.round((cents * (RATES[currency] ?? 1)) / 100));
  return units * 100 - (units % 2 === 0 ? 10 : 5);
}

type Input = {
  plan: StorePlan;
  goods: Good[];
  ids: Ids;
  now: Date;
  scale: number;
  /** How the store takes its pictures. */
  scene: number;
};

/** Products of one store: no good twice, most of them priced, some on their way, some never asked for. */
export function makeProducts(random: Random, { plan, goods, ids, now, scale, scene }: Input): Product[] {
  const count = Math.max(3, Math.round(plan.products * Math.min(1, scale * 4)));
  const fitting = random.some(
    goods.filter((good) => plan.kinds.includes(good.kind)),
    count,
  );
  const others = goods.filter((good) => !plan.kinds.includes(good.kind));
  const chosen = [...fitting, ...random.some(others, count - fitting.length)];
  const taken = new Set<string>();
  return chosen.map((good, index): Product => {
    const title = random.chance(0.45) ? `${good.title} ${random.pick(SERIES)}` : good.title;
    let handle = handleOf(title);
    while (taken.has(handle)) handle += '-2';
    taken.add(handle);
    const created = Math.max(1, Math.min(plan.age, 90) - random.int(0, 6));
    return {
      id: ids.product(),
      title,
      handle,
      kind: good.kind,
      picture: { motif: good.motif, scene },
      created_at: new Date(now.getTime() - created * day),
      options: plan.shop === null ? [] : good.options,
      variants: variantsOf(random, good, index, { plan, ids }),
      sourcing: sourcingOf(random, index, { plan, now, count }),
    };
  });
}

function variantsOf(
  random: Random,
  good: Good,
  index: number,
  { plan, ids }: { plan: StorePlan; ids: Ids },
): Variant[] {
  const factor = 0.92 + random.next() * 0.3;
  const letters = (plan.shop ?? plan.name)
    .replace(/[^a-z]/gi, '')
    .slice(0, 2)
    .toUpperCase();
  const code = good.title
    .replace(/[^A-Z]/g, '')
    .slice(0, 3)
    .padEnd(2, 'X');
  const reduced = random.chance(0.3);
  // A store without a shop knows its goods from its files: one variant each.
  const skus = plan.shop === null ? good.skus.slice(0, 1) : good.skus;
  return skus.map((sku, at): Variant => {
    const price = tag(good.price * factor * (sku.cost / (good.skus[0]?.cost ?? sku.cost)), plan.currency);
    const tail = sku.values
      .map(
        (value) =>
          `-${value
            .replace(/[^A-Za-z0-9]/g, '')
            .slice(0, 3)
            .toUpperCase()}`,
      )
      .join('');
    return {
      id: ids.variant(),
      title: plan.shop !== null && sku.values.length > 0 ? sku.values.join(' / ') : 'Default Title',
      values: sku.values,
      sku: `${letters}${String(index + 1).padStart(2, '0')}-${code}${tail || `-${at + 1}`}`,
      price,
      compare_at: reduced ? Math.round((price * 1.25) / 100) * 100 - 5 : null,
      grams: sku.grams,
      made_of: sku.key,
    };
  });
}

/** The first products of a store have prices, so that there is always something to sell. */
function sourcingOf(
  random: Random,
  index: number,
  { plan, now, count }: { plan: StorePlan; now: Date; count: number },
): Sourcing {
  if (index < Math.ceil(count * 0.6)) return { kind: 'listed' };
  const kind = random.weighted([
    ['listed', 30],
    ['accepted', 26],
    ['none', 18],
    ['submitted', 9],
    ['quoted', 9],
    ['declined', 5],
    ['cancelled', 3],
  ] as const);
  if (plan.shop === null || kind === 'listed') return { kind: 'listed' };
  if (kind === 'none') return { kind: 'none' };
  return { kind: 'quote', quote: quoteOf(random, kind, plan, now) };
}

function quoteOf(random: Random, end: QuotePlan['end'], plan: StorePlan, now: Date): QuotePlan {
  const oldest = Math.min(plan.age, 58);
  const daysAgo =
    end === 'submitted'
      ? Number(random.int(0, 9) === 0) // few wait for longer than a business day
      : end === 'quoted'
        ? random.int(2, 6)
        : random.int(8, Math.max(9, oldest - 2));
  // what waits was requested this morning in Shanghai, so that its reply isn't due this evening already
  const hoursAgo = random.int(2, end === 'submitted' ? 4 : 9);
  const asked = new Date(now.getTime() - daysAgo * day - hoursAgo * 3_600_000);
  const answered = new Date(asked.getTime() + random.int(5, 22) * 3_600_000);
  const closed = new Date(answered.getTime() + random.int(3, 50) * 3_600_000);
  const isAnswered = end !== 'submitted' && end !== 'cancelled';
  return {
    asked_at: asked,
    answered_at: isAnswered ? answered : null,
    closed_at: end === 'accepted' || end === 'declined' ? closed : end === 'cancelled' ? answered : null,
    end,
    note: random.pick(NOTES),
    orders_per_day: random.int(1, 12),
  };
}
