import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../components/session.tsx';
import { useWaiting } from '../lib/progress.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { PlainSpinner } from '../ui/plain-button.tsx';
import classes from './frames.module.css';
import { LazyBoundary, lazyPart } from '../components/lazy-part.tsx';

/** The shell, fetched when somebody is logged in. */
export const LazyShell = lazyPart(async () => (await import('../shell/shell.tsx')).Shell);
/** The component library and the data of the server around everything but the plain pages. */
export const LazyWorkbench = lazyPart(async () => (await import('./workbench.tsx')).Workbench);

const LazyPrompts = lazy(async () => ({ default: (await import('./prompts.tsx')).Prompts }));

/** The moment before the first page. */
export function Splash() {
  const { t } = useTranslation();
  useWaiting();
  return (
    <div className={classes.splash} role="status" aria-label={t('app.loading')}>
      <PlainSpinner />
    </div>
  );
}

/** A page without navbar, sidebar and tabs. */
export function BarePage({ entry }: { entry: PageEntry }) {
  const Page = entry.page;
  if (Page === undefined) return null;
  return (
    <LazyBoundary fallback={<Splash />}>
      <Page />
    </LazyBoundary>
  );
}

/** The greeting dialogs, fetched after the shell. Where one cannot be fetched or breaks, the visit goes on without. */
export function MountedPrompts(props: { profile: Profile; path: string | undefined }) {
  return (
    <Quietly>
      <Suspense fallback={null}>
        <LazyPrompts {...props} />
      </Suspense>
    </Quietly>
  );
}

class Quietly extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
