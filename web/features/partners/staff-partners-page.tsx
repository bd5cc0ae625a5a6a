import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { isWebLink, partnerIcons } from '#contract/partner-rules.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import type { Column, RowAction } from '#web/ui/column.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Identity } from '#web/ui/toolbar.tsx';

type PartnerLink = AnswerOf<Contract['partners']['staffList']>[number];

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
  const list = useListPage(api.partners.staffList, {
    name: 'partners',
    columns: useMemo(() => partnerColumns(t), [t]),
  });
  const [adding, setAdding] = useState(false);
  const rowActions = useRowActions((link) => list.url.show({ link: link.id }));
  const add = <Button onClick={() => setAdding(true)}>{t('add')}</Button>;
  return (
    <ListPage
      title={t('title')}
      state={t('state')}
      actions={add}
      list={list}
      search={t('search')}
      rowId={rowId}
      rowName={rowName}
      rowActions={rowActions}
      opens={{ link: rowId }}
      renderDetail={({ row, close }) => row && <PartnerDialog link={row} onClose={close} />}
      empty={{ drawing: 'people', title: t('emptyFirst'), text: t('emptyText'), action: add }}
    >
      {adding && <PartnerDialog link={undefined} onClose={() => setAdding(false)} />}
    </ListPage>
  );
}

/** Columns of the partner links. */
function partnerColumns(t: TFunction<'partners'>): Column<PartnerLink>[] {
  return [
    { id: 'name', header: t('columns.name'), main: true, cell: (link) => <Identity title={link.name} /> },
    { id: 'link', header: t('columns.link'), card: 'fact', cell: (link) => link.link },
    { id: 'domain', header: t('columns.domain'), card: 'fact', cell: (link) => link.domain ?? t('allDomains') },
  ];
}

/** Adds a partner link, or changes one. */
function PartnerDialog({ link, onClose }: { link: PartnerLink | undefined; onClose: () => void }) {
  const { t } = useTranslation('partners');
  const form = useForm({
    initialValues: {
      name: link?.name ?? '',
      link: link?.link ?? 'https://',
      icon: link?.icon ?? '',
      domain: link?.domain ?? '',
    },
    validate: {
      name: (text) => (text.trim() === '' ? t('nameMissing') : null),
      link: (text) => (isWebLink(text.trim()) ? null : t('linkBad')),
    },
  });
  const saving = { form, refetch: ['partners'] as const };
  const add = useApiMutation(api.partners.add, saving);
  const save = useApiMutation(api.partners.save, saving);
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const { icon, domain, ...rest } = form.values;
    const known = partnerIcons.find((one) => one === icon);
    const body = { ...rest, icon: known ?? ('' as const), domain: domain.trim() === '' ? null : domain };
    if (link === undefined) return add.run({ body });
    return save.run({ params: { id: link.id }, body: { ...body, version: link.version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={link === undefined ? t('addTitle') : t('editTitle', { name: link.name })}
      submitLabel={link === undefined ? t('add') : t('save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <TextInput label={t('name')} maxLength={40} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('link')}
        description={t('linkHelp')}
        maxLength={500}
        inputMode="url"
        {...form.getInputProps('link')}
      />
      <NativeSelect
        label={t('icon')}
        data={[
          { value: '', label: t('iconNone') },
          ...partnerIcons.map((value) => ({ value, label: t(`icons.${value}`) })),
        ]}
        {...form.getInputProps('icon')}
      />
      <TextInput label={t('domain')} description={t('domainHelp')} maxLength={253} {...form.getInputProps('domain')} />
    </FormDialog>
  );
}
