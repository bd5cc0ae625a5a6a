import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { RowAction } from '#web/ui/column.ts';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import type { PageAction } from '#web/ui/page.tsx';
import { type Selection, useSelection } from '#web/ui/selection.ts';
import { useMobile } from '#web/ui/use-mobile.ts';
import { api } from '#web/api/client.ts';
import type { productTabs } from '#contract/products.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { BulkActionOnAll, BulkActions } from '#web/components/bulk-actions.tsx';
import type { BulkActionChoice, BulkList } from '#web/components/bulk-dialog.tsx';
import { CountryPicker } from '#web/components/country-picker.tsx';
import type { ListFilter } from '#web/components/list-filters.ts';
import { RequestQuoteDialog } from '#web/components/request-quote-dialog.tsx';
import { useReplyTime, ViewRequests } from '#web/components/requests-sent.tsx';
import type { ListKit } from '#web/components/use-list.ts';
import { useDashboard } from '#web/components/use-dashboard.ts';
import { useUsualCountries } from '#web/components/use-usual-destinations.ts';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { MappingFileDialog } from './mapping-file-dialog.tsx';
import { productColumns } from './product-columns.tsx';
import { ProductDrawer } from './product-drawer.tsx';
import type { Product } from './products-types.ts';
import classes from './products.module.css';

type ProductTab = (typeof productTabs)[number];

const tabs: readonly ProductTab[] = [
  'all',
  'unmapped',
  'suggested',
  'needs_review',
  'quoting',
  'price_change',
  'mapped',
  'not_ours',
];
/** Tabs that want the merchant. */
const wanting: readonly ProductTab[] = ['unmapped', 'needs_review', 'suggested', 'price_change'];
const statusFilters = ['active', 'draft', 'archived', 'unlisted'] as const;
const saleFilters = ['some', 'none', 'waiting', 'to_match', 'to_quote'] as const;

/** `?request=all` opens the page with the request of quotes for all that its tab and filters show. */
const requestParam = 'request';
/** Data that change with products. */
const follows = ['quotes', 'orders', 'suggestions'] as const;

const rowId = (product: Product) => product.id;
const rowName = (product: Product) => product.title;

function useColumns() {
  const { t } = useTranslation('products');
  return useMemo(() => productColumns(t), [t]);
}

/** Products of the stores: what is shipped for them, what they cost, and how to get a price. */
export function ProductsPage() {
  const { t } = useTranslation('products');
  const may = useMay();
  const mayAsk = may('quotes', 'edit');
  const mayEdit = may('products', 'edit');
  const navigate = useNavigate();
  const list = useListPage(api.products.list, {
    name: 'products',
    tabs,
    columns: useColumns(),
    filters: useProductFilters(),
  });
  const { url, counts = {} } = list;
  const [asking, setAsking] = useState<Product>();
  const selection = useSelection(rowId, JSON.stringify(list.kit.asked), list.tab);
  const requestAll = useRequestQuotes();
  const { unmapped: unpriced = 0, suggested = 0 } = counts;
  const mobile = useMobile();
  const more = useMore(suggested);
  const toQuote = useToQuote();
  const empty = useEmpty(list.tab, () => url.set({ tab: undefined }));
  const rowActions = (product: Product): RowAction[] => {
    const quote = product.open_quote;
    const mapping = {
      label: t(product.mapping_state === 'needs_review' ? 'review' : 'map'),
      onClick: () => void navigate(withQuery(paths.mapping, { product: product.id })),
    };
    if (quote)
      return [
        {
          label: t('openQuote', { number: quote.number }),
          onClick: () => void navigate(withQuery(paths.quotes, { quote: quote.id })),
        },
        mapping,
      ];
    return mayAsk ? [{ label: t('ask'), onClick: () => setAsking(product) }, mapping] : [mapping];
  };
  return (
    <ListPage
      title={t('title')}
      {...(toQuote !== undefined &&
        (toQuote > 0 || unpriced > 0) && {
          state: toQuote > 0 ? t('toQuoteCount', { count: toQuote }) : t('unmappedCount', { count: unpriced }),
        })}
      {...(mobile && { secondary: more.actions })}
      actions={
        <>
          {!mobile && <MoreLinks suggested={suggested} onImport={more.startImport} />}
          {toQuote !== undefined && toQuote > 0 && (
            <Button component={Link} to={withQuery(paths.products, { orders: 'to_quote', [requestParam]: 'all' })}>
              {t('bulk.ask_price.confirm', { count: toQuote })}
            </Button>
          )}
        </>
      }
      list={list}
      tabsLabel={t('tabsLabel')}
      tabLabel={(tab) => t(`tabs.${tab}`)}
      attention={wanting}
      search={t('search')}
      rowId={rowId}
      rowName={rowName}
      rowActions={rowActions}
      {...((mayAsk || mayEdit) && { selection, matchable: true, bulk: bulkActionsOf(list.kit, selection) })}
      opens={{ product: rowId }}
      renderDetail={({ ids, close }) => (
        <ProductDrawer id={ids.product} onClose={close} onAsk={mayAsk ? setAsking : undefined} />
      )}
      empty={empty}
    >
      {more.dialog}
      {asking && <RequestProductQuote product={asking} onClose={() => setAsking(undefined)} />}
      {mayAsk && url.get(requestParam) !== undefined && (
        <BulkActionOnAll
          list={list.kit}
          choice={requestAll}
          follows={follows}
          // Once all are requested, nothing is left of those that the filter showed.
          onClose={() => url.show({ [requestParam]: undefined, ...(toQuote === 0 && { orders: undefined }) })}
        />
      )}
    </ListPage>
  );
}

