import type { Random } from '#sandbox/demo/random.ts';

export type LabelledSku = {
  code: string;
  title: string;
  attributes: Record<string, string>;
  means: Record<string, string>;
};
export type LabelledProduct = { title: string; noun: string; skus: LabelledSku[] };

const nouns = [
  'Desk Lamp',
  'Floor Lamp',
  'Table Lamp',
  'Coffee Mug',
  'Travel Mug',
  'Water Bottle',
  'Lunch Box',
  'Yoga Mat',
  'Bath Mat',
  'Throw Pillow',
  'Wall Clock',
  'Phone Case',
  'Phone Stand',
  'Dog Collar',
  'Dog Leash',
  'Cat Bed',
  'Hair Clip',
  'Hair Dryer',
  'Running Shirt',
  'Hoodie',
  'Rain Jacket',
  'Baseball Cap',
  'Beanie',
  'Crossbody Bag',
  'Backpack',
  'Laptop Sleeve',
  'Necklace',
  'Bracelet',
  'Ring',
  'Watch Strap',
  'Knife Set',
  'Cutting Board',
  'Plant Pot',
  'Candle',
  'Diffuser',
  'Storage Box',
  'Shoe Rack',
  'Towel',
  'Blanket',
  'Socks',
] as const; // prettier-ignore
const kinds = [
  'LED',
  'Foldable',
  'Bamboo',
  'Ceramic',
  'Leather',
  'Minimalist',
  'Vintage',
  'Waterproof',
  'Magnetic',
  'Rechargeable',
  'Portable',
  'Velvet',
  'Nordic',
  'Kids',
  'Striped',
  'Insulated',
] as const; // prettier-ignore
const extras = [
  'with Clamp',
  'with Lid',
  'with USB Port',
  'with Handle',
  'with Pocket',
  'with Timer',
  'with Dimmer',
  'with Straw',
] as const;
const colors = [
  'Black',
  'White',
  'Red',
  'Blue',
  'Navy',
  'Green',
  'Dark green',
  'Grey',
  'Pink',
  'Beige',
  'Rose gold',
  'Silver',
];
const sizes = ['S', 'M', 'L', 'XL', '2XL'];
/** The provider's own short forms. */
const codesOf: Record<string, string> = { Red: '红/RD', Black: '黑色', L: '大码', M: '中码' };

const titleOf = (random: Random, noun: string) =>
  [
    random.pick(kinds),
    ...(random.chance(0.25) ? [random.pick(kinds)] : []),
    noun,
    ...(random.chance(0.4) ? [random.pick(extras)] : []),
  ].join(' ');

export const nounOf = (title: string): string => nouns.find((noun) => title.includes(noun)) ?? '';

/** A title of the same kind of thing that the catalogue does not have. */
export function otherTitle(random: Random, catalog: readonly LabelledProduct[]): string {
  const taken = new Set(catalog.map((product) => product.title.split(' ').sort().join(' ')));
  for (;;) {
    const title = titleOf(random, random.pick(nouns));
    if (!taken.has(title.split(' ').sort().join(' '))) return title;
  }
}

/** Products of which many differ in one word only, in colours, sizes and measures. */
export function labelledCatalog(random: Random, count: number, firstCode: number): LabelledProduct[] {
  const made: LabelledProduct[] = [];
  let number = firstCode;
  while (made.length < count) {
    const title = otherTitle(random, made);
    const skus = optionsOf(random).map((means): LabelledSku => {
      number += 1;
      const named = Object.fromEntries(
        Object.entries(means).map(([name, value]) => [name, random.chance(0.2) ? (codesOf[value] ?? value) : value]),
      );
      return {
        code: `TW${number}`,
        title: [title, Object.values(named).join(' ')].filter(Boolean).join(', '),
        attributes: named,
        means,
      };
    });
    made.push({ title, noun: nounOf(title), skus });
  }
  return made;
}

function optionsOf(random: Random): Record<string, string>[] {
  const roll = random.next();
  if (roll < 0.25) return [{}];
  if (roll < 0.6) return random.some(colors, random.int(2, 6)).map((Color) => ({ Color }));
  if (roll < 0.75) return sizes.slice(0, random.int(2, 5)).map((Size) => ({ Size }));
  if (roll < 0.9) return random.some(colors, 3).flatMap((Color) => sizes.slice(0, 3).map((Size) => ({ Color, Size })));
  return random.chance(0.5)
    ? ['350 ml', '500 ml', '750 ml'].map((Size) => ({ Size }))
    : ['40 x 60 cm', '50 x 80 cm'].map((Size) => ({ Size }));
}
