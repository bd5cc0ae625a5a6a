import type { ComponentRow, VersionRow } from './variants.db.ts';

export type Recipe = { components: Component[]; rules: Rule[]; until_sold_out: boolean };

const componentsOf = (parts: readonly ComponentRow[]): Component[] =>
  parts.map(({ sku, quantity }) => ({ catalog_sku_id: sku.id, quantity }));

/** What a kept version says, as it would be said again. */
export const recipeOf = (version: Pick<VersionRow, 'components' | 'rules' | 'until_sold_out'>): Recipe => ({
  components: componentsOf(version.components),
  rules: version.rules.map((rule) => ({ ...rule, components: componentsOf(rule.components) })),
  until_sold_out: version.until_sold_out,
});

/** Equal for the same things in whatever order they are named. */
const unordered = (things: readonly unknown[]) =>
  things
    .map((thing) => JSON.stringify(thing))
    .sort((a, b) => (a < b ? -1 : 1))
    .join();

const pieces = (components: readonly Component[]) =>
  unordered(components.map(({ catalog_sku_id, quantity }) => [catalog_sku_id, quantity]));

const scopes = (rules: readonly Rule[]) =>
  unordered(rules.map((rule) => [unordered(rule.countries), rule.valid_from, rule.valid_to, pieces(rule.components)]));

/** What differs between two recipes. */
export function differences(a: Recipe, b: Recipe): ('components' | 'rules' | 'until_sold_out')[] {
  return [
    ...(pieces(a.components) === pieces(b.components) ? [] : ['components' as const]),
    ...(scopes(a.rules) === scopes(b.rules) ? [] : ['rules' as const]),
    ...(a.until_sold_out === b.until_sold_out ? [] : ['until_sold_out' as const]),
  ];
}

/** What a version changed against the one before. */
export function changedIn(version: VersionRow, before: VersionRow | undefined) {
  if (!before || before.outcome !== version.outcome) return ['outcome' as const];
  const found = differences(recipeOf(version), recipeOf(before));
  return found.length > 0 ? found : ['confirmed' as const];
}

export type Component = { catalog_sku_id: string; quantity: number };

export type Rule = {
  countries: string[];
  valid_from: string | null;
  valid_to: string | null;
  components: Component[];
};
