import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { countries, countryName } from '#web/lib/countries.ts';
import { Panel } from '#web/ui/page.tsx';
import classes from './account-page.module.css';

type Billing = AnswerOf<Contract['account']['billing']>;

/** What invoices say of the account; the ones that are issued stay as they are. */
export function BillingPanel() {
  const { t } = useTranslation('account');
  const { data } = useApiQuery(api.account.billing, {});
  return (
    <Panel title={t('billing.title')}>
      <p className={classes.hint}>{t('billing.about')}</p>
      {data && <BillingForm key={data.version} billing={data} />}
    </Panel>
  );
}

function BillingForm({ billing }: { billing: Billing }) {
  const { t, i18n } = useTranslation('account');
  const may = useMay()('account', 'edit');
  const form = useForm({ initialValues: billing });
  const save = useApiMutation(api.account.saveBilling, {
    form,
    refetch: ['account'],
    onSuccess: () => toast.success(t('billing.saved')),
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((body) => void save.run({ body }))} noValidate>
      <Unsaved when={form.isDirty()} />
      <Textarea
        label={t('billing.address')}
        autosize
        minRows={2}
        maxRows={4}
        maxLength={300}
        readOnly={!may}
        {...form.getInputProps('address')}
      />
      <Select
        label={t('billing.country')}
        description={t('billing.countryHelp')}
        searchable
        clearable
        readOnly={!may}
        data={countries.map((value) => ({ value, label: countryName(value, i18n.language) }))}
        {...form.getInputProps('country')}
      />
      <TextInput label={t('billing.taxId')} maxLength={40} readOnly={!may} {...form.getInputProps('tax_id')} />
      {may && (
        <Button type="submit" loading={save.busy} disabled={!form.isDirty()} style={{ justifySelf: 'start' }}>
          {t('billing.save')}
        </Button>
      )}
    </form>
  );
}
