import { Box, Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type ComponentType, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { LazyBoundary, lazyOverlay } from '#web/components/lazy-part.tsx';
import { type OrderLayout, orderLayouts } from '#contract/order-layouts.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { orderTabs, type OrderTab, type Turn, turns } from '#contract/order-states.ts';
import { useIsStaff, useMay, useProfile, useViewer } from '#web/components/session.tsx';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { ExportChoice } from '#web/components/export-dialog.tsx';
import { type ListUrl, useListUrl } from '#web/components/use-list-url.ts';
import { everyOf } from '#web/lib/every-of.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { local } from '#web/lib/storage.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { actionsOf, type Paying } from './order-bar.tsx';
import { PayStrip } from './pay-strip.tsx';
import { orderColumns } from '../order-columns.tsx';
import { withExceptions } from '../order-exception-columns.tsx';
import type { OrderDrawerProps } from '../detail/order-drawer.tsx';
import { useOrderFilters } from './order-filters.ts';
import { CheckoutNext, type CheckoutOutcome } from '#web/components/checkout-next.tsx';
import { useCheckoutOutcome } from '#web/components/use-checkout-outcome.ts';
import { seenCosts } from '../pay/seen-costs.ts';
import type { Order } from '../orders-types.ts';
import classes from '../orders.module.css';

// most visits of the list are about orders alone
const CheckoutDrawer = lazyOverlay(async () => (await import('../pay/checkout-drawer.tsx')).CheckoutDrawer);
const MatchingCheckoutDrawer = lazyOverlay(
  async () => (await import('../pay/checkout-drawer.tsx')).MatchingCheckoutDrawer,
);
const ImportDialog = lazyOverlay(async () => (await import('../import/import-dialog.tsx')).ImportDialog);
const AutopayDrawer = lazyOverlay(async () => (await import('../pay/autopay-drawer.tsx')).AutopayDrawer);

// most visits of the list are about orders that are there
const DraftDrawer = lazyOverlay(async () => (await import('../manual/draft-drawer.tsx')).DraftDrawer);
const DraftsDrawer = lazyOverlay(async () => (await import('../manual/drafts-drawer.tsx')).DraftsDrawer);

const stripSteps = ['imported', 'action_needed', 'quoting', 'to_pay', 'processing', 'shipped', 'delivered'] as const;

/** Steps whose names say what they are: a small desktop leaves their explanation out. */
const plainSteps = ['shipped', 'delivered'] as const;

const exportLayouts = everyOf<OrderLayout>()(['accounting', 'assistant', 'profit']);

const rowId = (order: Order) => order.id;
/** Tabs of what each side has to do. */
const wants: Record<Turn, readonly OrderTab[]> = {
  merchant: [turns.merchant.tab, 'to_pay'],
  provider: [turns.provider.tab],
};

function useColumns() {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('orders-list');
  const exceptions = useListUrl().tab === 'watch';
  const isStaff = useIsStaff();
  return useMemo(() => withExceptions(orderColumns(t, tl, isStaff), tl, exceptions), [t, tl, isStaff, exceptions]);
}

type Counts = Readonly<Record<string, number | undefined>> | undefined;

/** How many claims of the store there are, for those who may see them; else the tab counts the orders that have one. */
function useCounts(ofOrders: Counts, mayClaims: boolean, store_id: string | undefined) {
  const claims = useApiQuery(api.claims.list, mayClaims ? { query: { per_page: 1, store_id } } : null).data?.meta.total;
  return ofOrders && claims !== undefined ? { ...ofOrders, claims } : ofOrders;
}

/** `?import=` opens the page with the import of a file, into the store of that ID. */
const importParam = 'import';

type OrdersPageProps = {
  Drawer: ComponentType<Omit<OrderDrawerProps, 'slots'>>;
  /** The list of claims, which a tab shows. */
  Claims: ComponentType;
  /** What staff do about orders that wait for payment. */
  IssueInvoice: ComponentType;
};

/** All orders of the account: tabs with counts, search, selection to pay, detail, import (domain.md §4.8). */
export function OrdersPage({ Drawer, Claims, IssueInvoice }: OrdersPageProps) {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('orders-list');
  const may = useMay();
  const viewer = useViewer();
  const list = useListPage(api.orders.list, {
    name: 'orders',
    tabs: orderTabs,
    columns: useColumns(),
    filters: useOrderFilters(),
  });
  const { url, kit, rows } = list;
  const mayClaims = may('claims', 'view');
  const counts = useCounts(list.counts, mayClaims, url.get('store_id'));
  const selection = useSelection(rowId, JSON.stringify(kit.asked), list.tab);
  const [paying, setPaying] = useState<Paying>();
  const ended = useCheckoutOutcome({ tab: list.tab, paying: paying !== undefined });
  const checkout = {
    seen: seenCosts(rows),
    onClose: () => setPaying(undefined),
    onDone: (done: CheckoutOutcome) => {
      setPaying(undefined);
      ended.say(done);
      selection.clear();
    },
  };
  const importing = url.get(importParam);
  const startImport = () => url.show({ [importParam]: 'open' });
  return (
    <ListPage
      title={t('title')}
      secondary={[
        { label: tl('autopay.button'), onClick: () => url.show({ autopay: 'open' }) },
        ...(may('orders', 'edit') ? [{ label: t('import'), onClick: startImport }] : []),
      ]}
      actions={<CreateOrderButtons url={url} />}
      list={{ ...list, counts }}
      instead={
        mayClaims && list.tab === 'claims' ? (
          <LazyBoundary>
            <Claims />
          </LazyBoundary>
        ) : undefined
      }
      tabsLabel={t('tabsLabel')}
      tabLabel={(tab) => (tab === 'claims' && !mayClaims ? tl('withClaims') : t(`tabs.${tab}`))}
      attention={wants[viewer]}
      belowTabs={
        <>
          {(list.counts?.all ?? 0) > 0 && <StateStrip />}
          <TabNote tab={list.tab} />
        </>
      }
      search={t(may('customers', 'view') ? 'search' : 'searchNoBuyers')}
      exportChoices={orderExports(tl)}
      aboveRows={
        <>
          {ended.outcome && (
            <Box mx={12} mb={8}>
              <CheckoutNext outcome={ended.outcome} onHide={ended.hide} />
            </Box>
          )}
          {list.tab === 'to_pay' && (
            <PayStrip asked={kit.asked} onPay={(matching) => setPaying({ matching })} IssueInvoice={IssueInvoice} />
          )}
          <MissingEntries missing={list.meta?.missing} />
        </>
      }
      rowId={rowId}
      rowName={(order) => t('rowName', { name: order.name })}
      {...((may('orders', 'pay') || may('orders', 'edit')) && {
        selection,
        matchable: true,
        bulk: actionsOf(kit, selection, setPaying),
      })}
      opens={{ order: rowId }}
      renderDetail={({ ids: { order: id }, close, previous, next }) =>
        id !== undefined &&
        !paying && (
          <LazyBoundary>
            <Drawer
              id={id}
              around={{ previous, next }}
              onClose={close}
              onPay={(order) => setPaying({ orderIds: [order] })}
            />
          </LazyBoundary>
        )
      }
      empty={useEmpty(list.tab, startImport)}
    >
      <LazyBoundary>
        {paying && 'orderIds' in paying && <CheckoutDrawer {...paying} {...checkout} />}
        {paying && 'matching' in paying && <MatchingCheckoutDrawer {...paying} {...checkout} />}
        {url.get('autopay') !== undefined && <AutopayDrawer onClose={() => url.show({ autopay: undefined })} />}
        {importing !== undefined && may('orders', 'edit') && (
          <ImportDialog store={importing} onClose={() => url.show({ [importParam]: undefined })} />
        )}
      </LazyBoundary>
      <ManualOrders url={url} />
    </ListPage>
  );
}

/** What an empty tab says; an account without a store is led to its first one. */
function useEmpty(tab: OrderTab | undefined, onImport: () => void): EmptyStateProps {
  const { t } = useTranslation('orders');
  const ofClient = useClientEmpty();
  const may = useMay();
  const storeless = useStoreOptions().data?.length === 0 && may('stores', 'edit');
  if (tab !== 'all') return { drawing: 'done', title: t('emptyTab') };
  const action = storeless ? (
    <Button component={Link} to={withQuery(paths.stores, { add: 1 })}>
      {t('connectStore')}
    </Button>
  ) : (
    may('orders', 'edit') && (
      <Button variant="default" onClick={onImport}>
        {t('import')}
      </Button>
    )
  );
  return ofClient('orders', { drawing: 'box', title: t('emptyFirst'), text: t('emptyFirstText'), action });
}

/** Begins a manual order, and leads to those that were put aside. */
function CreateOrderButtons({ url }: { url: ListUrl }) {
  const { t } = useTranslation('orders-manual');
  const may = useMay();
  const { data } = useApiQuery(api.orders.drafts, { query: { per_page: 100 } });
  const count = data?.meta.total ?? 0;
  return (
    <>
      {count > 0 && may('customers', 'view') && (
        <Button variant="default" onClick={() => url.show({ drafts: 'open' })}>
          {t('list.button', { count })}
        </Button>
      )}
      {may('orders', 'edit') && (
        <Button variant="default" onClick={() => url.show({ draft: 'new' })}>
          {t('new')}
        </Button>
      )}
    </>
  );
}

/** The order that is being written, or the list of those, over the orders. */
function ManualOrders({ url }: { url: ListUrl }) {
  const draft = url.get('draft');
  const listed = url.get('drafts') !== undefined;
  if (draft === undefined && !listed) return null;
  return (
    <LazyBoundary>
      {draft === undefined ? (
        <DraftsDrawer
          onOpen={(id) => url.show({ draft: id, drafts: undefined })}
          onClose={() => url.show({ drafts: undefined })}
        />
      ) : (
        <DraftDrawer
          key={draft}
          id={draft}
          onClose={() => url.show({ draft: undefined })}
          onPlaced={(order) => url.show({ draft: undefined, order })}
        />
      )}
    </LazyBoundary>
  );
}

/** Of a pasted list: what no order is called by, to be looked at and copied. */
function MissingEntries({ missing }: { missing: readonly string[] | undefined }) {
  const { t } = useTranslation('orders-list');
  const [shown, setShown] = useState(false);
  if (missing === undefined || missing.length === 0) return null;
  return (
    <div className={classes.missing} role="status">
      <span>{t('missing', { count: missing.length })}</span>
      <Button variant="subtle" size="xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? t('missingHide') : t('missingShow')}
      </Button>
      <CopyButton value={missing.join('\n')} label={t('missingCopy')} />
      {shown && <p className={classes.missingWords}>{missing.join(' · ')}</p>}
    </div>
  );
}

/** Tabs that are no step of an order, so that the strip is silent about them. */
const noted = ['waiting_for_us', 'on_hold', 'watch'] as const;

/** What such a tab has, while it is open. */
function TabNote({ tab }: { tab: OrderTab | undefined }) {
  const { t } = useTranslation('orders-list');
  const isStaff = useIsStaff();
  const shown = noted.find((one) => one === tab);
  if (shown === undefined || isStaff) return null;
  return (
    <p className={classes.tabNote} role="note">
      {t(`tabNotes.${shown}`)}
    </p>
  );
}

const stripKey = (userId: string) => `orders_strip:${userId}`;

/** What the tabs mean, and the stage before them, said to merchants on their first visits: until it is put away, per person and browser. */
function StateStrip() {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('orders-list');
  const { id } = useProfile();
  const isStaff = useIsStaff();
  const [shown, setShown] = useState(() => !local.has(stripKey(id)));
  if (!shown || isStaff) return null;
  const hide = () => {
    local.set(stripKey(id), true);
    setShown(false);
  };
  return (
    <div className={classes.strip} role="note" aria-label={tl('strip.label')}>
      <ol className={classes.stripSteps}>
        {stripSteps.map((step) => (
          <li key={step} className={classes.stripStep} data-plain={plainSteps.some((one) => one === step)}>
            <strong>{step === 'imported' ? t('stages.imported') : t(`tabs.${step}`)}</strong>
            <span className={classes.muted}>{tl(`strip.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      <Button variant="subtle" size="xs" onClick={hide}>
        {tl('strip.hide')}
      </Button>
    </div>
  );
}

/** Files of orders for a purpose, each by order and by line (domain.md §4.8). */
const orderExports = (t: TFunction<'orders-list'>): ExportChoice[] =>
  exportLayouts.flatMap((layout) => {
    const { order, line } = orderLayouts[layout];
    const label = t(`layouts.${layout}.label`);
    const help = t(`layouts.${layout}.help`);
    return [
      { value: layout, label: t('layouts.perOrder', { label }), help, list: 'orders' as const, columns: order },
      {
        value: `${layout}_lines`,
        label: t('layouts.perLine', { label }),
        help,
        list: 'order_lines' as const,
        columns: [...order, ...line],
      },
    ];
  });
