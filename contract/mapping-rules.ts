/** What a mapping may hold; the same for the editor and the server. */
export const mappingLimits = { components: 20, quantity: 999, rules: 50, variants: 2048 } as const;

/** Where and when a rule of a mapping counts; no country means every country, no day an open end. */
export type RuleScope = { countries: readonly string[]; valid_from: string | null; valid_to: string | null };

const startOf = (scope: RuleScope) => scope.valid_from ?? '0000-01-01';
const endOf = (scope: RuleScope) => scope.valid_to ?? '9999-12-31';

/** Whether two rules would count for the same order with the same right: days meet, and countries too (or both name none). */
export function rulesOverlap(a: RuleScope, b: RuleScope): boolean {
  if (startOf(a) > endOf(b) || startOf(b) > endOf(a)) return false;
  if (a.countries.length === 0 || b.countries.length === 0) return a.countries.length === b.countries.length;
  return a.countries.some((country) => b.countries.includes(country));
}

/** The first two rules that overlap, by their places in the list. */
export function firstOverlap(rules: readonly RuleScope[]): [number, number] | null {
  for (const [second, rule] of rules.entries()) {
    const first = rules.slice(0, second).findIndex((earlier) => rulesOverlap(earlier, rule));
    if (first !== -1) return [first, second];
  }
  return null;
}

/** The place of the rule that counts for a country and day: one that names the country before one that names none. */
export function ruleFor(rules: readonly RuleScope[], country: string | null, day: string): number | null {
  const counts = (rule: RuleScope) => startOf(rule) <= day && day <= endOf(rule);
  const named = rules.findIndex((rule) => counts(rule) && country !== null && rule.countries.includes(country));
  if (named !== -1) return named;
  const open = rules.findIndex((rule) => counts(rule) && rule.countries.length === 0);
  return open === -1 ? null : open;
}

/** Texts that differ in case and spaces only are the same to a person who packs. */
export const plainText = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');
