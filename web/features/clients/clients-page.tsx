import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { chooseClient } from '#web/api/client-choice.ts';
import { useProfile } from '#web/components/session.tsx';
import { useMayLose } from '#web/components/unsaved.tsx';
import { paths } from '#web/lib/paths.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ActDialog } from './act-dialog.tsx';
import { clientColumns } from './client-columns.tsx';
import type { Client } from './clients-types.ts';

const rowId = (client: Client) => client.id;

/** Every client for staff: how large, what balance, and the ways to their pages. */
export function ClientsPage() {
  const { t } = useTranslation('clients');
  const { roles } = useProfile();
  const navigate = useNavigate();
  const mayLose = useMayLose();
  const list = useListPage(api.clients.list, { columns: useMemo(() => clientColumns(t), [t]) });
  const change = useApiMutation(api.clients.change, { refetch: ['clients'] });
  const switchImageSearch = ({ id, image_identify_enabled }: Client) =>
    change.run({ params: { id }, body: { image_identify_enabled: !image_identify_enabled } });
  const [acting, setActing] = useState<Client>();
  const mayAct = roles.includes('agent') || roles.includes('admin');
  const look = async (client: Client) => {
    if (!(await mayLose())) return;
    chooseClient({ id: client.id, label: `${client.name} · ${client.number}` });
    void navigate(paths.orders);
  };
  const clear = (
    <Button variant="default" onClick={() => list.url.set({ q: '' })}>
      {t('clear')}
    </Button>
  );
  return (
    <ListPage
      title={t('title')}
      list={list}
      search={t('search')}
      rowId={rowId}
      rowName={(client) => client.name}
      onOpen={(client) => void look(client)}
      rowActions={(client) => [
        { label: t('viewPages'), onClick: () => void look(client) },
        ...(mayAct
          ? [
              { label: t('act'), onClick: () => setActing(client) },
              {
                label: t(client.image_identify_enabled ? 'imageSearchOff' : 'imageSearchOn'),
                onClick: () => void switchImageSearch(client),
              },
            ]
          : []),
      ]}
      empty={{ title: t('emptyFirst') }}
      noMatch={{ title: t('empty'), action: clear }}
    >
      {acting && <ActDialog client={acting} onClose={() => setActing(undefined)} />}
    </ListPage>
  );
}
