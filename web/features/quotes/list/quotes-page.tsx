import { Anchor, Button } from '@mantine/core';
import { type ComponentType, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { allKnown } from '#web/components/list-tabs.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useKnownTab } from '#web/components/use-list-url.ts';
import { Link } from 'react-router';
import { quoteSources } from '#contract/quote-rules.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import type { BulkList } from '#web/components/bulk-dialog.tsx';
import type { ListKit } from '#web/components/use-list.ts';
import { useSelection } from '#web/ui/selection.ts';
import { type CheckoutPart, CheckoutNext, type CheckoutOutcome } from '#web/components/checkout-next.tsx';
import { useCheckoutOutcome } from '#web/components/use-checkout-outcome.ts';
import { useActing, useMay } from '#web/components/session.tsx';
import { countries, countryName } from '#web/lib/countries.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { quoteTabs } from '#contract/quotes.ts';
import { quoteColumns } from '../quote-columns.tsx';
import { QuoteDrawer } from '../detail/quote-drawer.tsx';
import { QuoteBar } from './quote-bar.tsx';
import { RequestDialog } from '../request/request-dialog.tsx';
import type { Quote } from '../quotes-types.ts';

type QuoteTab = (typeof quoteTabs)[number];

const tabs: readonly QuoteTab[] = ['all', 'awaiting_us', 'need_answer', 'quoted', 'accepted', 'closed'];
/** Tabs that show prices, in the place of the requests for them. */
const priceTabs = ['price_changes', 'price_list'] as const;
type PriceTab = (typeof priceTabs)[number];
const allTabs = [...tabs, ...priceTabs];
/** What of the address is about requests, or about prices, alone: it goes when one takes the place of the other. */
const anew = Object.fromEntries(
  ['q', 'sort', 'state', 'proposal', 'change', 'price', 'source', 'destination', 'unread', 'from', 'to'].map((name) => [
    name,
    undefined,
  ]),
);
const isPriceTab = (tab: string) => priceTabs.some((known) => known === tab);
const rowId = (quote: Quote) => quote.id;
const rowName = (quote: Quote) => quote.number;

function useColumns() {
  const { t } = useTranslation('quotes');
  return useMemo(() => quoteColumns(t), [t]);
}

function useFilters(): readonly ListFilter[] {
  const { t, i18n } = useTranslation('quotes');
  return useMemo(
    () => [
      { kind: 'dates', name: 'asked', from: 'from', to: 'to', label: t('requestedOn') },
      {
        kind: 'choice',
        name: 'source',
        label: t('detail.source'),
        options: quoteSources.map((value) => ({ value, label: t(`source.${value}`) })),
      },
      {
        kind: 'choice',
        name: 'destination',
        label: t('detail.destination'),
        options: countries.map((value) => ({ value, label: countryName(value, i18n.language) })),
      },
      { kind: 'choice', name: 'unread', label: t('messages'), options: [{ value: 'yes', label: t('unreadOnly') }] },
    ],
    [t, i18n.language],
  );
}

/** The bar of the ticked quotes. */
const barOf = (list: ListKit<Quote, BulkList>, bar: Omit<Parameters<typeof QuoteBar>[0], 'list'>) => () => (
  <QuoteBar list={list} {...bar} />
);

/** How many match, where the tab has only quotes that can be accepted. */
const readyOf = (tab: QuoteTab, meta: { total: number; total_is_exact: boolean } | undefined) =>
  tab === 'quoted' && meta?.total_is_exact ? meta.total : undefined;

const tabOf = (name: string): QuoteTab => tabs.find((known) => known === name) ?? 'all';

/** How many rows each tab has: proposals that wait for a decision, prices in effect, and quotes as the list counts them. */
function useCountOf(ofQuotes: Readonly<Record<string, number | undefined>> | undefined) {
  const counts: typeof ofQuotes = {
    ...ofQuotes,
    price_changes: useApiQuery(api.prices.changes, { query: { per_page: 1 } }).data?.meta.counts?.to_decide,
    price_list: useApiQuery(api.prices.list, { query: { per_page: 1 } }).data?.meta.total,
  };
  const known = ofQuotes !== undefined && allKnown(counts);
  return (tab: QuoteTab | PriceTab) => (known ? (counts[tab] ?? 0) : undefined);
}

/** The drawer that pays orders. */
type PageParts = { prices: ComponentType<{ tab: PriceTab }>; checkout: CheckoutPart };

const unseen = new Map<string, number>();

/** Requests for prices and their answers. */
export function QuotesPage({ prices: Prices, checkout: Checkout }: PageParts) {
  const { t } = useTranslation('quotes');
  const ofClient = useClientEmpty();
  const list = useListPage(api.quotes.list, {
    name: 'quotes',
    columns: useColumns(),
    filters: useFilters(),
    ask: (asked) => ({ tab: tabOf(asked.tab) }),
  });
  const { url, counts = {} } = list;
  useKnownTab(url, allTabs);
  const tab = tabOf(url.tab);
  const priceTab = priceTabs.find((known) => known === url.tab);
  const countOf = useCountOf(list.counts);
  const ready = counts.quoted ?? 0;
  const [asking, setAsking] = useState(false);
  const [paying, setPaying] = useState<readonly string[]>();
  const ended = useCheckoutOutcome({ tab: url.tab, paying: paying !== undefined });
  const endPaying = () => setPaying(undefined);
  const handleDone = (done: CheckoutOutcome) => {
    endPaying();
    ended.say(done);
    url.show({ quote: undefined });
  };
  const selection = useSelection(rowId, JSON.stringify(list.kit.asked), tab);
  const mayEdit = useMay()('quotes', 'edit');
  const acting = useActing();
  const bar = { selection, ready: readyOf(tab, list.meta), onPay: setPaying };
  const toProducts = (
    <Button component={Link} to={paths.products}>
      {t('toProducts')}
    </Button>
  );
  const isReady = t('stateReady', { count: ready });
  const toReady = (
    <Anchor component={Link} to={withQuery(paths.quotes, { tab: 'quoted' })} inherit>
      {isReady}
    </Anchor>
  );
  return (
    <Page
      title={t('title')}
      {...(ready > 0 && { state: tab === 'quoted' ? isReady : toReady })}
      {...(mayEdit && { actions: <Button onClick={() => setAsking(true)}>{t('request.open')}</Button> })}
    >
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={priceTab ?? tab}
          onChange={(value) =>
            url.set({
              ...((isPriceTab(value) || priceTab !== undefined) && anew),
              tab: value === 'all' ? undefined : value,
            })
          }
          tabs={[
            ...tabs.map((value) => ({
              value,
              label: t(`tabs.${value}`),
              count: countOf(value),
              attention: value === 'need_answer' || value === 'quoted',
            })),
            ...priceTabs.map((value) => ({
              value,
              label: t(`tabs.${value}`),
              count: countOf(value),
              attention: value === 'price_changes',
            })),
          ]}
        />
        {ended.outcome && <CheckoutNext outcome={ended.outcome} onHide={ended.hide} />}
        {priceTab ? (
          <Prices tab={priceTab} />
        ) : (
          <ListPanel
            title={t('title')}
            list={list}
            search={t('search')}
            rowId={rowId}
            rowName={rowName}
            opens={{ quote: rowId }}
            {...(mayEdit && !acting && { selection, matchable: true, bulk: barOf(list.kit, bar) })}
            empty={
              tab === 'all'
                ? ofClient('quotes', {
                    drawing: 'box',
                    title: t('emptyFirst'),
                    text: t('emptyFirstText'),
                    action: toProducts,
                  })
                : { drawing: 'done', title: t('empty') }
            }
          />
        )}
      </Panel>
      <QuoteDrawer
        id={paying ? undefined : url.get('quote')}
        onClose={() => url.show({ quote: undefined })}
        onOpen={(quote) => url.show({ quote })}
        onPay={setPaying}
      />
      {paying && <Checkout orderIds={paying} seen={unseen} onClose={endPaying} onDone={handleDone} />}
      {asking && <RequestDialog onClose={() => setAsking(false)} onAsked={(quote) => url.show({ quote })} />}
    </Page>
  );
}
