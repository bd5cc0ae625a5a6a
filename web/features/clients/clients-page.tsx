import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { chooseClient } from '#web/api/client-choice.ts';
import { useProfile } from '#web/components/session.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useMayLose } from '#web/components/unsaved.tsx';
import { paths } from '#web/lib/paths.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
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
  const url = useListUrl();
  const query = useApiQuery(
    api.clients.list,
    { query: { page: url.page, per_page: url.per_page, q: url.q } },
    { keepPrevious: true },
  );
  const change = useApiMutation(api.clients.change, { refetch: ['clients'] });
  const switchImageSearch = ({ id, image_identify_enabled }: Client) =>
    change.run({ params: { id }, body: { image_identify_enabled: !image_identify_enabled } });
  const [acting, setActing] = useState<Client>();
  const columns = useMemo(() => clientColumns(t), [t]);
  const mayAct = roles.includes('agent') || roles.includes('admin');
  const look = async (client: Client) => {
    if (!(await mayLose())) return;
    chooseClient({ id: client.id, label: `${client.name} · ${client.number}` });
    void navigate(paths.orders);
  };
  return (
    <Page title={t('title')}>
      <Panel padding="none">
        <Toolbar>
          <SearchField label={t('search')} value={url.q} onSearch={(q) => url.set({ q })} />
        </Toolbar>
        <DataTable
          label={t('title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={(client) => client.name}
          onOpen={(client) => void look(client)}
          actions={(client) => [
            { label: t('look'), onClick: () => void look(client) },
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
          empty={
            url.q === ''
              ? { title: t('emptyFirst') }
              : {
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
      {acting && <ActDialog client={acting} onClose={() => setActing(undefined)} />}
    </Page>
  );
}
