import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useSearchParams } from 'react-router';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page } from '#web/ui/page.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SiteEditor } from './site-editor.tsx';

type SiteRow = AnswerOf<Contract['branding']['list']>[number];

const rowId = (site: SiteRow) => site.id;

function siteColumns(t: TFunction<'branding'>): Column<SiteRow>[] {
  return [
    {
      id: 'domain',
      header: t('columns.domain'),
      main: true,
      cell: (site) => <Identity title={site.domain} detail={site.brand_name} />,
    },
    { id: 'title', header: t('columns.title'), card: 'fact', cell: (site) => site.site_title || site.brand_name },
    { id: 'changed', header: t('columns.changed'), card: 'fact', cell: (site) => <TimeCell time={site.updated_at} /> },
    { id: 'by', header: t('columns.by'), card: 'fact', cell: (site) => site.updated_by ?? '–' },
  ];
}

/** Name, look, texts and scripts of each domain; the administrator's alone (P35). */
export function BrandingPage() {
  const [params, setParams] = useSearchParams();
  const id = params.get('site');
  if (id === null) return <SiteList onOpen={(site) => setParams({ site })} />;
  return <OpenSite key={id} id={id} onBack={() => setParams({})} />;
}

function OpenSite({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation('branding');
  const site = useApiQuery(api.branding.get, { params: { id } });
  if (site.data !== undefined) return <SiteEditor site={site.data} onBack={onBack} />;
  return (
    <Page
      title={t('title')}
      actions={
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
      }
    >
      {site.isError && <ErrorBox error={site.error} title={t('failed')} onRetry={() => void site.refetch()} />}
    </Page>
  );
}

function SiteList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('branding');
  const list = useListPage(api.branding.list, {
    name: 'branding',
    columns: useMemo(() => siteColumns(t), [t]),
  });
  const [adding, setAdding] = useState(false);
  const add = <Button onClick={() => setAdding(true)}>{t('add')}</Button>;
  return (
    <ListPage
      title={t('title')}
      state={t('state')}
      actions={add}
      list={list}
      search={t('search')}
      rowId={rowId}
      rowName={(site) => site.domain}
      onOpen={(site) => onOpen(site.id)}
      empty={{ drawing: 'shop', title: t('empty'), text: t('emptyText'), action: add }}
    >
      {adding && <AddSiteDialog onClose={() => setAdding(false)} onAdded={onOpen} />}
    </ListPage>
  );
}

/** Adds a domain and opens it. */
function AddSiteDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const { t } = useTranslation('branding');
  const form = useForm({ initialValues: { domain: '', brand_name: '' } });
  const create = useApiMutation(api.branding.create, { form, andToast: true, onSuccess: ({ id }) => onAdded(id) });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('addTitle')}
      submitLabel={t('add')}
      onSubmit={() => create.run({ body: form.values })}
      dirty={form.isDirty()}
    >
      <TextInput
        label={t('fields.domain')}
        description={t('help.domain')}
        data-autofocus
        {...form.getInputProps('domain')}
      />
      <TextInput
        label={t('fields.brand_name')}
        description={t('help.brand_name')}
        {...form.getInputProps('brand_name')}
      />
    </FormDialog>
  );
}
