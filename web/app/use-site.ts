import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
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
    void call(api.branding.site()).then((site) => {
      if (site !== false) takeSite(site);
    });
  }, []);
  return site_title || brand_name || t('app.name');
}
