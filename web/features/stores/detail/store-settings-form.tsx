import { ActionIcon, Button, Group, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  earlyPayments,
  maxPriceGuard,
  payModes,
  pushMoments,
  riskHolds,
  stockPlans,
  type StoreSettings,
  trackingViews,
} from '#contract/store-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { ClockField } from '#web/components/clock-field.tsx';
import { useMay } from '#web/components/session.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { countries, countryInText, countryName } from '#web/lib/countries.ts';
import classes from '../stores.module.css';
import type { Store, SettingsForm } from '../stores-types.ts';

/** `&ship_to=US` in the address of a store's settings leads to the shipping method of that country. */
export const shipToParam = 'ship_to';

/** Settings of a store: what is imported, how orders are paid, what may pass, what the shop is notified of. */
export function StoreSettingsForm({ store, onDirty }: { store: Store; onDirty: (dirty: boolean) => void }) {
  const query = useApiQuery(api.stores.settings, { params: { id: store.id } });
  if (query.error) return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <DetailSkeleton />;
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
        <ShipFields form={form} notifiesShop={store.capabilities.pushes_tracking} />
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
          <ClockField
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

function ShipFields({ form, notifiesShop }: { form: SettingsForm; notifiesShop: boolean }) {
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
        {notifiesShop && (
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

/** The channel of each named country, and of the one that the address asks for; all others go by the cheapest. */
function CountryChannels({ form }: { form: SettingsForm }) {
  const { t, i18n } = useTranslation('stores', { keyPrefix: 'detail' });
  const channels = useApiQuery(api.shipping.channels, {}, { staleTime: 300_000 }).data ?? [];
  const [search] = useSearchParams();
  const asked = search.get(shipToParam) ?? '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'center' });
  }, []);
  const named = form.values.default_channels;
  const shown: Record<string, string | null> = { ...(countries.includes(asked) && { [asked]: null }), ...named };
  const within = (code: string) => countryInText(code, i18n.language);
  const set = (next: Record<string, string>) => form.setFieldValue('default_channels', next);
  const without = (code: string) => Object.fromEntries(Object.entries(named).filter(([one]) => one !== code));
  const first = channels[0];
  return (
    <div className={classes.column}>
      {Object.entries(shown).map(([code, channel]) => (
        <Group key={code} gap={8} align="end" wrap="nowrap">
          <Select
            className={classes.grows}
            {...(code === asked && { ref: field, 'data-autofocus': true })}
            label={t('ship.channelOf', { country: within(code) })}
            placeholder={t('ship.cheapest')}
            allowDeselect={false}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            value={channel}
            onChange={(value) => value !== null && set({ ...named, [code]: value })}
          />
          {channel !== null && (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('ship.removeChannel', { country: within(code) })}
              onClick={() => set(without(code))}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Select
        label={t('ship.channels')}
        description={t('ship.channelsHelp')}
        placeholder={t('ship.addCountry')}
        searchable
        disabled={first === undefined}
        data={countries
          .filter((code) => !(code in shown))
          .map((code) => ({ value: code, label: `${countryName(code, i18n.language)} (${code})` }))}
        value={null}
        onChange={(code) => code !== null && first !== undefined && set({ ...named, [code]: first.id })}
        error={form.errors.default_channels}
      />
    </div>
  );
}

/** For which payments of the buyer, besides whole ones, orders are paid to us. */
function EarlyPayments({ form, disabled }: { form: SettingsForm; disabled: boolean }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  const chosen = form.values.pay_when;
  return (
    <fieldset className={classes.fields} disabled={disabled}>
      <legend className={classes.legend}>{t('pay.when')}</legend>
      <div className={classes.column}>
        {earlyPayments.map((status) => (
          <Switch
            key={status}
            label={t(`pay.early.${status}`)}
            checked={chosen.includes(status)}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue(
                'pay_when',
                earlyPayments.filter((one) => (one === status ? checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
