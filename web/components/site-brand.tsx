import { useTranslation } from 'react-i18next';
import { useSiteConfig } from '../lib/site-config.ts';

/** Name of the provider as people know it: the brand of this domain, else the product's. */
export function useBrandName(): string {
  const { t } = useTranslation();
  return useSiteConfig().brand_name || t('app.name');
}

/** The brand on pages without the shell: logo, when the branding has one, and name. */
export function SiteBrand({ size = 24 }: { size?: number }) {
  const { sidebar_logo: logo } = useSiteConfig();
  const name = useBrandName();
  return (
    <>
      {logo !== '' && (
        <img src={logo} alt="" height={size} style={{ maxWidth: 160, marginRight: 10, verticalAlign: 'middle' }} />
      )}
      {name}
    </>
  );
}
