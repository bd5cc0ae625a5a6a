import { GOODS, OPTION_SETS } from './data/goods.ts';
import type { Sku } from './world.ts';

/** A good of the provider with one SKU per combination of its options. */
export type Good = {
  title: string;
  kind: string;
  shape: Sku['picture']['shape'];
  price: number;
  options: { name: string; values: string[] }[];
  skus: (Sku & { values: string[] })[];
};

const HUES = [24, 96, 168, 214, 286, 338];

/** The provider's catalogue. Six hues per shape: pictures are few, and the same good looks the same everywhere. */
export function makeGoods(): Good[] {
  return GOODS.map(([title, kind, shape, price, cost, grams, set], index): Good => {
    const options = OPTION_SETS[set].map(({ name, values }) => ({ name, values: [...values] }));
    const picture = { shape, hue: HUES[(index * 5 + Math.floor(index / 8)) % HUES.length] ?? 24 };
    const combinations = options.reduce<string[][]>(
      (done, option) => done.flatMap((values) => option.values.map((value) => [...values, value])),
      [[]],
    );
    const skus = combinations.map((values, at) => ({
      key: [title, ...values].join(' / '),
      title: [title, values.join(' ')].filter(Boolean).join(', '),
      attributes: Object.fromEntries(options.map((option, position) => [option.name, values[position] ?? ''])),
      values,
      grams: grams + at * (set === 'sizes' || set === 'volumes' ? Math.round(grams * 0.3) : 0),
      cost: cost + at * (set === 'sizes' || set === 'volumes' ? Math.round(cost * 0.18) : 0),
      picture,
    }));
    return { title, kind, shape, price, options, skus };
  });
}
