import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mappingBlocks } from '#contract/order-states.ts';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useAskDiscard, useCareful } from '#web/ui/careful.ts';
import { DetailDrawer, DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { formatNumber, formatTime } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ComparisonPanel } from '../comparison/comparison-panel.tsx';
import { PrivacyPanel } from './privacy-panel.tsx';
import { ImportProgress } from '../import-progress.tsx';
import { StoreHealthPanel } from './store-health-panel.tsx';
import { StorePaymentsPanel } from './store-payments-panel.tsx';
import { StoreSettingsForm } from './store-settings-form.tsx';
import { StoreStatus } from '../store-status.tsx';
import classes from '../stores.module.css';
import type { Store } from '../stores-types.ts';

export const storeViews = ['overview', 'settings', 'health', 'payments'] as const;
export type StoreView = (typeof storeViews)[number];

type DrawerProps = { id: string; view: StoreView; onView: (view: StoreView) => void; onClose: () => void };

/** One store over the list: its state, settings, how its news arrive, what was paid by itself. */
export function StoreDrawer({ id, view, onView, onClose }: DrawerProps) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  const query = useApiQuery(api.stores.get, { params: { id } });
  const [dirty, setDirty] = useState(false);
  const ask = useAskDiscard();
  const mayLeave = async () => !dirty || (await ask());
  const leave = useCareful(dirty, onClose);
  const handleView = async (value: string) => {
    if (await mayLeave()) onView(storeViews.find((one) => one === value) ?? 'overview');
  };
  const store = query.data;
  const views = storeViews.filter((one) => one !== 'health' || store?.capabilities.reads_shop);
  return (
    <DetailDrawer opened onClose={leave} title={store?.name ?? ''} state={store && <StoreStatus store={store} />}>
      {query.error !== null && !store && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!store && query.isFetching && <DetailSkeleton />}
      {store && (
        <>
          <CountTabs
            label={t('views.label')}
            tabs={views.map((value) => ({ value, label: t(`views.${value}`) }))}
            value={view}
            onChange={(value) => void handleView(value)}
          />
          {view === 'overview' && <Overview store={store} />}
          {view === 'settings' && <StoreSettingsForm store={store} onDirty={setDirty} />}
          {view === 'health' && <StoreHealthPanel store={store} />}
          {view === 'health' && store.capabilities.compares_orders && <ComparisonPanel store={store} />}
          {view === 'health' && <PrivacyPanel store={store} />}
          {view === 'payments' && <StorePaymentsPanel store={store} onSettings={() => onView('settings')} />}
        </>
      )}
    </DetailDrawer>
  );
}

function Overview({ store }: { store: Store }) {
  const { t, i18n } = useTranslation('stores', { keyPrefix: 'detail' });
  const { t: ts } = useTranslation('stores');
  const may = useMay();
  /** What the store has, leading to it for who may see it. */
  const linked = (feature: 'products' | 'orders', path: string, text: string, filter: Record<string, string> = {}) =>
    may(feature, 'view') ? (
      <Anchor component={Link} to={withQuery(path, { store_id: store.id, ...filter })} inherit>
        {text}
      </Anchor>
    ) : (
      text
    );
  return (
    <DetailSection title={t('views.overview')} unseen>
      {store.status_reason && <p className={classes.text}>{store.status_reason}</p>}
      <ImportProgress store={store} />
      <LastLook store={store} />
      <Facts
        facts={[
          { label: ts('columns.store'), value: store.myshopify_domain ?? ts('fromFiles') },
          {
            label: ts('columns.currency'),
            value: [store.currency, store.time_zone].filter(Boolean).join(' · '),
          },
          {
            label: ts('columns.products'),
            value: linked(
              'products',
              paths.products,
              ts('mapped', { mapped: store.products_mapped, all: store.products }),
            ),
          },
          {
            label: ts('columns.orders'),
            value: linked('orders', paths.orders, formatNumber(store.orders, i18n.language)),
          },
          { label: t('columns.orders30'), value: store.orders_30d },
          {
            label: t('columns.unmapped'),
            value: linked('orders', paths.orders, formatNumber(store.orders_unmapped, i18n.language), {
              block: mappingBlocks.join(','),
            }),
          },
          { label: t('columns.pay'), value: t(`pay.modes.${store.pay_mode}`) },
          { label: t('connected'), value: <TimeCell time={store.connected_at} /> },
          { label: ts('columns.event'), value: <TimeCell time={store.last_event_at} /> },
          { label: ts('columns.sync'), value: <TimeCell time={store.last_reconciled_at} /> },
        ]}
      />
    </DetailSection>
  );
}

type Found = {
  orders: number;
  orders_new: number;
  orders_changed: number;
  products_new: number;
  products_changed: number;
};
const isFound = (result: unknown): result is Found =>
  typeof result === 'object' && result !== null && 'orders_new' in result && 'products_new' in result;

/** What the latest import found, and when: changes that came by themselves since are not in it. */
function LastLook({ store }: { store: Store }) {
  const { t, i18n } = useTranslation('stores', { keyPrefix: 'detail' });
  const job = store.import_job;
  if (job?.state === 'failed') return <p className={classes.text}>{job.failure}</p>;
  if (job?.state !== 'done' || !isFound(job.result)) return null;
  const { orders, orders_new, orders_changed, products_new, products_changed } = job.result;
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <p className={classes.text}>
      {t('sync.found', {
        time: formatTime(job.finished_at ?? job.created_at, 'y-m-d h:i'),
        orders: number(orders),
        orders_new: number(orders_new),
        orders_changed: number(orders_changed),
        products_new: number(products_new),
        products_changed: number(products_changed),
      })}
    </p>
  );
}
