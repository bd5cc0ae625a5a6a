import { labelledCatalog, type LabelledSku, type LabelledProduct, nounOf, otherTitle } from './labelled-catalog.ts';
import { type Random, randomFrom } from '#sandbox/demo/random.ts';

/** A store variant of which it is known what it is: a SKU and how many of it, or nothing of the catalogue. */
export type LabelledVariant = {
  trap: string;
  product_title: string;
  title: string;
  sku: string;
  options: { name: string; value: string }[];
  /** Likeness of the product's picture to those of SKUs, as a search by picture tells it. */
  similarity: Map<string, number>;
  truth: { code: string; quantity: number } | null;
};
export type LabelledSet = { catalog: LabelledProduct[]; variants: LabelledVariant[] };

const spoken: Record<string, string[]> = {
  Black: ['Black', 'black', 'BLK', 'Schwarz', '黑色', 'Black '],
  White: ['White', 'WHITE', 'Weiß', '白色'],
  Red: ['Red', 'RD', 'Rot', '红', '红色'],
  Blue: ['Blue', 'Blau', '蓝色'],
  Navy: ['Navy', 'Navy Blue', 'NAVY', '藏青色'],
  Green: ['Green', 'Grün', '绿色'],
  'Dark green': ['Dark Green', 'Forest green', '墨绿色'],
  Grey: ['Grey', 'Gray', 'GRY', '灰色'],
  Pink: ['Pink', '粉色', 'Rosa'],
  Beige: ['Beige', '米色'],
  'Rose gold': ['Rose Gold', 'rosegold', '玫瑰金'],
  Silver: ['Silver', '银色', 'Silber'],
  S: ['S', 'Small', '小码', 'small'],
  M: ['M', 'Medium', '中码', 'Med'],
  L: ['L', 'Large', '大码', 'LARGE'],
  XL: ['XL', 'X-Large', 'Extra Large', '加大码'],
  '2XL': ['2XL', 'XXL', 'XX-Large'],
  '350 ml': ['350 ml', '350ML', '0.35 L'],
  '500 ml': ['500 ml', '500ml', '0.5 L'],
  '750 ml': ['750 ml', '750ML', '0,75 l'.replace(',', '.')],
  '40 x 60 cm': ['40 x 60 cm', '40x60cm', '400 × 600 mm'],
  '50 x 80 cm': ['50 x 80 cm', '50x80cm'],
};
const puffs = ['Aurora™', 'NORDIK', 'The Original', '2026 New', 'Hot Sale', 'Premium', 'Casa & Co'];
const tails = ['- Free Shipping', '| Best Gift', 'for Home', 'for Her', '(New Arrival)'];

/** A catalogue and `count` variants with the traps that merchants' stores set; the same for the same seed. */
export function labelledSet(seed: number, count = 1000): LabelledSet {
  const random = randomFrom(`labelled ${seed}`);
  const catalog = labelledCatalog(random, 220, 200_000 + seed * 2_000);
  const codes = catalog.flatMap((product) => product.skus.map((sku) => sku.code));
  const variants = Array.from({ length: count }, () => makeVariant(random, catalog, codes));
  return { catalog, variants };
}

const traps: [name: string, weight: number][] = [
  ['plain', 46],
  ['not offered', 14],
  ['code of another product', 6],
  ['not offered, with a code of ours', 4],
  ['code of another size', 5],
  ['pack', 6],
  ['colour not offered', 6],
  ['no option named', 5],
  ['near colour', 4],
  ['one size', 4],
];

function makeVariant(random: Random, catalog: LabelledProduct[], codes: string[]): LabelledVariant {
  const trap = random.weighted(traps);
  const make = makers[trap] ?? plain;
  return { trap, ...make({ random, catalog, codes }) };
}

type Make = { random: Random; catalog: LabelledProduct[]; codes: string[] };
type Made = Omit<LabelledVariant, 'trap'>;

function plain({ random, catalog, codes }: Make, pick?: { product: LabelledProduct; sku: LabelledSku }): Made {
  const product = pick?.product ?? random.pick(catalog);
  const sku = pick?.sku ?? random.pick(product.skus);
  const options = Object.entries(sku.means).map(([name, value]) => ({
    name: nameOf(random, name),
    value: say(random, value),
  }));
  return {
    product_title: retitle(random, product.title),
    title: options.map((option) => option.value).join(' / ') || 'Default Title',
    sku: skuOf(random, sku, codes),
    options: options.length > 0 ? options : [{ name: 'Title', value: 'Default Title' }],
    similarity: similarityOf(random, catalog, product),
    truth: { code: sku.code, quantity: 1 },
  };
}