/** Products whose prices orders wait for; none for who may not request them, undefined until it is known. */
function useToQuote(): number | undefined {
  const may = useMay();
  const asked = may('quotes', 'edit') && may('orders', 'view');
  const { data } = useDashboard(asked);
  if (!asked) return 0;
  return data && (data.tasks.find(({ key }) => key === 'request_quotes')?.count ?? 0);
}

/** What else there is about products: suggestions for unmapped ones, and what the provider has. */
function MoreLinks({ suggested, onImport }: { suggested: number; onImport: (() => void) | undefined }) {
  const { t } = useTranslation('products');
  const { t: tf } = useTranslation('mapping-files');
  return (
    <>
      {suggested > 0 && (
        <Button variant="default" component={Link} to={paths.suggestions}>
          {t('suggestions')}
        </Button>
      )}
      {onImport && (
        <Button variant="default" onClick={onImport}>
          {tf('open')}
        </Button>
      )}
      <Button variant="default" component={Link} to={paths.catalog}>
        {t('catalog')}
      </Button>
    </>
  );
}

function useEmpty(tab: ProductTab | undefined, onAll: () => void): EmptyStateProps {
  const { t } = useTranslation('products');
  const ofClient = useClientEmpty();
  const mayConnect = useMay()('stores', 'edit');
  if (tab === 'all') {
    const connect = mayConnect && (
      <Button component={Link} to={withQuery(paths.stores, { add: 1 })}>
        {t('connect')}
      </Button>
    );
    return ofClient('products', {
      drawing: 'shop',
      title: t('emptyFirst'),
      text: t('emptyFirstText'),
      action: connect,
    });
  }
  const all = (
    <Button variant="default" onClick={onAll}>
      {t('showAll')}
    </Button>
  );
  return { drawing: 'done', title: t('empty'), action: all };
}

/** The same for the menu of a phone, and the dialog that maps many variants by a table, for those who may. */
function useMore(suggested: number) {
  const { t } = useTranslation('products');
  const { t: tf } = useTranslation('mapping-files');
  const navigate = useNavigate();
  const mayEdit = useMay()('products', 'edit');
  const [importing, setImporting] = useState(false);
  const startImport = mayEdit ? () => setImporting(true) : undefined;
  const actions: PageAction[] = [
    ...(suggested > 0 ? [{ label: t('suggestions'), onClick: () => void navigate(paths.suggestions) }] : []),
    ...(startImport ? [{ label: tf('open'), onClick: startImport }] : []),
    { label: t('catalog'), onClick: () => void navigate(paths.catalog) },
  ];
  return { actions, startImport, dialog: importing && <MappingFileDialog onClose={() => setImporting(false)} /> };
}

/** The bar of the ticked products. */
const bulkActionsOf = (list: ListKit<Product, BulkList>, selection: Selection<Product>) => () => (
  <ProductActions list={list} selection={selection} />
);

type Input = Record<string, unknown>;
const codesOf = ({ destinations }: Input) =>
  Array.isArray(destinations) ? destinations.filter((code) => typeof code === 'string') : [];

type Form = NonNullable<BulkActionChoice['form']>;
const helpWith =
  (words: string): Form =>
  () => <p className={classes.lead}>{words}</p>;

type DestinationsProps = { input: Input; onChange: (input: Input) => void; run: string };

/** The countries of a bulk request, which begin with all that the waiting orders of its products go to. */
function Destinations({ input, onChange, run }: DestinationsProps) {
  const { t } = useTranslation('products');
  const { countries, help } = useUsualCountries({ run });
  const prefill = useEffectEvent(() => {
    if (countries && input.destinations === undefined) onChange({ ...input, destinations: countries });
  });
  const known = countries !== undefined;
  useEffect(() => {
    if (known) prefill();
  }, [known]);
  return (
    <CountryPicker
      label={t('bulk.ask_price.destinations')}
      description={help}
      value={codesOf(input)}
      onChange={(codes) => onChange({ ...input, destinations: codes })}
    />
  );
}

