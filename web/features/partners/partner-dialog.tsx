import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { isWebLink, partnerIcons } from '#contract/partner-rules.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { PartnerLink } from './partners-types.ts';

/** Adds a partner link, or changes one. */
export function PartnerDialog({ link, onClose }: { link: PartnerLink | undefined; onClose: () => void }) {
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