const makers: Record<string, (make: Make) => Made> = {
  plain,
  'not offered': (make) => {
    const made = plain(make);
    const title = otherTitle(make.random, make.catalog);
    return {
      ...made,
      product_title: retitle(make.random, title),
      sku: make.random.chance(0.5) ? '' : `X-${make.random.int(1000, 9999)}`,
      similarity: similarityOf(make.random, make.catalog, null, nounOf(title)),
      truth: null,
    };
  },
  'code of another product': (make) => ({ ...plain(make), sku: make.random.pick(make.codes) }),
  'not offered, with a code of ours': (make) => ({
    ...(makers['not offered'] ?? plain)(make),
    sku: make.random.pick(make.codes),
  }),
  'code of another size': (make) => {
    const product = make.random.pick(make.catalog.filter((one) => one.skus.length > 2));
    const [sku, other] = make.random.some(product.skus, 2);
    if (!sku || !other) return plain(make);
    return { ...plain(make, { product, sku }), sku: other.code };
  },
  pack: (make) => {
    const made = plain(make);
    const n = make.random.pick([2, 3, 4]);
    const quantity = made.truth && { ...made.truth, quantity: n };
    const said = make.random.pick([`${n}-Pack`, `Set of ${n}`, `${n} pcs`, `${n}件装`]);
    return make.random.chance(0.5)
      ? { ...made, product_title: `${made.product_title} ${said}`, truth: quantity }
      : { ...made, options: [...made.options, { name: 'Bundle', value: said }], truth: quantity };
  },
  'colour not offered': (make) => {
    const product = make.random.pick(make.catalog.filter((one) => one.skus.some((sku) => sku.means.Color)));
    const offered = new Set(product.skus.map((sku) => sku.means.Color));
    const missing = ['Orange', 'Yellow', 'Purple', 'Khaki', 'Teal Dream', 'Sage', 'Coffee', 'Gold'].filter(
      (color) => !offered.has(color),
    );
    const made = plain(make, { product, sku: make.random.pick(product.skus) });
    const value = make.random.pick(missing);
    return {
      ...made,
      options: made.options.map((option) => (/colo|farbe|颜色/i.test(option.name) ? { ...option, value } : option)),
      sku: make.random.chance(0.6) ? '' : `C-${make.random.int(100, 999)}`,
      truth: null,
    };
  },
  'no option named': (make) => {
    const product = make.random.pick(make.catalog.filter((one) => one.skus.length > 1));
    const made = plain(make, { product, sku: make.random.pick(product.skus) });
    return {
      ...made,
      title: 'Default Title',
      options: [{ name: 'Title', value: 'Default Title' }],
      sku: '',
      truth: null,
    };
  },
  'near colour': (make) => {
    const product = make.random.pick(make.catalog.filter((one) => one.skus.some((sku) => sku.means.Color === 'Blue')));
    const made = plain(make, {
      product,
      sku: product.skus.find((sku) => sku.means.Color === 'Blue') ?? make.random.pick(product.skus),
    });
    return {
      ...made,
      options: made.options.map((option) =>
        /colo|farbe|颜色/i.test(option.name)
          ? { ...option, value: make.random.pick(['Sky Blue', 'Dark Blue', 'Royal Blue', 'Baby Blue']) }
          : option,
      ),
      sku: '',
      truth: null,
    };
  },
  'one size': (make) => {
    const product = make.random.pick(make.catalog.filter((one) => one.skus.length === 1));
    const made = plain(make, { product, sku: product.skus[0] ?? make.random.pick(product.skus) });
    return {
      ...made,
      title: 'One Size',
      options: [{ name: 'Size', value: make.random.pick(['One Size', '均码', 'OS', 'Free size']) }],
    };
  },
};

const say = (random: Random, value: string) => random.pick(spoken[value] ?? [value]);

function nameOf(random: Random, name: string): string {
  if (name === 'Color') return random.pick(['Color', 'Colour', '颜色', 'Farbe']);
  if (name === 'Size') return random.pick(['Size', 'SIZE', '尺码', 'Größe']);
  return name;
}

/** A merchant's own wording: the same words, others around them, some left out, or a name that says nothing. */
function retitle(random: Random, title: string): string {
  const words = title.split(' ');
  const roll = random.next();
  if (roll < 0.3) return title;
  if (roll < 0.6) return `${random.pick(puffs)} ${title} ${random.chance(0.5) ? random.pick(tails) : ''}`.trim();
  if (roll < 0.8) return random.some(words, words.length).join(' ');
  if (roll < 0.93)
    return [random.pick(puffs), ...words.filter((_, at) => at !== random.int(0, words.length - 1))].join(' ');
  return `${random.pick(puffs)} ${random.pick(['Bliss', 'Glow', 'Zen', 'Mira'])}`;
}

function skuOf(random: Random, sku: LabelledSku, codes: string[]): string {
  const roll = random.next();
  if (roll < 0.3) return sku.code;
  if (roll < 0.6) return '';
  if (roll < 0.62) return random.pick(codes);
  return `${random.pick(['LM', 'KX', 'SHOP'])}-${random.int(100, 999)}`;
}

/** The provider's own picture, another shot, or none; things of the same kind look alike, and now and then very alike. */
function similarityOf(
  random: Random,
  catalog: LabelledProduct[],
  product: LabelledProduct | null,
  noun = product?.noun,
): Map<string, number> {
  const found = new Map<string, number>();
  if (random.chance(0.15)) return found;
  const put = (one: LabelledProduct, similarity: number) =>
    one.skus.forEach((sku) => similarity >= 0.5 && found.set(sku.code, similarity));
  for (const one of catalog) {
    if (one === product) continue;
    const near = one.noun === noun ? 0.25 + random.next() * 0.5 : random.next() * 0.5;
    put(one, one.noun === noun && random.chance(0.06) ? 0.85 + random.next() * 0.13 : near);
  }
  if (product) put(product, random.chance(0.65) ? 0.93 + random.next() * 0.07 : 0.5 + random.next() * 0.4);
  return found;
}
