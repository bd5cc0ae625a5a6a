import { plainText } from '#contract/mapping-rules.ts';

type Option = { name: string; value: string };
type Attributes = Readonly<Record<string, string>>;
type Item = { id: string; title: string; attributes: Attributes };

/** Words for the same thing, in the languages of shops and suppliers. The catalogue's own table knows more. */
const alike: readonly (readonly string[])[] = [
  ['color', 'colour', 'farbe', 'couleur', '颜色'],
  ['size', 'größe', 'taille', '尺码', '尺寸', '大小'],
  ['material', 'stoff', '材质'],
  ['style', 'typ', 'type', '款式'],
  ['xs', 'extra small', '加小码'],
  ['s', 'small', 'sm', '小', '小码', '小号'],
  ['m', 'medium', 'md', '中', '中码', '中号'],
  ['l', 'large', 'lg', '大', '大码', '大号'],
  ['xl', 'extra large', 'x-large', '加大', '加大码'],
  ['xxl', '2xl', 'xx-large', '特大码'],
  ['one size', 'default title', 'os', 'free size', '均码'],
  ['black', 'bk', '黑', '黑色'],
  ['white', 'wh', '白', '白色'],
  ['red', 'rd', '红', '红色'],
  ['blue', 'bl', '蓝', '蓝色'],
  ['green', 'gn', '绿', '绿色'],
  ['yellow', 'yl', '黄', '黄色'],
  ['pink', 'pk', '粉', '粉色'],
  ['grey', 'gray', 'gy', '灰', '灰色'],
  ['brown', 'br', '棕', '棕色'],
  ['purple', 'pp', '紫', '紫色'],
  ['orange', 'og', '橙', '橙色'],
  ['beige', '米色'],
  ['gold', '金', '金色'],
  ['silver', '银', '银色'],
];
const groupOf = new Map(alike.flatMap((words, group) => words.map((word): [string, number] => [word, group])));

/** The table's group of a word; `红/RD` says one thing twice, `S/M` says two things and has none. */
function meaningOf(word: string): number | undefined {
  const groups = new Set(word.split('/').map((part) => groupOf.get(part.trim())));
  const [group] = groups;
  return groups.size === 1 ? group : undefined;
}

/** Whether two words mean the same: but for case and spaces, or by the table. */
export function sameWord(a: string, b: string): boolean {
  const [x, y] = [plainText(a), plainText(b)];
  if (x === y) return true;
  const meaning = meaningOf(x);
  return meaning !== undefined && meaning === meaningOf(y);
}

/** What the person said about options: the attribute of each option, and the attribute's value for each option value. */
export type Pairs = Readonly<Record<string, { attribute: string; values: Readonly<Record<string, string>> }>>;

const saidFor = (option: Option, pairs: Pairs) => pairs[option.name]?.values[option.value];
const attributeOf = (option: Option, attributes: Attributes, pairs: Pairs) =>
  pairs[option.name]?.attribute ?? Object.keys(attributes).find((name) => sameWord(name, option.name));

const agrees = (option: Option, value: string, pairs: Pairs) =>
  saidFor(option, pairs) === value || sameWord(option.value, value);

export type Disagreement = { option: string; value: string; attribute: string };

/** Options whose text says something else than the item's attribute of that name; silent where there is none. */
export function disagreements(options: readonly Option[], attributes: Attributes, pairs: Pairs = {}): Disagreement[] {
  return options.flatMap((option) => {
    const name = attributeOf(option, attributes, pairs);
    const attribute = name === undefined ? undefined : attributes[name];
    if (attribute === undefined || agrees(option, attribute, pairs)) return [];
    return [{ option: option.name, value: option.value, attribute }];
  });
}

/** How well an item fits: agreeing options less disagreeing ones. */
export function fitOf(options: readonly Option[], item: Item, pairs: Pairs = {}): number {
  const agreeing = options.filter((option) =>
    Object.values(item.attributes).some((value) => agrees(option, value, pairs)),
  ).length;
  return agreeing - 2 * disagreements(options, item.attributes, pairs).length;
}

/** Items of one product of the catalogue have one title before the last comma. */
export const familyOf = (item: Pick<Item, 'title'>): string => {
  const comma = item.title.lastIndexOf(', ');
  return comma === -1 ? item.title : item.title.slice(0, comma);
};

/** What the words alone suggest for the options, over the items of a family. */
export function guessPairs(options: ReadonlyMap<string, readonly string[]>, items: readonly Item[]): Pairs {
  const pairs: Record<string, { attribute: string; values: Record<string, string> }> = {};
  const names = [...new Set(items.flatMap((item) => Object.keys(item.attributes)))];
  for (const [name, values] of options) {
    const attribute = names.find((known) => sameWord(known, name)) ?? bestAttribute(values, names, items);
    if (attribute === undefined) continue;
    const known = valuesOf(attribute, items);
    const found = values.flatMap((value): [string, string][] => {
      const same = known.find((other) => sameWord(value, other));
      return same === undefined ? [] : [[value, same]];
    });
    pairs[name] = { attribute, values: Object.fromEntries(found) };
  }
  return pairs;
}

/** The attribute that shares the most words with the option's values. */
function bestAttribute(values: readonly string[], names: readonly string[], items: readonly Item[]) {
  const shared = (name: string) =>
    valuesOf(name, items).filter((known) => values.some((value) => sameWord(value, known))).length;
  return names.filter((name) => shared(name) > 0).sort((a, b) => shared(b) - shared(a))[0];
}

/** All values that the items have for an attribute. */
export const valuesOf = (attribute: string, items: readonly Item[]): string[] => [
  ...new Set(items.flatMap((item) => item.attributes[attribute] ?? [])),
];

/** The one item that the pairs name for a variant; none when a value is not paired or several items fit. */
export function itemFor<I extends Item>(options: readonly Option[], items: readonly I[], pairs: Pairs): I | undefined {
  const named = options.filter((option) => pairs[option.name] !== undefined);
  if (named.length === 0 && items.length !== 1) return undefined;
  const found = items.filter((item) =>
    named.every((option) => {
      const pair = pairs[option.name];
      const said = pair?.values[option.value];
      return pair !== undefined && said !== undefined && item.attributes[pair.attribute] === said;
    }),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The options of a product with their values, in the shop's order. */
export function optionsOf(variants: readonly { options: readonly Option[] }[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, value } of variants.flatMap((variant) => variant.options)) {
    const values = found.get(name) ?? [];
    if (!values.includes(value)) found.set(name, [...values, value]);
  }
  return found;
}
