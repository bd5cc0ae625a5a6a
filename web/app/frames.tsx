import { Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEntry } from '../shell/page-entry.ts';
import type { ShellValue } from '../shell/shell-context.tsx';
import classes from './frames.module.css';

const LazyShell = lazy(async () => ({ default: (await import('../shell/shell.tsx')).Shell }));

/** The moment before the first page. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <div className={classes.splash} role="status" aria-label={t('app.loading')}>
      <Loader size={28} aria-hidden />
    </div>
  );
}

/** A page without navbar, sidebar and tabs. */
export function BarePage({ entry }: { entry: PageEntry }) {
  const Page = entry.page;
  if (Page === undefined) return null;
  return (
    <Suspense fallback={<Splash />}>
      <Page />
    </Suspense>
  );
}

/** The shell, fetched when somebody is logged in. */
export function MountedShell(props: ShellValue) {
  return (
    <Suspense fallback={<Splash />}>
      <LazyShell {...props} />
    </Suspense>
  );
}
