import { Checkbox, NumberInput, Select, Skeleton, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveryDays } from '#contract/delivery-days.ts';
import { DeliveryOption, useDeliveryText } from '#web/components/delivery-days.tsx';
import { addressFields, addressLengths, anyCarrier, judgeAddress } from '#contract/address-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { AddressFields, type AddressValues } from '#web/components/address-fields.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { countryInText } from '#web/lib/countries.ts';
import { formatMoney, joinWords } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { InputOf } from '#contract/endpoint.ts';
import classes from '../quotes.module.css';
import type { QuoteDetail, QuoteVersion } from '../quotes-types.ts';

type SampleAsk = InputOf<Contract['quotes']['sample']>['body'];

const mostPieces = 5;
const fieldsAt = Object.fromEntries(addressFields.map((field) => [`recipient.${field}`, field]));

type SampleDialogProps = { quote: QuoteDetail; version: QuoteVersion; onClose: () => void };

/** Orders a sample: how many of which, to whom, by which channel of the offer. */
export function SampleDialog(props: SampleDialogProps) {
  const { t } = useTranslation('quotes');
  const known = useApiQuery(api.quotes.sampleAddress, {}, { gcTime: 0 });
  if (!known.data && known.isFetching)
    return (
      <ModalFrame opened onClose={props.onClose} title={t('sample.title', { number: props.quote.number })} width={560}>
        <Skeleton height={320} />
      </ModalFrame>
    );
  const { recipient } = known.data ?? { recipient: null };
  const countries = [...new Set(props.version.freight.map((row) => row.destination))];
  const from = Object.fromEntries(addressFields.map((field) => [field, recipient?.[field] ?? ''])) as AddressValues; // exactly these fields
  return (
    <SampleForm {...props} first={{ ...from, country: from.country || (countries[0] ?? '') }} countries={countries} />
  );
}

type SampleFormProps = SampleDialogProps & { first: AddressValues; countries: readonly string[] };

function SampleForm({ quote, version, first, countries, onClose }: SampleFormProps) {
  const { t, i18n } = useTranslation('quotes');
  const { t: te } = useTranslation('orders-edit');
  const [pieces, setPieces] = useState<Record<number, number>>(() => {
    const [line] = version.lines;
    return line ? { [line.line]: 1 } : {};
  });
  const [channel, setChannel] = useState<string | null>(null);
  const [remember, setRemember] = useState(true);
  const form = useForm<AddressValues>({ initialValues: first });
  const problems = judgeAddress(form.values, anyCarrier);
  const sentences = Object.fromEntries(
    problems.map(({ field, fault }) => [field, te(`faults.${fault}`, { max: addressLengths[field].max })]),
  );
  const lines = version.lines.flatMap(({ line }) => (pieces[line] ? [{ line, quantity: pieces[line] }] : []));
  const order = useApiMutation(api.quotes.sample, {
    form,
    fields: fieldsAt,
    onSuccess: ({ samples }) => toast.success(t('sample.ordered', { name: samples.at(-1)?.name ?? '' })),
  });
  const handleSubmit = () => {
    form.setErrors(sentences);
    if (problems.length > 0) return false;
    const typed = Object.fromEntries(addressFields.map((field) => [field, form.values[field].trim() || null]));
    const recipient = { ...typed, email: null } as SampleAsk['recipient']; // exactly these fields
    const body = { version: version.version, lines, recipient, channel_id: channel, remember };
    return order.run({ params: { id: quote.id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('sample.title', { number: quote.number })}
      submitLabel={t('sample.submit')}
      missing={lines.length === 0 ? t('sample.missing') : undefined}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
      width={560}
    >
      <Unsaved when={form.isDirty()} />
      <p className={classes.lead}>
        {t('sample.lead', {
          places: joinWords(
            countries.map((code) => countryInText(code, i18n.language)),
            i18n.language,
          ),
        })}
      </p>
      {version.lines.map((line) => (
        <NumberInput
          key={line.line}
          label={`${line.sku.title} · ${line.title} · ${formatMoney({ amount: line.unit_price, currency: quote.currency }, i18n.language)}`}
          min={0}
          max={mostPieces}
          allowDecimal={false}
          clampBehavior="strict"
          value={pieces[line.line] ?? 0}
          onChange={(value) => setPieces({ ...pieces, [line.line]: Number(value) })}
        />
      ))}
      <AddressFields form={form} sentences={sentences} carrier={anyCarrier} />
      <SampleChannel version={version} country={form.values.country} value={channel} onChange={setChannel} />
      <Checkbox
        label={t('sample.remember')}
        checked={remember}
        onChange={(event) => setRemember(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}

type SampleChannelProps = {
  version: QuoteVersion;
  country: string;
  value: string | null;
  onChange: (id: string | null) => void;
};

/** The channels of the offer to a country; the cheapest when none is chosen. */
function SampleChannel({ version, country, value, onChange }: SampleChannelProps) {
  const { t } = useTranslation('quotes');
  const say = useDeliveryText();
  const ready = Math.max(0, ...version.lines.map((line) => line.lead_days));
  const offers = version.freight
    .filter((row) => row.destination === country)
    .map(({ channel, transit }) => ({ channel, days: deliveryDays(ready, transit) }));
  const [only, another] = offers;
  if (!only) return null;
  if (!another) return <Text size="sm">{`${only.channel.name} · ${say.whole(only.days)}`}</Text>;
  const parts = new Map(offers.map(({ channel, days }) => [channel.id, say.parts(days)]));
  return (
    <Select
      label={t('sample.channel')}
      data={[
        { value: '', label: t('sample.cheapest') },
        ...offers.map(({ channel, days }) => ({ value: channel.id, label: `${channel.name} · ${say.days(days)}` })),
      ]}
      renderOption={({ option }) => <DeliveryOption label={option.label} parts={parts.get(option.value)} />}
      description={value === null ? undefined : parts.get(value)}
      value={value !== null && parts.has(value) ? value : ''}
      onChange={(id) => onChange(id === '' ? null : id)}
      allowDeselect={false}
    />
  );
}
