import { Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { StaffFile } from '#web/components/staff-file.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useNavigate } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { chooseClient } from '#web/api/client-choice.ts';
import { useProfile, useSession } from '#web/components/session.tsx';
import { useGoToClient } from '#web/components/client-link.tsx';
import { paths } from '#web/lib/paths.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { InvoicingDialog, IssueDialog, mayIssue } from '#web/features/order-invoices/index.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Identity } from '#web/ui/toolbar.tsx';

const shortestReason = 10;

type Client = AnswerOf<Contract['clients']['list']>[number];

const rowId = (client: Client) => client.id;

/** Every client for staff: how large, what balance, and the ways to their pages. */
export function ClientsPage() {
  const { t } = useTranslation('clients');
  const { roles } = useProfile();
  const goTo = useGoToClient();
  const list = useListPage(api.clients.list, {
    name: 'clients',
    columns: useMemo(() => clientColumns(t), [t]),
  });
  const change = useApiMutation(api.clients.change, { refetch: ['clients'] });
  const switchImageSearch = ({ id, image_identify_enabled }: Client) =>
    change.run({ params: { id }, body: { image_identify_enabled: !image_identify_enabled } });
  const [acting, setActing] = useState<Client>();
  const [assigning, setAssigning] = useState<Client>();
  const [issuing, setIssuing] = useState<Client>();
  const [invoicing, setInvoicing] = useState<Client>();
  const mayAct = roles.includes('agent') || roles.includes('admin');
  const look = (client: Client) => goTo(client, paths.orders);
  return (
    <ListPage
      title={t('title')}
      list={list}
      search={t('search')}
      toolsEnd={<StaffFile endpoint={api.clients.file} kit={list.kit} />}
      rowId={rowId}
      rowName={(client) => client.name}
      onOpen={(client) => void look(client)}
      rowActions={(client) => [
        { label: t('viewPages'), onClick: () => void look(client) },
        ...(mayAct ? [{ label: t('act'), onClick: () => setActing(client) }] : []),
        ...(mayIssue(roles) ? [{ label: t('issueInvoice'), onClick: () => setIssuing(client) }] : []),
        ...(mayAct
          ? [
              { label: t('invoicing'), onClick: () => setInvoicing(client) },
              { label: t('assign'), onClick: () => setAssigning(client) },
              {
                label: t(client.image_identify_enabled ? 'imageSearchOff' : 'imageSearchOn'),
                onClick: () => void switchImageSearch(client),
              },
            ]
          : []),
      ]}
      empty={{ drawing: 'people', title: t('emptyFirst'), text: t('emptyText') }}
    >
      {acting && <ActDialog client={acting} onClose={() => setActing(undefined)} />}
      {issuing && (
        <IssueDialog client={issuing} goTo={(page) => void goTo(issuing, page)} onClose={() => setIssuing(undefined)} />
      )}
      {invoicing && <InvoicingDialog client={invoicing} onClose={() => setInvoicing(undefined)} />}
      {assigning && <AgentDialog client={assigning} onClose={() => setAssigning(undefined)} />}
    </ListPage>
  );
}

/** Columns of the client list. */
function clientColumns(t: TFunction<'clients'>): Column<Client>[] {
  return [
    {
      id: 'client',
      header: t('columns.client'),
      main: true,
      cell: (client) => <Identity title={client.name} detail={client.number} />,
    },
    { id: 'agent', header: t('columns.agent'), card: 'hidden', cell: (client) => client.agent ?? '–' },
    { id: 'stores', header: t('columns.stores'), align: 'end', card: 'fact', cell: (client) => client.stores },
    { id: 'orders', header: t('columns.orders'), align: 'end', card: 'fact', cell: (client) => client.orders_30d },
    {
      id: 'balance',
      header: t('columns.balance'),
      align: 'end',
      card: 'fact',
      cell: (client) => <MoneyCell money={client.balance} />,
    },
    {
      id: 'since',
      header: t('columns.since'),
      card: 'hidden',
      cell: (client) => <TimeCell time={client.created_at} />,
    },
  ];
}

/** Asks for the reason that the client will read, then begins to act (P28). */
function ActDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('clients');
  const { reload } = useSession();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim().length < shortestReason ? t('reasonShort') : null) },
  });
  const begin = useApiMutation(api.session.loginAs, { form });
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const body = { account_id: client.id, reason: form.values.reason };
    if ((await begin.run({ body })) === false) return false;
    chooseClient(undefined); // from now on every page is this client's
    await reload();
    await navigate(paths.dashboard);
    return true;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('actTitle', { name: client.name })}
      submitLabel={t('start')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <p style={{ margin: 0 }}>{t('actText')}</p>
      <Textarea
        label={t('reason')}
        description={t('reasonHelp')}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}

/** Says who looks after a client; without an agent it is all of them. */
function AgentDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('clients');
  const { data: agents = [] } = useApiQuery(api.clients.agents, {});
  const [agent, setAgent] = useState(client.agent_user_id);
  const change = useApiMutation(api.clients.change, { refetch: ['clients'] });
  const handleSubmit = async () =>
    (await change.run({ params: { id: client.id }, body: { agent_user_id: agent } })) !== false;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('assignTitle', { name: client.name })}
      submitLabel={t('assign')}
      onSubmit={handleSubmit}
      dirty={agent !== client.agent_user_id}
    >
      <Select
        label={t('columns.agent')}
        description={t('assignHelp')}
        placeholder={t('assignNone')}
        data={agents.map(({ id, label }) => ({ value: id, label }))}
        value={agent}
        onChange={setAgent}
        searchable
        openOnFocus={false}
        clearable
        data-autofocus
      />
    </FormDialog>
  );
}
