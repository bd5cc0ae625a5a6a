import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { crumbsOf } from './crumbs.ts';
import classes from './navbar.module.css';
import { useShell } from './shell-context.tsx';

/** Dashboard / parents / page; the last is where you are (shell 5.2). */
export function Breadcrumb() {
  const { t } = useTranslation();
  const { chain, entries } = useShell();
  const crumbs = crumbsOf(entries, chain, (entry) => t(`menu.${entry.title}`));
  return (
    <nav aria-label={t('navbar.breadcrumb')} data-tour="breadcrumb" style={{ minWidth: 0 }}>
      <ol className={classes.crumbs}>
        {crumbs.map(({ entry, name, to }, index) => (
          <li key={entry.path} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {to === undefined ? name : <Link to={to}>{name}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
