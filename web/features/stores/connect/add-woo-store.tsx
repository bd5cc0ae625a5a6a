import { Checkbox, Select, Stack, Text, TextInput, Radio } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/ui/password-field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { type Opened, openInTab } from './open-consent.ts';

const importDays = ['1', '7', '30', '60'] as const;

type Values = { url: string; days: string; unshipped: boolean; key: string; secret: string };
/** The field of the form that the server speaks of. */
const fieldOf: Record<string, keyof Values> = { url: 'url', consumer_key: 'key', consumer_secret: 'secret' };

type Props = {
  pick: ReactNode;
  /** Only authorizes this shop again. */
  url: string | undefined;
  onOpened: (opened: Opened) => void;
  onClose: () => void;
};

/** Connects a WooCommerce shop: on the shop's own consent page, or by keys that its merchant made there. */
export function AddWooStore({ pick, url, onOpened, onClose }: Props) {
  const { t } = useTranslation('stores');
  const again = url !== undefined;
  const [way, setWay] = useState<'consent' | 'keys'>('consent');
  const form = useForm<Values>({
    initialValues: { url: url ?? '', days: '60', unshipped: false, key: '', secret: '' },
    validate: { url: (value) => (value.trim() === '' ? t('woo.urlEmpty') : null) },
  });
  const refusals = { form, fields: fieldOf };
  const start = useApiMutation(api.stores.startWoo, refusals);
  const connect = useApiMutation(api.stores.connectWoo, { ...refusals, refetch: ['stores'] });
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const { values } = form;
    const body = { url: values.url, import_days: Number(values.days), unshipped_only: values.unshipped };
    if (way === 'keys')
      return connect.run({ body: { ...body, consumer_key: values.key, consumer_secret: values.secret } });
    const opened = await openInTab(() => start.run({ body }));
    if (opened !== false) onOpened(opened);
    return false; // the dialog goes on with what to do in the new tab
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={again ? t('reauthorize') : t('add.title')}
      submitLabel={way === 'keys' ? t('woo.connect') : t('add.submit')}
      onSubmit={handleSubmit}
    >
      {pick}
      <TextInput
        label={t('woo.url')}
        description={t('woo.urlHelp')}
        placeholder="https://shop.example.com"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        readOnly={again}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Radio.Group
        label={t('woo.method')}
        value={way}
        onChange={(value) => setWay(value === 'keys' ? 'keys' : 'consent')}
      >
        <Stack gap={8} mt={4}>
          <Radio value="consent" label={t('woo.consent')} description={t('woo.consentHelp')} />
          <Radio value="keys" label={t('woo.keys')} description={t('woo.keysHelp')} />
        </Stack>
      </Radio.Group>
      {way === 'keys' && (
        <>
          <Text size="sm" c="dimmed">
            {t('woo.keysWhere')}
          </Text>
          <TextInput
            label={t('woo.key')}
            placeholder="ck_…"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('key')}
          />
          <PasswordField
            label={t('woo.secret')}
            placeholder="cs_…"
            autoComplete="off"
            {...form.getInputProps('secret')}
          />
        </>
      )}
      {!again && (
        <>
          <Select
            label={t('add.days')}
            allowDeselect={false}
            data={importDays.map((value) => ({ value, label: t(`add.window.${value}`) }))}
            {...form.getInputProps('days')}
          />
          <Checkbox label={t('woo.unshipped')} {...form.getInputProps('unshipped', { type: 'checkbox' })} />
        </>
      )}
    </FormDialog>
  );
}
