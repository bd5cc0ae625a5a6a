import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';

/** What a request is about: a product, or the products that a bulk preview found possible; nothing for all. */
type About = { product_id?: string | undefined; run?: string };

/** The countries that a request begins with (P54) and why, once they are known. */
export function useUsualCountries(about: About): { countries?: string[]; help?: string; known: boolean } {
  const { t } = useTranslation('quotes-request');
  const { data, isError } = useApiQuery(api.quotes.destinations, { query: about });
  if (!data) return { known: isError };
  const count = data.countries.reduce((sum, { orders }) => sum + orders, 0);
  const countries = data.countries.map(({ country }) => country);
  return { countries, help: t(`usual.${data.because}`, { count }), known: true };
}

/** Fills the countries of a request once they are known, unless somebody chose some; answers why these, and whether it is known yet. */
export function useUsualDestinations<Values extends { destinations: string[] }>(
  form: UseFormReturnType<Values>,
  productId?: string,
): { help?: string; known: boolean } {
  const { countries: destinations, ...usual } = useUsualCountries({ product_id: productId });
  const untouched = form.getValues().destinations.length === 0 && !form.isTouched('destinations');
  useEffect(() => {
    if (!destinations || !untouched) return;
    form.setInitialValues({ ...form.getInitialValues(), destinations });
    form.setValues((values) => ({ ...values, destinations }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once they come; what is chosen afterwards stays
  }, [usual.known]);
  return usual;
}
