import { Button, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ListPage } from '#web/components/list-page.tsx';
import { useMay, useProfile } from '#web/components/session.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import type { ListUrl } from '#web/components/use-list-url.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { Picture } from '#web/components/picture.tsx';
import { RequestQuoteDialog } from '#web/components/request-quote-dialog.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import type { RowAction } from '#web/ui/column.ts';
import { TableFooter } from '#web/ui/data-table-footer.tsx';
import type { DataTableProps } from '#web/ui/data-table-props.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ThinBar } from '#web/ui/progress.tsx';
import { catalogColumns, StatusOf } from './catalog-columns.tsx';
import { CatalogDrawer } from './catalog-drawer.tsx';
import { catalogFilters, queryOf } from './catalog-filters.ts';
import type { OfferedProduct, CatalogQuery } from './catalog-types.ts';
import classes from './catalog.module.css';

const rowId = (product: OfferedProduct) => product.id;
const rowName = (product: OfferedProduct) => product.title;
const tabs = ['all', 'active', 'low', 'priced', 'unpriced'] as const;
type Tab = (typeof tabs)[number];
const layouts = ['table', 'pictures'] as const;

function filterOf(tab: Tab): Pick<CatalogQuery, 'status' | 'priced'> {
  if (tab === 'active' || tab === 'low') return { status: tab };
  if (tab === 'all') return {};
  return { priced: tab === 'priced' ? 'yes' : 'no' };
}

/** What the address asks, as the server has it. */
function askOf(url: ListUrl, tab: Tab = 'all'): Record<string, unknown> {
  const { without, ...filter } = queryOf(url.get);
  return { tab: undefined, ...filterOf(tab), ...filter, without: without?.join(',') };
}

function useCatalogList() {
  const { t, i18n } = useTranslation('catalog');
  const currency = useProfile().account?.currency ?? 'USD';
  const categories = useApiQuery(api.catalog.categories, {}).data;
  return useListPage(api.catalog.list, {
    name: 'catalog',
    tabs,
    columns: useMemo(() => catalogColumns(t, i18n.language), [t, i18n.language]),
    filters: useMemo(
      () => catalogFilters(t, { categories: categories ?? [], currency, language: i18n.language }),
      [t, categories, currency, i18n.language],
    ),
    ask: askOf,
  });
}

/** What the provider has: found by words, code and facts, as a table or by its pictures, with the merchant's own prices. */
export function CatalogPage() {
  const { t } = useTranslation('catalog');
  const mayAsk = useMay()('quotes', 'edit');
  const list = useCatalogList();
  const { url } = list;
  const layout = layouts.find((one) => one === url.get('layout')) ?? 'table';
  const [asked, setAsked] = useState<OfferedProduct>();
  const onAsk = mayAsk ? setAsked : undefined;
  const rowActions = (product: OfferedProduct) => [{ label: t('requestQuote'), onClick: () => setAsked(product) }];
  return (
    <ListPage
      title={t('title')}
      state={t('state')}
      actions={<PublishedLink />}
      list={list}
      tabsLabel={t('tabsLabel')}
      tabLabel={(tab) => t(`tabs.${tab}`)}
      search={t('search')}
      toolsEnd={
        <SegmentedControl
          size="xs"
          aria-label={t('view')}
          data={layouts.map((value) => ({ value, label: t(`views.${value}`) }))}
          value={layout}
          onChange={(value) => url.show({ layout: value === 'table' ? undefined : value })}
        />
      }
      {...(layout === 'pictures' && { Body: CatalogCards })}
      rowId={rowId}
      rowName={rowName}
      {...(mayAsk && { rowActions })}
      opens={{ item: rowId }}
      renderDetail={({ ids, close }) => <CatalogDrawer id={ids.item} onClose={close} onAsk={onAsk} />}
      empty={{ drawing: 'search', title: t('empty'), text: t('emptyText') }}
    >
      {asked && <RequestOfferedDialog product={asked} onClose={() => setAsked(undefined)} />}
    </ListPage>
  );
}

/** The catalogue by its pictures: what it looks like, what it costs, and a way to a price. */
function CatalogCards(props: DataTableProps<OfferedProduct>) {
  const { label, query, empty, openId, onOpen, actions, onPage, onPerPage } = props;
  const { data, error, isFetching, refetch } = query;
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={classes.waiting} aria-busy />;
  if (data.data.length === 0) return <EmptyState {...empty} />;
  return (
    <div aria-busy={isFetching}>
      <ThinBar active={isFetching} />
      <ul className={classes.cards} aria-label={label}>
        {data.data.map((product) => (
          <li key={product.id} className={classes.card} data-open={openId === product.id}>
            <CatalogCard product={product} action={actions?.(product)[0]} onOpen={() => onOpen?.(product)} />
          </li>
        ))}
      </ul>
      <TableFooter meta={data.meta} onPage={onPage} onPerPage={onPerPage} />
    </div>
  );
}

type CardProps = { product: OfferedProduct; action: RowAction | undefined; onOpen: () => void };

function CatalogCard({ product, action, onOpen }: CardProps) {
  const { t, i18n } = useTranslation('catalog');
  const { price_min, price_max, title } = product;
  const [low, high] = [price_min, price_max].map((price) => price && formatMoney(price, i18n.language));
  const price = low && high ? (low === high ? low : `${low} – ${high}`) : t('noPrice');
  return (
    <>
      <button type="button" className={classes.photo} onClick={onOpen} aria-label={t('open', { title })}>
        <Picture url={product.picture_url} size={160} />
      </button>
      <div className={classes.words}>
        <h3 className={classes.name} title={title}>
          {title}
        </h3>
        <strong>{price}</strong>
        <span className={classes.muted}>
          {[product.code, t('days', { count: product.lead_days }), product.moq > 1 && t('moq', { count: product.moq })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <div>
          <StatusOf t={t} status={product.status} />
        </div>
      </div>
      {action && (
        <Button
          variant="default"
          size="xs"
          m={12}
          mt={0}
          onClick={action.onClick}
          aria-label={t('requestQuoteFor', { title })}
        >
          {action.label}
        </Button>
      )}
    </>
  );
}

/** The way to what was put into stores. */
function PublishedLink() {
  const { t } = useTranslation('publishing');
  return (
    <Button variant="default" component={Link} to={paths.published}>
      {t('pageTitle')}
    </Button>
  );
}

type RequestOfferedProps = {
  product: Pick<OfferedProduct, 'id' | 'title' | 'code' | 'picture_url'>;
  onClose: () => void;
};

/** Asks an agent for the price of something in the catalogue. */
function RequestOfferedDialog({ product, onClose }: RequestOfferedProps) {
  const { t } = useTranslation('catalog');
  const ask = useApiMutation(api.quotes.askForCatalogProduct);
  return (
    <RequestQuoteDialog
      heading={t('requestTitle', { code: product.code })}
      lead={t('requestLead', { title: product.title })}
      picture={product.picture_url}
      onAsk={(body) => ask.run({ params: { id: product.id }, body })}
      onClose={onClose}
    />
  );
}
