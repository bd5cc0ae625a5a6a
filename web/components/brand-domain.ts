import { useCallback } from 'react';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';

/** Name and texts of this domain. What shows them does without after a failure. */
export function useSiteTexts(enabled = true) {
  return useApiQuery(api.branding.site, enabled ? {} : null);
}

/** Puts the site's domain in the place of the brand's name, as notices show it (P34). */
export function useDomainForBrand(): (text: string) => string {
  const { data } = useSiteTexts();
  const brand = data?.brand_name ?? '';
  const domain = data?.domain ?? '';
  return useCallback((text: string) => (brand === '' ? text : text.replaceAll(brand, domain)), [brand, domain]);
}
