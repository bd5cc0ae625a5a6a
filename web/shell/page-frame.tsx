import { Button, Skeleton } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { clientChoice } from '../api/client-choice.ts';
import { useProfile } from '../components/session.tsx';
import { useWaiting } from '../lib/progress.ts';
import { useStore } from '../lib/store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ClientPicker } from './client-picker.tsx';
import type { PageEntry } from './page-entry.ts';
import classes from './page-frame.module.css';
import { isStaff } from './page-table.ts';

/** One page with what stands around each: its own fault line, its skeleton, and the client picker for staff. */
export function PageFrame({ entry }: { entry: PageEntry }) {
  const profile = useProfile();
  const client = useStore(clientChoice);
  const Shown = entry.page;
  if (Shown === undefined) return null;
  if (entry.roles === undefined && isStaff(profile) && profile.acting_as === null && client === undefined) {
    return <ClientPicker />; // P3
  }
  return (
    <FaultLine>
      <Suspense fallback={<PageSkeleton />}>
        <Shown />
      </Suspense>
    </FaultLine>
  );
}

function PageSkeleton() {
  const { t } = useTranslation();
  useWaiting();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('app.loading')}>
      <Skeleton height={24} width={180} radius="sm" />
      <Skeleton height={320} radius="md" />
    </div>
  );
}

type FaultState = { failed: boolean };

/** Keeps a page that breaks from taking the shell and the other tabs with it (shell 5.6). */
class FaultLine extends Component<{ children: ReactNode }, FaultState> {
  override state: FaultState = { failed: false };

  static getDerivedStateFromError(): FaultState {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // oxlint-disable-next-line no-console -- the one trace that a broken page leaves
    console.error('A page stopped working', error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing="lost"
      title={t('broken.title')}
      text={t('broken.text')}
      action={<Button onClick={onRetry}>{t('broken.retry')}</Button>}
    />
  );
}
