import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListBar } from '#web/components/list-bar.tsx';
import { useListEmpty } from '#web/components/list-empty.tsx';
import { useMay, useProfile } from '#web/components/session.tsx';
import { useList } from '#web/components/use-list.ts';
import type { RowAction } from '#web/ui/column.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { RequestOfferedDialog } from './request-offered-dialog.tsx';
import { CatalogCards } from './catalog-cards.tsx';
import { catalogColumns } from './catalog-columns.tsx';
import { PublishedLink } from './published-link.tsx';
import { CatalogDrawer } from './catalog-drawer.tsx';
import { catalogFilters, queryOf } from './catalog-filters.ts';
import classes from './catalog.module.css';
import type { OfferedProduct, CatalogQuery } from './catalog-types.ts';

const rowId = (product: OfferedProduct) => product.id;
const rowName = (product: OfferedProduct) => product.title;
const tabs = ['all', 'active', 'low', 'priced', 'unpriced'] as const;
type Tab = (typeof tabs)[number];
const views = ['table', 'pictures'] as const;

function filterOf(tab: Tab): Pick<CatalogQuery, 'status' | 'priced'> {
  if (tab === 'active' || tab === 'low') return { status: tab };
  if (tab === 'all') return {};
  return { priced: tab === 'priced' ? 'yes' : 'no' };
}

function useCatalogList() {
  const { t, i18n } = useTranslation('catalog');
  const currency = useProfile().account?.currency ?? 'USD';
  const categories = useApiQuery(api.catalog.categories, {}).data;
  const columns = useMemo(() => catalogColumns(t, i18n.language), [t, i18n.language]);
  const filters = useMemo(
    () => catalogFilters(t, { categories: categories ?? [], currency, language: i18n.language }),
    [t, categories, currency, i18n.language],
  );
  return useList({ list: 'catalog', columns, filters });
}

/** What the provider has: found by words, code and facts, as a table or by its pictures, with the merchant's own prices. */
export function CatalogPage() {
  const { t } = useTranslation('catalog');
  const mayAsk = useMay()('quotes', 'edit');
  const list = useCatalogList();
  const { url } = list;
  const tab = tabs.find((one) => one === url.tab) ?? 'all';
  const view = views.find((one) => one === url.get('view')) ?? 'table';
  const [asked, setAsked] = useState<OfferedProduct>();
  const { without, ...filter } = queryOf(url.get);
  const query = useApiQuery(
    api.catalog.list,
    {
      query: {
        page: url.page,
        per_page: url.per_page,
        q: url.q,
        ...filterOf(tab),
        ...filter,
        ...(without && { without: without.join(',') }),
        ...(url.sort !== undefined && { sort: url.sort }),
      },
    },
    { keepPrevious: true },
  );
  const empty = useListEmpty(list, { drawing: 'search', title: t('empty'), text: t('emptyText') });
  const shown = {
    label: t('title'),
    query,
    empty,
    openId: url.get('item'),
    onOpen: (product: OfferedProduct) => url.show({ item: product.id }),
    onPage: url.setPage,
    onPerPage: url.setPerPage,
  };
  const actions = (product: OfferedProduct): RowAction[] => [
    { label: t('requestQuote'), onClick: () => setAsked(product) },
  ];
  return (
    <Page title={t('title')} state={t('state')} actions={<PublishedLink />}>
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'all' ? undefined : value })}
          tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`), count: undefined }))}
        />
        <ListBar list={list} search={t('search')} />
        <div className={classes.views}>
          <SegmentedControl
            size="xs"
            aria-label={t('view')}
            data={views.map((value) => ({ value, label: t(`views.${value}`) }))}
            value={view}
            onChange={(value) => url.show({ view: value === 'table' ? undefined : value })}
          />
        </div>
        {view === 'pictures' ? (
          <CatalogCards {...shown} onAsk={mayAsk ? setAsked : undefined} />
        ) : (
          <DataTable
            {...shown}
            columns={list.columns}
            rowId={rowId}
            rowName={rowName}
            sort={url.sort}
            onSort={(sort) => url.set({ sort })}
            {...(mayAsk && { actions })}
          />
        )}
      </Panel>
      <CatalogDrawer
        id={url.get('item')}
        onClose={() => url.show({ item: undefined })}
        onAsk={mayAsk ? setAsked : undefined}
      />
      {asked && <RequestOfferedDialog product={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}
