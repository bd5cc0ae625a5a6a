import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { DayField } from '#web/components/day-field.tsx';
import { ListPage } from '#web/components/list-page.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { useNow } from '#web/lib/now.ts';
import type { Column } from '#web/ui/column.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';

type ExchangeRate = AnswerOf<Contract['exchangeRates']['staffList']>[number];

const rateId = (rate: ExchangeRate) => rate.currency;

/** The provider's exchange rates: what merchants' sales are converted by, currency by currency. */
export function StaffExchangeRatesPage() {
  const { t, i18n } = useTranslation('exchange-rates');
  const list = useListPage(api.exchangeRates.staffList, {
    name: 'exchange_rates',
    columns: useMemo(() => rateColumns(t, i18n.language), [t, i18n.language]),
  });
  const [adding, setAdding] = useState(false);
  const enter = <Button onClick={() => setAdding(true)}>{t('enter')}</Button>;
  return (
    <ListPage
      title={t('title')}
      state={t('state')}
      actions={enter}
      list={list}
      search={t('search')}
      rowId={rateId}
      rowName={rateId}
      rowActions={(rate) => [{ label: t('enter'), onClick: () => list.url.show({ currency: rate.currency }) }]}
      opens={{ currency: rateId }}
      renderDetail={({ row, close }) => row && <RateDialog currency={row.currency} onClose={close} />}
      empty={{ drawing: 'wallet', title: t('empty'), text: t('emptyText'), action: enter }}
    >
      {adding && <RateDialog currency="" onClose={() => setAdding(false)} />}
    </ListPage>
  );
}

/** Columns of the exchange rates. */
function rateColumns(t: TFunction<'exchange-rates'>, language: string): Column<ExchangeRate>[] {
  const names = new Intl.DisplayNames([language], { type: 'currency', fallback: 'code' });
  return [
    {
      id: 'currency',
      header: t('columns.currency'),
      main: true,
      cell: ({ currency }) => <Identity title={currency} detail={names.of(currency)} />,
    },
    {
      id: 'rate',
      header: t('columns.rate'),
      align: 'end',
      card: 'fact',
      cell: ({ per_euro, currency }) => (per_euro === null ? '–' : t('perEuro', { rate: per_euro, currency })),
    },
    {
      id: 'state',
      header: t('columns.state'),
      card: 'fact',
      cell: ({ day, outdated }) => {
        if (day === null) return <StatusChip tone="amber" label={t('states.missing')} />;
        if (outdated) return <StatusChip tone="amber" label={t('states.outdated')} />;
        return <StatusChip tone="green" label={t('states.current')} />;
      },
    },
    { id: 'day', header: t('columns.day'), card: 'fact', cell: ({ day }) => day ?? '–' },
    {
      id: 'source',
      header: t('columns.source'),
      card: 'hidden',
      cell: ({ source, author }) => {
        if (source === null) return '–';
        return source === 'ecb' ? t('sources.ecb') : t('sources.staff', { name: author ?? '–' });
      },
    },
    { id: 'stores', header: t('columns.stores'), align: 'end', card: 'hidden', cell: ({ stores }) => stores },
  ];
}

const isRate = (text: string) => /^(?=.*[1-9])\d{1,9}(\.\d{1,8})?$/.test(text.trim());

/** Enters the rate of a currency on a day. */
function RateDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const { t } = useTranslation('exchange-rates');
  const today = useNow().toISOString().slice(0, 10);
  const form = useForm({
    initialValues: { currency, day: today, per_euro: '' },
    validate: {
      currency: (text) => (/^[A-Z]{3}$/.test(text.trim().toUpperCase()) ? null : t('dialog.currencyBad')),
      day: (text) => (text === '' ? t('dialog.dayMissing') : null),
      per_euro: (text) => (isRate(text) ? null : t('dialog.rateBad')),
    },
  });
  const enter = useApiMutation(api.exchangeRates.enter, { form, refetch: ['exchangeRates'] });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const { currency: code, day, per_euro } = form.values;
    return enter.run({ body: { currency: code.trim().toUpperCase(), day, per_euro: per_euro.trim() } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={currency === '' ? t('dialog.title') : t('dialog.titleOf', { currency })}
      submitLabel={t('dialog.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      {currency === '' && (
        <TextInput
          label={t('columns.currency')}
          description={t('dialog.currencyHelp')}
          maxLength={3}
          data-autofocus
          {...form.getInputProps('currency')}
        />
      )}
      <TextInput
        label={t('dialog.rate')}
        description={t('dialog.rateHelp')}
        inputMode="decimal"
        maxLength={18}
        {...(currency !== '' && { 'data-autofocus': true })}
        {...form.getInputProps('per_euro')}
      />
      <DayField label={t('columns.day')} description={t('dialog.dayHelp')} {...form.getInputProps('day')} />
    </FormDialog>
  );
}
