import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListUrl } from '#web/components/use-list-url.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { deskColumns } from './catalog-columns.tsx';
import { CatalogDeskDrawer } from './catalog-desk-drawer.tsx';
import { CatalogDialog } from './catalog-dialog.tsx';
import { ClientSelect } from './client-select.tsx';
import type { DeskProduct } from './catalog-types.ts';

const rowId = (product: DeskProduct) => product.id;
const rowName = (product: DeskProduct) => product.title;

/** The catalogue for staff: what is offered, to whom, and what runs out. */
export function CatalogDeskPage() {
  const { t } = useTranslation('catalog');
  const url = useListUrl();
  const client = url.get('client');
  const query = useApiQuery(
    api.catalog.deskProducts,
    {
      query: {
        page: url.page,
        per_page: url.per_page,
        q: url.q,
        ...(client !== undefined && { account_id: client }),
      },
    },
    { keepPrevious: true },
  );
  const columns = useMemo(() => deskColumns(t), [t]);
  const [adding, setAdding] = useState(false);
  /** What is made for one client stands among that client's only. */
  const handleSaved = ({ id, client: owner }: DeskProduct) => owner && url.set({ client: owner.id, item: id });
  return (
    <Page title={t('desk.title')} actions={<Button onClick={() => setAdding(true)}>{t('desk.add')}</Button>}>
      <Panel padding="none">
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
          <ClientSelect
            bare
            label={t('columns.client')}
            value={client ?? null}
            onChange={(id) => url.set({ client: id ?? undefined })}
          />
        </Toolbar>
        <DataTable
          label={t('desk.title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          openId={url.get('item')}
          onOpen={(product) => url.show({ item: product.id })}
          empty={{ drawing: url.q === '' ? 'box' : 'search', title: t('empty') }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      <CatalogDeskDrawer id={url.get('item')} onClose={() => url.show({ item: undefined })} />
      {adding && <CatalogDialog onSaved={handleSaved} onClose={() => setAdding(false)} />}
    </Page>
  );
}
