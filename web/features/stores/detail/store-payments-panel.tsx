import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from '../stores.module.css';
import type { Store } from '../stores-types.ts';

type Run = AnswerOf<Contract['autopay']['runs']>[number];

/** When the store's orders were paid by themselves, and what became of each. */
export function StorePaymentsPanel({ store, onSettings }: { store: Store; onSettings: () => void }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  const query = useApiQuery(api.autopay.runs, { params: { id: store.id }, query: { per_page: 20 } });
  const [shown, setShown] = useState<string>();
  if (query.error) return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <DetailSkeleton />;
  const runs = query.data.data;
  return (
    <DetailSection title={t('runs.title')}>
      {runs.length === 0 && (
        <p className={classes.note}>
          {t('runs.none')}{' '}
          {store.pay_mode === 'manual' && (
            <Anchor component="button" type="button" inherit onClick={onSettings}>
              {t('runs.turnOn')}
            </Anchor>
          )}
        </p>
      )}
      <ul className={classes.runs}>
        {runs.map((run) => (
          <li key={run.id}>
            <RunLine run={run} />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={shown === run.id}
              onClick={() => setShown(shown === run.id ? undefined : run.id)}
            >
              {t('runs.each')}
            </Button>
            {shown === run.id && <RunRows storeId={store.id} run={run} />}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

function RunLine({ run }: { run: Run }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  return (
    <span className={classes.run}>
      <TimeCell time={run.at} />
      <span>
        {t('runs.sum', { count: run.paid })} · <MoneyCell money={{ amount: run.total, currency: run.currency }} />
        {run.invoice && ` · ${run.invoice.number}`}
      </span>
      {run.refused + run.no_balance > 0 && (
        <StatusChip tone="amber" label={t('runs.left', { count: run.refused + run.no_balance })} />
      )}
    </span>
  );
}

const tones = { paid: 'green', refused: 'amber', no_balance: 'amber' } as const;

function RunRows({ storeId, run }: { storeId: string; run: Run }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  const query = useApiQuery(api.autopay.rows, { params: { id: storeId, run: run.id }, query: { per_page: 200 } });
  if (query.error) return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <ul className={classes.rows}>
      {(query.data?.data ?? []).map((row) => (
        <li key={row.order_id}>
          <span>{row.name}</span>
          <StatusChip tone={tones[row.outcome]} label={t(`runs.outcomes.${row.outcome}`)} />
          <MoneyCell money={row.total === null ? null : { amount: row.total, currency: run.currency }} />
          {row.reason && <span className={classes.note}>{row.reason}</span>}
        </li>
      ))}
    </ul>
  );
}
