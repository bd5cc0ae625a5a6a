import { Button, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { catalogColumns } from './catalog-columns.tsx';
import { CatalogDrawer } from './catalog-drawer.tsx';
import { type CatalogQuery, type OfferedProduct, useCatalog, useCategories } from './catalog.api.ts';

const rowId = (product: OfferedProduct) => product.id;
const rowName = (product: OfferedProduct) => product.title;
const tabs = ['all', 'active', 'low', 'priced', 'unpriced'] as const;
type Tab = (typeof tabs)[number];

function filterOf(tab: Tab): Pick<CatalogQuery, 'status' | 'priced'> {
  if (tab === 'active' || tab === 'low') return { status: tab };
  if (tab === 'all') return {};
  return { priced: tab === 'priced' ? 'yes' : 'no' };
}

/** What the provider has: found by words, code and category, with the merchant's own prices. */
export function CatalogPage() {
  const { t, i18n } = useTranslation('catalog');
  const url = useListUrl();
  const tab = tabs.find((one) => one === url.tab) ?? 'all';
  const category = url.get('category');
  const categories = useCategories().data ?? [];
  const query = useCatalog({
    page: url.page,
    per_page: url.per_page,
    q: url.q,
    ...filterOf(tab),
    ...(category !== undefined && { category }),
    ...(url.sort !== undefined && { sort: url.sort }),
  });
  const columns = useMemo(() => catalogColumns(t, i18n.language), [t, i18n.language]);
  return (
    <Page title={t('title')} state={t('state')}>
      <Panel padding="none">
        <CountTabs
          label={t('tabsLabel')}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'all' ? undefined : value })}
          tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`), count: undefined }))}
        />
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
          {categories.length > 0 && (
            <Select
              aria-label={t('category')}
              placeholder={t('category')}
              data={categories}
              value={category ?? null}
              onChange={(value) => url.set({ category: value ?? undefined })}
              clearable
            />
          )}
        </Toolbar>
        <DataTable
          label={t('title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          openId={url.get('item')}
          onOpen={(product) => url.show({ item: product.id })}
          sort={url.sort}
          onSort={(sort) => url.set({ sort })}
          empty={{
            drawing: 'search',
            title: t('empty'),
            text: t('emptyText'),
            action: (
              <Button variant="default" onClick={() => url.set({ q: '', tab: undefined, category: undefined })}>
                {t('showAll')}
              </Button>
            ),
          }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      <CatalogDrawer id={url.get('item')} onClose={() => url.show({ item: undefined })} />
    </Page>
  );
}
