import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { siteConfig, takeSite, useSiteConfig } from '../lib/site-config.ts';

let asked = false;

/** Title of the site by its branding, else its brand, else the product's name. The page itself holds the branding. */
export function useSite(): string {
  const { t } = useTranslation();
  const { site_title, brand_name } = useSiteConfig();
  useEffect(() => {
    if (asked || siteConfig.get().revision !== '') return;
    asked = true; // only the development server sends a page without it
    api.branding.site().then(takeSite, () => undefined);
  }, []);
  return site_title || brand_name || t('app.name');
}
