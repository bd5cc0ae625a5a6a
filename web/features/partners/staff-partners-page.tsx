import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import type { RowAction } from '#web/ui/column.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { api } from '#web/api/client.ts';
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
export function StaffPartnersPage() {
  const { t } = useTranslation('partners');
  const list = useListPage(api.partners.deskList, { columns: useMemo(() => partnerColumns(t), [t]) });
  const [adding, setAdding] = useState(false);
  const rowActions = useRowActions((link) => list.url.show({ link: link.id }));
  const clear = (
    <Button variant="default" onClick={() => list.url.set({ q: '' })}>
      {t('clear')}
    </Button>
  );
  return (
    <ListPage
      title={t('title')}
      state={t('state')}
      actions={<Button onClick={() => setAdding(true)}>{t('add')}</Button>}
      list={list}
      search={t('search')}
      rowId={rowId}
      rowName={rowName}
      rowActions={rowActions}
      opens={{ link: rowId }}
      renderDetail={({ row, close }) => row && <PartnerDialog link={row} onClose={close} />}
      empty={{ title: t('emptyFirst') }}
      noMatch={{ drawing: 'search', title: t('empty'), action: clear }}
    >
      {adding && <PartnerDialog link={undefined} onClose={() => setAdding(false)} />}
    </ListPage>
  );
}
