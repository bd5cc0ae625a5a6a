import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from '../stores.module.css';
import type { Store } from '../stores-types.ts';

type Health = AnswerOf<Contract['stores']['health']>;

/** How the shop's news arrive, and what it was asked to tell. */
export function StoreHealthPanel({ store }: { store: Store }) {
  const { t, i18n } = useTranslation('stores', { keyPrefix: 'detail' });
  const query = useApiQuery(api.stores.health, { params: { id: store.id } });
  const health = query.data;
  if (query.error) return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  if (!health) return <Skeleton height={240} mt={16} />;
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
          <p className={classes.note}>{t('health.none')}</p>
        ) : (
          <Topics topics={health.topics} />
        )}
      </DetailSection>
      {store.status === 'connected' && <Subscriptions store={store} />}
    </>
  );
}

function Topics({ topics }: { topics: Health['topics'] }) {
  const { t, i18n } = useTranslation('stores', { keyPrefix: 'detail' });
  const lag = (ms: number | null) =>
    ms === null ? '–' : t('health.seconds', { seconds: formatNumber(Math.round(ms / 100) / 10, i18n.language) });
  return (
    <div className={classes.scroll}>
      <table className={classes.topics} aria-label={t('health.title')}>
        <thead>
          <tr>
            <th scope="col">{t('health.topic')}</th>
            <th scope="col">{t('health.last')}</th>
            <th scope="col">{t('health.received')}</th>
            <th scope="col">{t('health.lag')}</th>
            <th scope="col">{t('health.waiting')}</th>
            <th scope="col">{t('health.failed')}</th>
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <tr key={topic.topic}>
              <th scope="row">{topic.topic}</th>
              <td>
                <TimeCell time={topic.last_received_at} />
              </td>
              <td>{topic.received}</td>
              <td>
                {lag(topic.lag_p50_ms)} / {lag(topic.lag_p95_ms)}
              </td>
              <td>{topic.waiting}</td>
              <td>{topic.failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
