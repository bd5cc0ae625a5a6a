import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../api/client.ts';

/** Puts the site's domain in the place of the brand's name, as notices show it (decision 34). */
export function useDomainForBrand(): (text: string) => string {
  const { data } = useQuery({
    queryKey: ['branding', 'site'],
    queryFn: ({ signal }) => api.branding.site({}, { signal }),
    meta: { quiet: true },
  });
  const brand = data?.brand_name ?? '';
  const domain = data?.domain ?? '';
  return useCallback((text: string) => (brand === '' ? text : text.replaceAll(brand, domain)), [brand, domain]);
}
