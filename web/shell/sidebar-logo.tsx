import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useSiteConfig } from '../lib/site-config.ts';
import { BrandMark } from './brand-mark.tsx';
import classes from './sidebar.module.css';

type SidebarLogoProps = {
  small: boolean;
  siteName: string;
  /** Closes the drawer of a phone. */
  onLeave: () => void;
};

/**
 * The logo over the menu, 50 px high, leads to the root (shell 3.4): picture and title; collapsed the picture alone, or
 * the title where there is none. The product's own mark stands only for the product's own name.
 */
export function SidebarLogo({ small, siteName, onLeave }: SidebarLogoProps) {
  const { t } = useTranslation();
  const { sidebar_logo: logo, brand_name } = useSiteConfig();
  const [broken, setBroken] = useState<string>();
  const own = brand_name === '' || brand_name === t('app.name');
  const picture =
    logo !== '' && broken !== logo ? <img src={logo} alt="" onError={() => setBroken(logo)} /> : undefined;
  const mark = picture ?? (own && logo === '' ? <BrandMark /> : undefined);
  return (
    <Link to={paths.root} className={classes.brand} aria-label={siteName} data-small={small} onClick={onLeave}>
      {mark}
      {(!small || mark === undefined) && <span className={classes.brandName}>{siteName}</span>}
    </Link>
  );
}