/** Requests quotes for products, then says when they are answered. */
function useRequestQuotes(): BulkActionChoice {
  const { t } = useTranslation('products');
  return {
    action: 'ask_price',
    label: t('bulk.ask_price.label'),
    title: t('bulk.ask_price.title'),
    titleDone: t('bulk.ask_price.titleDone'),
    can: (count) => t('bulk.ask_price.can', { count }),
    confirm: (count) => t('bulk.ask_price.confirm', { count }),
    form: (input, change, _found, run) => <Destinations input={input} onChange={change} run={run} />,
    missing: (input) => (codesOf(input).length > 0 ? undefined : t('bulk.ask_price.missing')),
    done: (count) => (count > 0 ? <RequestsSent count={count} /> : undefined),
    next: (_found, close) => <ViewRequests label={t('bulk.ask_price.view')} onClick={close} />,
  };
}

/** How many requests were sent, and by when they are answered. */
function RequestsSent({ count }: { count: number }) {
  const { t } = useTranslation('products');
  const time = useReplyTime();
  return time === undefined ? t('bulk.ask_price.sent', { count }) : t('bulk.ask_price.sentUntil', { count, time });
}

/** What can be done with the ticked products (domain.md §4.3). */
function ProductActions({ list, selection }: { list: ListKit<Product, BulkList>; selection: Selection<Product> }) {
  const { t } = useTranslation('products');
  const may = useMay();
  const helped = (['accept_suggestions', 'not_ours', 'ours', 'refresh'] as const).map(
    (action): BulkActionChoice => ({
      action,
      label: t(`bulk.${action}.label`),
      title: t(`bulk.${action}.title`),
      titleDone: t(`bulk.${action}.titleDone`),
      confirm: (count) => t(`bulk.${action}.confirm`, { count }),
      form: helpWith(t(`bulk.${action}.help`)),
    }),
  );
  const ask = useRequestQuotes();
  // the way back shows where such products are, and the way there everywhere else
  const hidden = list.url.tab === 'not_ours' ? 'not_ours' : 'ours';
  const fits = ({ action }: BulkActionChoice) => action !== hidden;
  const actions = [...(may('quotes', 'edit') ? [ask] : []), ...(may('products', 'edit') ? helped.filter(fits) : [])];
  return <BulkActions list={list} selection={selection} actions={actions} follows={follows} />;
}

/** Requests a quote for a product: variants, destinations and quantities. */
function RequestProductQuote({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('products');
  const ask = useApiMutation(api.quotes.askForProduct);
  const { data: variants = [] } = useApiQuery(api.products.variants, { params: { id: product.id } });
  return (
    <RequestQuoteDialog
      heading={t('form.title', { title: product.title })}
      lead={t('form.lead')}
      picture={product.picture_url}
      productId={product.id}
      variants={variants}
      onAsk={(body) => ask.run({ params: { id: product.id }, body })}
      onClose={onClose}
    />
  );
}

const sameLabel = (value: string) => ({ value, label: value });

/** Filters of the product list (domain.md §4.3). */
function useProductFilters(): readonly ListFilter[] {
  const { t } = useTranslation('products');
  const stores = useStoreOptions().data;
  const facets = useApiQuery(api.products.facets, {}, { staleTime: 60_000 }).data;
  return useMemo(() => {
    const choice = (name: string, label: string, options: { value: string; label: string }[]): ListFilter => ({
      kind: 'choice',
      name,
      label,
      options,
    });
    const yesNo = (words: 'unpriced' | 'discontinued') => [
      { value: 'true', label: t(`filters.${words}Yes`) },
      { value: 'false', label: t(`filters.${words}No`) },
    ];
    return [
      choice(
        'store_id',
        t('facts.store'),
        (stores ?? []).map(({ id, label }) => ({ value: id, label })),
      ),
      choice(
        'status',
        t('columns.storeStatus'),
        statusFilters.map((value) => ({ value, label: t(`storeStatuses.${value}`) })),
      ),
      choice('to_map', t('filters.toMap'), [{ value: 'yes', label: t('filters.toMapYes') }]),
      choice('vendor', t('facts.vendor'), (facets?.vendors ?? []).map(sameLabel)),
      choice('tag', t('filters.tag'), (facets?.tags ?? []).map(sameLabel)),
      choice(
        'orders',
        t('filters.orders'),
        saleFilters.map((value) => ({ value, label: t(`filters.sales.${value}`) })),
      ),
      { kind: 'range', name: 'price', from: 'price_from', to: 'price_to', label: t('facts.price') },
      { kind: 'number', name: 'margin_below', label: t('filters.margin'), unit: '%' },
      choice('unpriced', t('filters.unpriced'), yesNo('unpriced')),
      choice('discontinued', t('filters.discontinued'), yesNo('discontinued')),
    ];
  }, [t, stores, facets]);
}
