import { GOODS, OPTION_SETS } from './data/goods.ts';
import { CATALOGUE_SCENE } from '../shop/picture.ts';
import type { Sku } from './world.ts';

/** A good of the provider with one SKU per combination of its options. */
export type Good = {
  title: string;
  kind: string;
  motif: Sku['picture']['motif'];
  price: number;
  options: { name: string; values: string[] }[];
  skus: (Sku & { values: string[] })[];
};

/** The provider's catalogue: each good with a picture of its own. */
export function makeGoods(): Good[] {
  return GOODS.map(([title, kind, motif, price, cost, grams, set]): Good => {
    const options = OPTION_SETS[set].map(({ name, values }) => ({ name, values: [...values] }));
    const picture = { motif, scene: CATALOGUE_SCENE };
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
    return { title, kind, motif, price, options, skus };
  });
}
