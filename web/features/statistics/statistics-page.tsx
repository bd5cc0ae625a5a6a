import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { LazyBoundary, lazyPart } from '#web/components/lazy-part.tsx';
import { ExportDialog } from '#web/components/export-dialog.tsx';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { AdsPanel } from './ads-panel.tsx';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { ClaimsPanel } from './claims-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { FigureCards } from './figure-cards.tsx';
import { MailsDialog } from './mails-dialog.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { PeriodBar } from './period-bar.tsx';
import { ProductsPanel } from './products-panel.tsx';
import { RecommendationsPanel } from './recommendations-panel.tsx';
import type { Statistics } from './statistics-types.ts';
import { WaitingPanel } from './waiting-panel.tsx';
import { usePeriod } from './use-period.ts';
import classes from './statistics.module.css';

// the charts' library is heavy, and only this page draws any
const SalesPanel = lazyPart(async () => (await import('./sales-panel.tsx')).SalesPanel);

/** Sales, costs and profit of a period beside an earlier one, in total, over time, and broken down. */
export function StatisticsPage() {
  const { t } = useTranslation('statistics');
  const may = useMay();
  const period = usePeriod();
  const { filter, compare, step } = period;
  const [exporting, setExporting] = useState(false);
  const [mailing, setMailing] = useState(false);
  const { data, error, refetch } = useApiQuery(
    api.statistics.get,
    { query: { ...filter, compare, ...(step && { step }) } },
    { keepPrevious: true },
  );
  return (
    <Page
      title={t('title')}
      state={data && <CheckState data={data} />}
      secondary={[
        { label: t('mails.title'), onClick: () => setMailing(true) },
        ...(may('statistics', 'export') ? [{ label: t('export'), onClick: () => setExporting(true) }] : []),
      ]}
    >
      <PeriodBar period={period} />
      {error !== null && data === undefined && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data?.check.pending === true && (
        <p role="status" className={classes.notice}>
          {t('pending')}
        </p>
      )}
      {data === undefined ? error === null && <Waiting /> : <Report data={data} period={period} />}
      {mailing && <MailsDialog onClose={() => setMailing(false)} />}
      {exporting && (
        <ExportDialog
          list="statistics"
          query={Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1]))}
          columns={[]}
          words={{ title: t('exportTitle'), text: t('exportText') }}
          onClose={() => setExporting(false)}
        />
      )}
    </Page>
  );
}

function Report({ data, period }: { data: Statistics; period: ReturnType<typeof usePeriod> }) {
  const { t } = useTranslation('statistics');
  const ofClient = useClientEmpty();
  const mayConnect = useMay()('stores', 'edit');
  const stores = useStoreOptions().data;
  const none = data.totals.orders === 0 && data.before.orders === 0;
  if (none && stores?.length === 0)
    return (
      <Panel>
        <EmptyState
          {...ofClient('sales', {
            drawing: 'shop',
            title: t('noStore'),
            text: t('noStoreText'),
            action: mayConnect && (
              <Button component={Link} to={withQuery(paths.stores, { add: 1 })}>
                {t('connect')}
              </Button>
            ),
          })}
        />
      </Panel>
    );
  return (
    <>
      {period.filter.product_id !== undefined && (
        <p role="status" className={classes.notice}>
          {t('ofProduct')}
        </p>
      )}
      <FigureCards data={data} period={period} />
      {none ? (
        <Panel>
          <EmptyState drawing="done" title={t('empty')} text={t('emptyText')} />
        </Panel>
      ) : (
        <LazyBoundary fallback={<Skeleton height={368} radius={6} />}>
          <SalesPanel data={data} period={period} />
        </LazyBoundary>
      )}
      {data.totals.orders > 0 && (
        <>
          <BreakdownPanel data={data} period={period} />
          <ProductsPanel data={data} period={period} />
        </>
      )}
      <ClaimsPanel data={data} period={period} />
      {period.filter.product_id === undefined && (
        <>
          <DeliveriesPanel data={data} period={period} />
          <RecommendationsPanel />
          <WaitingPanel period={period} />
          <PaymentsPanel period={period} />
          <AdsPanel data={data} period={period} />
        </>
      )}
    </>
  );
}

/** When the sums were compared with the orders, and what came of it. */
function CheckState({ data: { check, time_zone } }: { data: Statistics }) {
  const { t } = useTranslation('statistics');
  return (
    <>
      {check.checked_at !== null && (
        <>
          {t('checked')} <TimeCell time={check.checked_at} />
          {' · '}
        </>
      )}
      {check.corrected > 0 && check.corrected_at !== null && (
        <>
          {t('corrected', { count: check.corrected })} <TimeCell time={check.corrected_at} />
          {' · '}
        </>
      )}
      {t('zone', { zone: time_zone })}
    </>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton height={176} radius={6} />
      <Skeleton height={368} radius={6} />
    </>
  );
}
