import { presentTitle } from '../lib/page-titles.ts';

/** Texts of a feature as i18next takes them. */
export type Tree = { readonly [key: string]: unknown };

const plural = /_(?:zero|one|two|few|many|other)$/;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function setText(base: Tree, path: readonly string[], text: string): Tree {
  const [head = '', ...rest] = path;
  const now = Object.hasOwn(base, head) ? base[head] : undefined;
  if (rest.length === 0) {
    const fits = typeof now === 'string' || (now === undefined && plural.test(head));
    return fits ? { ...base, [head]: text } : base;
  }
  return isTree(now) ? { ...base, [head]: setText(now, rest, text) } : base;
}

/** `base` with other words. Only texts that exist are replaced, and plural forms added: the shape stays what the app asks for. */
export function overlay(base: Tree, texts: readonly (readonly [key: string, text: string])[]): Tree {
  return texts.reduce((tree, [key, text]) => setText(tree, key.split('.'), text), base);
}

/** Where texts of features are kept now that had another name when a branding may have named them. */
const formerNames: Readonly<Record<string, string>> = {
  'ask-price': 'quotes-request',
  explain: 'order-history',
  mapping: 'products.mapping',
  'order-acts': 'orders-actions',
  'order-drafts': 'orders-manual',
  'order-edits': 'orders-edit',
  'order-list': 'orders-list',
  'order-parts': 'orders-edit',
  promises: 'delivery-planning',
  'store-care': 'stores.detail',
  stocking: 'stock-orders',
  talks: 'conversations',
};

/** A key under the name that its feature, or its page in the menu, has now. */
function presentKey(key: string): string {
  const parts = key.split(/[.:]/);
  const [first = '', ...rest] = parts;
  const page = parts.at(-1) ?? '';
  if (parts.at(-2) === 'menu' && presentTitle(page) !== page)
    return [...parts.slice(0, -1), presentTitle(page)].join('.');
  const present = Object.hasOwn(formerNames, first) ? formerNames[first] : undefined;
  return present === undefined || rest.length === 0 ? key : [present, ...rest].join('.');
}

/** Those texts of a dictionary that belong to `feature`: `orders.title` to orders, `menu.orders` to the shell. */
export function textsOf(
  feature: string,
  features: ReadonlySet<string>,
  texts: readonly (readonly [string, string])[],
): (readonly [string, string])[] {
  return texts.flatMap(([key, text]) => {
    const [first = '', ...rest] = presentKey(key).split(/[.:]/);
    const named = features.has(first) && rest.length > 0;
    if ((named ? first : 'shell') !== feature) return [];
    return [[(named ? rest : [first, ...rest]).join('.'), text] as const];
  });
}
