import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, samePath } from '../lib/paths.ts';
import classes from './navbar.module.css';
import type { PageEntry } from './page-entry.ts';
import { findChain } from './page-table.ts';
import { useShell } from './shell-context.tsx';

/** Dashboard / parents / page; the last is where you are (shell 5.2). */
export function Breadcrumb() {
  const { t } = useTranslation();
  const { chain, entries } = useShell();
  const dashboard = findChain(entries, paths.dashboard);
  const first = chain[0];
  const whole = first === undefined || samePath(first.path, paths.dashboard) ? chain : [...dashboard, ...chain];
  // a submenu and its first page may have one name: it is said once
  const name = (entry: PageEntry | undefined) => entry && t(`menu.${entry.title}`);
  const crumbs = whole.filter((entry, index) => name(entry) !== name(whole[index + 1]));
  return (
    <nav aria-label={t('navbar.breadcrumb')} data-tour="breadcrumb" style={{ minWidth: 0 }}>
      <ol className={classes.crumbs}>
        {crumbs.map((entry, index) => {
          const label = t(`menu.${entry.title}`);
          const last = index === crumbs.length - 1;
          return (
            <li key={entry.path} aria-current={last ? 'page' : undefined}>
              {last || entry.page === undefined ? label : <Link to={entry.path}>{label}</Link>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
