import { Button, Group, NumberInput, Select, Skeleton, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  maxPriceGuard,
  payModes,
  pushMoments,
  riskHolds,
  stockPlans,
  type StoreSettings,
  trackingViews,
} from '#contract/store-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay } from '#web/components/session.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { CountryChannels } from './country-channels.tsx';
import { EarlyPayments } from './early-payments.tsx';
import classes from '../stores.module.css';
import type { Store, SettingsForm } from '../stores-types.ts';

/** Settings of a store: what is imported, how orders are paid, what may pass, what the shop is told. */
export function StoreSettingsForm({ store, onDirty }: { store: Store; onDirty: (dirty: boolean) => void }) {
  const query = useApiQuery(api.stores.settings, { params: { id: store.id } });
  if (query.error) return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={320} mt={16} />;
  const { settings, version } = query.data;
  return <Fields key={version} store={store} settings={settings} version={version} onDirty={onDirty} />;
}
type FieldsProps = {
  store: Store;
  settings: StoreSettings;
  version: number;
  onDirty: (dirty: boolean) => void;
};

function Fields({ store, settings, version, onDirty }: FieldsProps) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  const may = useMay();
  const form = useForm<StoreSettings>({ initialValues: settings });
  const dirty = form.isDirty();
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  const mayEdit = may('stores', 'edit');
  const mayPay = mayEdit && may('orders', 'pay');
  const { run, busy } = useApiMutation(api.stores.saveSettings, {
    form,
    fields: Object.fromEntries(Object.keys(settings).map((name) => [`settings.${name}`, name])),
    refetch: ['stores'],
    onSuccess: () => toast.success(t('saved')),
  });
  const save = (values: StoreSettings) => {
    const body = { settings: { ...values, ioss_number: values.ioss_number || null }, version };
    void run({ params: { id: store.id }, body });
  };
  return (
    <form noValidate onSubmit={form.onSubmit(save)}>
      <Unsaved when={dirty} />
      <fieldset className={classes.fields} disabled={!mayEdit}>
        {store.capabilities.reads_shop && <ImportFields form={form} />}
        <PayFields form={form} disabled={!mayPay} />
        <ShipFields form={form} tellsShop={store.capabilities.pushes_tracking} />
      </fieldset>
      {mayEdit && (
        <Group gap={8} mt={16}>
          <Button type="submit" loading={busy} disabled={!dirty}>
            {t('save')}
          </Button>
          <Button variant="default" disabled={!dirty || busy} onClick={() => form.reset()}>
            {t('discard')}
          </Button>
        </Group>
      )}
    </form>
  );
}

function ImportFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  return (
    <DetailSection title={t('import.title')}>
      <div className={classes.column}>
        <Switch
          label={t('import.unshipped')}
          description={t('import.unshippedHelp')}
          {...form.getInputProps('unshipped_only', { type: 'checkbox' })}
        />
        <Switch
          label={t('import.unpaid')}
          description={t('import.unpaidHelp')}
          {...form.getInputProps('import_unpaid', { type: 'checkbox' })}
        />
      </div>
    </DetailSection>
  );
}

function PayFields({ form, disabled }: { form: SettingsForm; disabled: boolean }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  return (
    <DetailSection title={t('pay.title')}>
      <div className={classes.column}>
        {disabled && <p className={classes.note}>{t('pay.noRight')}</p>}
        <Select
          label={t('pay.mode')}
          description={t('pay.modeHelp')}
          disabled={disabled}
          allowDeselect={false}
          data={payModes.map((value) => ({ value, label: t(`pay.modes.${value}`) }))}
          {...form.getInputProps('pay_mode')}
        />
        {form.values.pay_mode === 'daily' && (
          <TextInput
            type="time"
            label={t('pay.at')}
            description={t('pay.atHelp')}
            disabled={disabled}
            {...form.getInputProps('pay_at')}
          />
        )}
        <NumberInput
          label={t('pay.limit')}
          description={t('pay.limitHelp')}
          placeholder={t('pay.limitOff')}
          disabled={disabled}
          suffix="%"
          min={0}
          max={maxPriceGuard}
          allowDecimal={false}
          {...form.getInputProps('price_guard_pct')}
          value={form.values.price_guard_pct ?? ''}
          onChange={(value) => form.setFieldValue('price_guard_pct', value === '' ? null : Number(value))}
        />
        <Select
          label={t('pay.risk')}
          description={t('pay.riskHelp')}
          disabled={disabled}
          allowDeselect={false}
          data={riskHolds.map((value) => ({ value, label: t(`pay.risks.${value}`) }))}
          {...form.getInputProps('risk_hold')}
        />
        <EarlyPayments form={form} disabled={disabled} />
      </div>
    </DetailSection>
  );
}

function ShipFields({ form, tellsShop }: { form: SettingsForm; tellsShop: boolean }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  return (
    <DetailSection title={t('ship.title')}>
      <div className={classes.column}>
        <CountryChannels form={form} />
        <Select
          label={t('ship.stock')}
          allowDeselect={false}
          data={stockPlans.map((value) => ({ value, label: t(`ship.stocks.${value}`) }))}
          {...form.getInputProps('stock_plan')}
        />
        {tellsShop && (
          <>
            <Select
              label={t('ship.push')}
              description={t('ship.pushHelp')}
              allowDeselect={false}
              data={pushMoments.map((value) => ({ value, label: t(`ship.pushes.${value}`) }))}
              {...form.getInputProps('tracking_push')}
            />
            <Select
              label={t('ship.view')}
              description={t('ship.viewHelp')}
              allowDeselect={false}
              data={trackingViews.map((value) => ({ value, label: t(`ship.views.${value}`) }))}
              {...form.getInputProps('tracking_view')}
            />
            <Switch label={t('ship.notify')} {...form.getInputProps('notify_buyer', { type: 'checkbox' })} />
          </>
        )}
        <TextInput
          label={t('ship.ioss')}
          description={t('ship.iossHelp')}
          placeholder="IM0000000000"
          {...form.getInputProps('ioss_number')}
          value={form.values.ioss_number ?? ''}
        />
      </div>
    </DetailSection>
  );
}
