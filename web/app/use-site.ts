import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { createStore, useStore } from '../lib/store.ts';

const siteName = createStore<string | undefined>(undefined);
let asked = false;

/** Name of the site by its branding; the product's own until that is known. */
export function useSite(): string {
  const { t } = useTranslation();
  useEffect(() => {
    if (asked) return;
    asked = true;
    api.branding.site().then(
      (site) => siteName.set(site.brand_name),
      () => undefined, // a page without its branding still works
    );
  }, []);
  return useStore(siteName) ?? t('app.name');
}
