import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useOpenRow } from '#web/components/use-open-row.ts';
import type { RowAction } from '#web/ui/column.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { partnerColumns } from './partner-columns.tsx';
import { PartnerDialog } from './partner-dialog.tsx';
import type { PartnerLink } from './partners-types.ts';

const rowId = (link: PartnerLink) => link.id;
const rowName = (link: PartnerLink) => link.name;

/** What an administrator can do with a link. */
function useRowActions(onEdit: (link: PartnerLink) => void): (link: PartnerLink) => RowAction[] {
  const { t } = useTranslation('partners');
  const moving = useApiMutation(api.partners.move, { refetch: ['partners'] });
  const removing = useApiMutation(api.partners.remove, { refetch: ['partners'] });
  const move = ({ id }: PartnerLink, direction: 'up' | 'down') => moving.run({ params: { id }, body: { direction } });
  const confirm = useConfirm();
  const remove = async (link: PartnerLink) => {
    const sure = await confirm({
      title: t('removeTitle', { name: link.name }),
      text: t('removeText'),
      confirmLabel: t('remove'),
      destructive: true,
    });
    if (sure) await removing.run({ params: { id: link.id } });
  };
  return (link) => [
    { label: t('edit'), onClick: () => onEdit(link) },
    { label: t('up'), onClick: () => void move(link, 'up') },
    { label: t('down'), onClick: () => void move(link, 'down') },
    { label: t('remove'), onClick: () => void remove(link), destructive: true },
  ];
}

/** The provider's partner links: what stands at the end of everybody's menu, domain by domain. */
export function PartnerDeskPage() {
  const { t } = useTranslation('partners');
  const url = useListUrl();
  const query = useApiQuery(
    api.partners.deskList,
    { query: { page: url.page, per_page: url.per_page, q: url.q } },
    { keepPrevious: true },
  );
  const [adding, setAdding] = useState(false);
  const edited = useOpenRow(url, 'link', query.data?.data, rowId);
  const actions = useRowActions(edited.open);
  const columns = useMemo(() => partnerColumns(t), [t]);
  const add = <Button onClick={() => setAdding(true)}>{t('add')}</Button>;
  return (
    <Page title={t('title')} state={t('state')} actions={add}>
      <Panel padding="none">
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        </Toolbar>
        <DataTable
          label={t('title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          onOpen={edited.open}
          openId={edited.id}
          actions={actions}
          empty={
            url.q === ''
              ? { title: t('emptyFirst') }
              : {
                  drawing: 'search',
                  title: t('empty'),
                  action: (
                    <Button variant="default" onClick={() => url.set({ q: '' })}>
                      {t('clear')}
                    </Button>
                  ),
                }
          }
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      {adding && <PartnerDialog link={undefined} onClose={() => setAdding(false)} />}
      {edited.row && <PartnerDialog link={edited.row} onClose={edited.close} />}
    </Page>
  );
}
