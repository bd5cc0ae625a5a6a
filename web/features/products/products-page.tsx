import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { RowAction } from '#web/ui/column.ts';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { useSelection } from '#web/ui/selection.ts';
import { api } from '#web/api/client.ts';
import type { productTabs } from '#contract/products.ts';
import { RequestQuoteDialog } from './request-quote-dialog.tsx';
import { bulkActionsOf } from './product-actions.tsx';
import { productColumns } from './product-columns.tsx';
import { MappingFileButton } from './mapping-file-button.tsx';
import { useProductFilters } from './product-filters.ts';
import { ProductDrawer } from './product-drawer.tsx';
import type { Product } from './products-types.ts';

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
  const selection = useSelection(rowId, JSON.stringify(list.kit.asked));
  const unpriced = counts.unmapped ?? 0;
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
      {...(unpriced > 0 && { state: t('unmappedCount', { count: unpriced }) })}
      actions={<MoreLinks suggested={counts.suggested ?? 0} />}
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
      {asking && <RequestQuoteDialog product={asking} onClose={() => setAsking(undefined)} />}
    </ListPage>
  );
}

/** What else there is about products: suggestions for unmapped ones, and what the provider has. */
function MoreLinks({ suggested }: { suggested: number }) {
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

function useEmpty(tab: ProductTab | undefined, onAll: () => void): EmptyStateProps {
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
