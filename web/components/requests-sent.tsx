import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { formatDue } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { paths, withQuery } from '../lib/paths.ts';
import type { BulkActionChoice } from './bulk-dialog.tsx';

/** By when requests for quotes that are sent now are answered: "Mon 16:00"; undefined until it is known. */
export function useReplyTime(): string | undefined {
  const { i18n } = useTranslation();
  const now = useNow();
  const { data: clock } = useApiQuery(api.quotes.clock, {});
  return clock && formatDue(clock.due_at, now, i18n.language);
}

/** To the requests that wait for the agent. */
export function ViewRequests({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button component={Link} to={withQuery(paths.quotes, { tab: 'awaiting_us' })} onClick={onClick}>
      {label}
    </Button>
  );
}

/** Requests whatever price or rate orders lack, each to its country, and leads to the requests. */
export function useRequestChoice(): BulkActionChoice {
  const { t } = useTranslation('orders');
  return {
    action: 'request_quotes',
    label: t('bulk.request.label'),
    title: t('bulk.request.title'),
    titleDone: t('bulk.request.titleDone'),
    can: (count) => t('bulk.request.can', { count }),
    done: (count) => (count > 0 ? <QuotesRequested count={count} /> : undefined),
    next: (_found, close) => <ViewRequests label={t('bulk.request.view')} onClick={close} />,
    confirm: (count) => t('bulk.request.confirm', { count }),
  };
}

/** For how many orders quotes were requested, and by when they are answered. */
function QuotesRequested({ count }: { count: number }) {
  const { t } = useTranslation('orders');
  const time = useReplyTime();
  return time === undefined ? t('bulk.request.done', { count }) : t('bulk.request.doneUntil', { count, time });
}
