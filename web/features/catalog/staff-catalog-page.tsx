import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { api } from '#web/api/client.ts';
import { staffQuoteColumns } from './catalog-columns.tsx';
import { StaffCatalogDrawer } from './staff-catalog-drawer.tsx';
import { CatalogDialog } from './catalog-dialog.tsx';
import { ClientSelect } from '#web/components/client-select.tsx';
import type { StaffProduct } from './catalog-types.ts';

const rowId = (product: StaffProduct) => product.id;
const rowName = (product: StaffProduct) => product.title;

/** The catalogue for staff: what is offered, to whom, and what runs out. */
export function StaffCatalogPage() {
  const { t } = useTranslation('catalog');
  const list = useListPage(api.catalog.staffProducts, {
    name: 'staff_catalog',
    columns: useMemo(() => staffQuoteColumns(t), [t]),
    ask: (url) => ({ account_id: url.get('client') }),
  });
  const { url } = list;
  const [adding, setAdding] = useState(false);
  /** What is made for one client stands among that client's only. */
  const handleSaved = ({ id, client: owner }: StaffProduct) => owner && url.set({ client: owner.id, item: id });
  const add = <Button onClick={() => setAdding(true)}>{t('staff.add')}</Button>;
  return (
    <ListPage
      title={t('staff.title')}
      actions={add}
      list={list}
      search={t('search')}
      tools={
        <ClientSelect
          bare
          label={t('columns.client')}
          value={url.get('client') ?? null}
          onChange={(id) => url.set({ client: id ?? undefined })}
        />
      }
      rowId={rowId}
      rowName={rowName}
      opens={{ item: rowId }}
      renderDetail={({ ids, close }) => <StaffCatalogDrawer id={ids.item} onClose={close} />}
      empty={
        url.get('client') === undefined
          ? { drawing: 'box', title: t('staff.emptyFirst'), text: t('staff.emptyText'), action: add }
          : { drawing: 'search', title: t('empty') }
      }
    >
      {adding && <CatalogDialog onSaved={handleSaved} onClose={() => setAdding(false)} />}
    </ListPage>
  );
}
