import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatNumber, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from '../stores.module.css';
import type { Store } from '../stores-types.ts';

type Health = AnswerOf<Contract['stores']['health']>;

/** How the shop's news arrive, and what it was asked to tell. */
export function StoreHealthPanel({ store }: { store: Store }) {
  const { t, i18n } = useTranslation('stores', { keyPrefix: 'detail' });
  const query = useApiQuery(api.stores.health, { params: { id: store.id } });
  const now = useNow();
  const health = query.data;
  if (query.error) return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  if (!health) return <DetailSkeleton />;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <>
      <DetailSection title={t('health.title')}>
        <Facts
          facts={[
            { label: t('health.event'), value: <TimeCell time={health.last_event_at} /> },
            { label: t('health.sync'), value: <TimeCell time={health.last_reconciled_at} /> },
            { label: t('health.waiting'), value: number(health.waiting) },
            { label: t('health.failed'), value: number(health.failed) },
          ]}
        />
        {health.topics.length === 0 ? (
          <p className={classes.note}>
            {isWeek(health.since, now) ? t('health.none') : t('health.noneSince', { time: formatTime(health.since) })}
          </p>
        ) : (
          <Topics topics={health.topics} />
        )}
      </DetailSection>
      {store.status === 'connected' && <Subscriptions store={store} />}
    </>
  );
}

const weekMs = 7 * 86_400_000;
/** Whether deliveries of whole seven days are counted, to the minute. */
const isWeek = (since: string, now: Date) => now.getTime() - Date.parse(since) > weekMs - 3_600_000;

function Topics({ topics }: { topics: Health['topics'] }) {
  const { t, i18n } = useTranslation('stores', { keyPrefix: 'detail' });
  const lag = (ms: number | null) =>
    ms === null ? '–' : t('health.seconds', { seconds: formatNumber(Math.round(ms / 100) / 10, i18n.language) });
  return (
    <PlainTable label={t('health.title')}>
      <thead>
        <tr>
          <th scope="col">{t('health.topic')}</th>
          <th scope="col">{t('health.last')}</th>
          <th scope="col" data-align="end">
            {t('health.received')}
          </th>
          <th scope="col" data-align="end">
            {t('health.lag')}
          </th>
          <th scope="col" data-align="end">
            {t('health.waiting')}
          </th>
          <th scope="col" data-align="end">
            {t('health.failed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {topics.map((topic) => (
          <tr key={topic.topic}>
            <th scope="row">{topic.topic}</th>
            <td>
              <TimeCell time={topic.last_received_at} />
            </td>
            <td data-align="end">{topic.received}</td>
            <td data-align="end">
              {lag(topic.lag_p50_ms)} / {lag(topic.lag_p95_ms)}
            </td>
            <td data-align="end">{topic.waiting}</td>
            <td data-align="end">{topic.failed}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

const tones = { active: 'green', missing: 'red', elsewhere: 'amber' } as const;

function Subscriptions({ store }: { store: Store }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  const may = useMay();
  const query = useApiQuery(api.stores.subscriptions, { params: { id: store.id } }, { retry: false });
  const repair = useApiMutation(api.stores.repair, { onSuccess: () => query.refetch() });
  const broken = (query.data ?? []).filter(({ state }) => state !== 'active').length;
  return (
    <DetailSection title={t('health.subscriptions')}>
      {query.error && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={80} />}
      {query.data && (
        <p className={classes.note}>{broken === 0 ? t('health.allActive') : t('health.broken', { count: broken })}</p>
      )}
      <ul className={classes.subscriptions}>
        {(query.data ?? []).map(({ topic, state }) => (
          <li key={topic}>
            <span>{topic}</span>
            <StatusChip tone={tones[state]} label={t(`health.states.${state}`)} />
          </li>
        ))}
      </ul>
      {may('stores', 'edit') && broken > 0 && (
        <Button variant="default" loading={repair.busy} onClick={() => void repair.run({ params: { id: store.id } })}>
          {t('health.repair')}
        </Button>
      )}
    </DetailSection>
  );
}
