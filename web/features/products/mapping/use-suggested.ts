import { useMemo } from 'react';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { fromSuggestion } from './mapping-draft.ts';
import type { Mapping } from './use-mapping.ts';
import type { Variant, Suggestion } from './mapping-types.ts';

export type Suggested = {
  /** What a row that nobody has decided yet probably is. */
  of: (variant: Variant) => Suggestion | undefined;
  accept: (variant: Variant) => void;
  /** Rows that have one. */
  waiting: readonly Variant[];
};

/** Suggestions for the rows that consist of nothing and are not decided. */
export function useSuggested(productId: string, variants: readonly Variant[], mapping: Mapping): Suggested {
  const { data } = useApiQuery(api.suggestions.list, { query: { product_id: productId, per_page: 200 } });
  const byVariant = useMemo(() => new Map((data?.data ?? []).map((one) => [one.variant.id, one])), [data]);
  const of = (variant: Variant) =>
    variant.components.length === 0 && !mapping.drafts.has(variant.id) ? byVariant.get(variant.id) : undefined;
  const accept = (variant: Variant) => {
    const suggestion = of(variant);
    if (suggestion) mapping.decide(variant, fromSuggestion(suggestion));
  };
  return { of, accept, waiting: variants.filter((variant) => of(variant) !== undefined) };
}
