import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { ListBar } from '#web/components/list-bar.tsx';
import { useListEmpty } from '#web/components/list-empty.tsx';
import { useList } from '#web/components/use-list.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { RowAction } from '#web/ui/column.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { AskPriceDialog } from './ask-price-dialog.tsx';
import { actsOf } from './product-acts.tsx';
import { productColumns } from './product-columns.tsx';
import { MappingFileButton } from './mapping-file-button.tsx';
import { useProductFilters } from './product-filters.ts';
import { ProductDrawer } from './product-drawer.tsx';
import type { Product, ProductTab } from './products-types.ts';

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
const rowId = (product: Product) => product.id;
const rowName = (product: Product) => product.title;
const tabOf = (value: string): ProductTab => tabs.find((tab) => tab === value) ?? 'all';

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
  const list = useList({ list: 'products', columns: useColumns(), filters: useProductFilters() });
  const { url } = list;
  const tab = tabOf(url.tab);
  const query = useApiQuery(
    api.products.list,
    { query: { page: url.page, per_page: url.per_page, ...list.asked, tab } },
    { keepPrevious: true },
  );
  const [asking, setAsking] = useState<Product>();
  const selection = useSelection(rowId, JSON.stringify(list.asked));
  const counts = query.data?.meta.counts ?? {};
  const unpriced = counts.unmapped ?? 0;
  const empty = useEmpty(tab, () => url.set({ tab: undefined }));
  const actions = (product: Product): RowAction[] => {
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
    <Page
      title={t('title')}
      {...(unpriced > 0 && { state: t('stateWaiting', { count: unpriced }) })}
      actions={<Ways suggested={counts.suggested ?? 0} />}
    >
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'all' ? undefined : value })}
          tabs={tabs.map((value) => ({
            value,
            label: t(`tabs.${value}`),
            count: counts[value],
            attention: wanting.includes(value),
          }))}
        />
        <ListBar list={list} search={t('search')} />
        <DataTable
          label={t('title')}
          query={query}
          columns={list.columns}
          rowId={rowId}
          rowName={rowName}
          openId={url.get('product')}
          onOpen={(product) => url.show({ product: product.id })}
          actions={actions}
          sort={url.sort}
          onSort={(sort) => url.set({ sort })}
          {...((mayAsk || mayEdit) && { selection, matchable: true, bulk: actsOf(list, selection) })}
          empty={useListEmpty(list, empty)}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      <ProductDrawer
        id={url.get('product')}
        onClose={() => url.show({ product: undefined })}
        onAsk={mayAsk ? setAsking : undefined}
      />
      {asking && <AskPriceDialog product={asking} onClose={() => setAsking(undefined)} />}
    </Page>
  );
}

/** What else there is about products: suggestions for unmapped ones, and what the provider has. */
function Ways({ suggested }: { suggested: number }) {
  const { t } = useTranslation('products');
  return (
    <>
      {suggested > 0 && (
        <Button variant="default" component={Link} to={paths.suggestions}>
          {t('suggestions', { count: suggested })}
        </Button>
      )}
      <MappingFileButton />
      <Button variant="default" component={Link} to={paths.catalog}>
        {t('catalog')}
      </Button>
    </>
  );
}

function useEmpty(tab: ProductTab, onAll: () => void): EmptyStateProps {
  const { t } = useTranslation('products');
  if (tab === 'all') {
    const connect = (
      <Button component={Link} to={paths.stores}>
        {t('connect')}
      </Button>
    );
    return { drawing: 'shop', title: t('emptyFirst'), text: t('emptyFirstText'), action: connect };
  }
  const all = (
    <Button variant="default" onClick={onAll}>
      {t('showAll')}
    </Button>
  );
  return { drawing: 'done', title: t('empty'), action: all };
}
