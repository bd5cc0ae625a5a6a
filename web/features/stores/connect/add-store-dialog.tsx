import { Group, Radio, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { specText } from '#web/lib/spec-text.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useRefetch } from '#web/api/refetch.ts';
import { AddWooStore } from './add-woo-store.tsx';
import { type Opened, openInTab } from './open-consent.ts';
import { OpenedDialog } from './opened-dialog.tsx';

const importDays = ['1', '7', '30', '60'] as const;
const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CNY', 'JPY', 'NZD', 'SEK', 'CHF', 'MXN', 'BRL'];

/** The spec's two checks of a typed domain (spec §5); the exact form is the server's. */
function domainProblem(value: string): string | null {
  if (value.trim() === '') return specText('domainEmpty');
  return value.toLowerCase().includes('http') ? specText('domainHttp') : null;
}

type Kind = 'shopify' | 'woocommerce' | 'file';
const kinds: readonly Kind[] = ['shopify', 'woocommerce', 'file'];
type DialogProps = {
  domain?: string;
  wooUrl?: string;
  /** Stores that are to be authorized after this one. */
  left?: number;
  onClose: () => void;
};

/** Adds a shop, or a store whose orders come from files. With `domain` or `wooUrl` it only authorizes that one again. */
export function AddStoreDialog({ domain, wooUrl, left = 0, onClose }: DialogProps) {
  const { t } = useTranslation('stores');
  const refetch = useRefetch();
  const [kind, setKind] = useState<Kind>(wooUrl === undefined ? 'shopify' : 'woocommerce');
  const [opened, setOpened] = useState<Opened>();
  const again = domain !== undefined || wooUrl !== undefined;
  if (opened) {
    const handleDone = () => {
      void refetch('stores');
      onClose();
    };
    const title = again ? t('reauthorize') : t('add.title');
    return <OpenedDialog opened={opened} title={title} left={left} onClose={handleDone} />;
  }
  const pick = !again && (
    <Radio.Group
      label={t('add.source')}
      value={kind}
      onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'shopify')}
    >
      <Group gap={24} mt={4}>
        <Radio value="shopify" label={t('add.shopify')} />
        <Radio value="woocommerce" label={t('woo.name')} />
        <Radio value="file" label={t('add.file')} />
      </Group>
    </Radio.Group>
  );
  if (kind === 'file') return <FileStoreForm pick={pick} onClose={onClose} />;
  if (kind === 'woocommerce') return <AddWooStore pick={pick} url={wooUrl} onOpened={setOpened} onClose={onClose} />;
  return <ShopForm pick={pick} domain={domain} onOpened={setOpened} onClose={onClose} />;
}

type FormProps = { pick: ReactNode; onClose: () => void };

function ShopForm({
  pick,
  domain,
  onOpened,
  onClose,
}: FormProps & { domain: string | undefined; onOpened: (opened: Opened) => void }) {
  const { t } = useTranslation('stores');
  const again = domain !== undefined;
  const form = useForm({
    initialValues: { domain: domain ?? '', days: '60', unshipped: false },
    validate: { domain: domainProblem },
  });
  const authorize = useApiMutation(api.stores.authorizeUrl, {
    onRefusal: (error) => {
      if (error.status === 422) form.setFieldError('domain', error.message);
      return error.status === 422;
    },
  });
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const { domain: shop, days, unshipped } = form.values;
    const query = { domain: shop, import_days: Number(days), unshipped_only: unshipped ? 'true' : 'false' } as const;
    const opened = await openInTab(() => authorize.run({ query }));
    if (opened !== false) onOpened(opened);
    return false; // the dialog goes on with what to do in the new tab
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={again ? t('reauthorize') : t('add.title')}
      submitLabel={again ? t('reauthorize') : t('add.submit')}
      onSubmit={handleSubmit}
    >
      {pick}
      <TextInput
        label={t('add.domain')}
        description={t('add.domainHelp')}
        placeholder="your-shop.myshopify.com"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('domain')}
      />
      {!again && (
        <Select
          label={t('add.days')}
          description={t('add.daysHelp')}
          allowDeselect={false}
          data={importDays.map((value) => ({ value, label: t(`add.window.${value}`) }))}
          {...form.getInputProps('days')}
        />
      )}
      {!again && <Switch label={t('add.unshipped')} {...form.getInputProps('unshipped', { type: 'checkbox' })} />}
    </FormDialog>
  );
}

function FileStoreForm({ pick, onClose }: FormProps) {
  const { t } = useTranslation('stores');
  const form = useForm({
    initialValues: { name: '', currency: 'USD' },
    validate: { name: (value) => (value.trim().length < 2 ? t('add.nameEmpty') : null) },
  });
  const create = useApiMutation(api.stores.createFileStore, { form });
  const navigate = useNavigate();
  const may = useMay();
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const store = await create.run({ body: { platform: 'file', ...form.values } });
    if (!store) return false;
    onClose();
    if (may('orders', 'edit')) void navigate(withQuery(paths.orders, { import: store.id })); // it is empty until then
    return false;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('add.title')}
      submitLabel={t('add.submitFile')}
      onSubmit={handleSubmit}
    >
      {pick}
      <TextInput label={t('add.name')} description={t('add.nameHelp')} data-autofocus {...form.getInputProps('name')} />
      <Select
        label={t('add.currency')}
        allowDeselect={false}
        searchable
        data={currencies}
        {...form.getInputProps('currency')}
      />
    </FormDialog>
  );
}
