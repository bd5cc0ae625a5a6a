import { plainText } from '#contract/mapping-rules.ts';
import type { Drift } from '#contract/mappings.ts';

/** What a person sees of a variant at the shop when confirming what it consists of. */
export type Seen = {
  product_title?: string;
  title?: string;
  sku?: string;
  options?: { name: string; value: string }[];
  /** Address of the picture at the shop without host and query, which change with every upload of a theme. */
  picture?: string | null;
};
export type Item = { code: string; discontinued: boolean; attributes: Attributes; confirmed: Attributes };
type Attributes = Record<string, unknown>;

export type Confirmed = {
  then: Seen;
  now: Seen;
  /** Contents of the pictures, where both are mirrored: the same picture under another address is no change. */
  picture_then: string | null;
  picture_now: string | null;
  until_sold_out: boolean;
  items: readonly Item[];
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** What is not as it was confirmed; case and spaces do not count (domain.md §3.2). What was not recorded is not compared. */
export function driftOf(confirmed: Confirmed): Drift[] {
  return [...shopDrift(confirmed), ...pictureDrift(confirmed), ...itemDrift(confirmed)];
}

function shopDrift({ then, now }: Confirmed): Drift[] {
  const options = then.options ? optionDrift(then.options, now.options ?? []) : [];
  const found: Drift[] = [];
  for (const kind of ['product_title', 'title', 'sku'] as const) {
    const [from, to] = [then[kind], now[kind] ?? ''];
    // Shops make a variant's title of its options: one change is reported once.
    if (kind === 'title' && options.length > 0) continue;
    if (from !== undefined && plainText(from) !== plainText(to)) found.push({ kind, name: null, from, to });
  }
  return [...found, ...options];
}

/** By place: a renamed option is one change of its name, not an option less and one more. */
function optionDrift(then: NonNullable<Seen['options']>, now: NonNullable<Seen['options']>): Drift[] {
  return Array.from({ length: Math.max(then.length, now.length) }, (_, place) => [then[place], now[place]] as const)
    .filter(
      ([a, b]) => !a || !b || plainText(a.value) !== plainText(b.value) || plainText(a.name) !== plainText(b.name),
    )
    .map(([a, b]) => {
      const renamed = a && b && plainText(a.value) === plainText(b.value);
      return {
        kind: 'option' as const,
        name: a?.name ?? b?.name ?? null,
        from: (renamed ? a.name : a?.value) ?? null,
        to: (renamed ? b.name : b?.value) ?? null,
      };
    });
}

function pictureDrift({ then, now, picture_then, picture_now }: Confirmed): Drift[] {
  if (then.picture === undefined || then.picture === (now.picture ?? null)) return [];
  if (picture_then !== null && picture_then === picture_now) return [];
  return [{ kind: 'picture', name: null, from: then.picture, to: now.picture ?? null }];
}

function itemDrift({ items, until_sold_out }: Confirmed): Drift[] {
  return items.flatMap((item): Drift[] => {
    if (item.discontinued && !until_sold_out)
      return [{ kind: 'item_discontinued', name: item.code, from: null, to: null }];
    return Object.entries(item.confirmed).flatMap(([name, value]): Drift[] => {
      const [from, to] = [textOf(value), textOf(item.attributes[name])];
      return plainText(from) === plainText(to)
        ? []
        : [{ kind: 'item_attribute', name: `${item.code} ${name}`, from, to }];
    });
  });
}
