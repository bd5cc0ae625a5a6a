import { Select, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddressField, addressFields, type CarrierDemands } from '#contract/address-rules.ts';
import { taxIdKindOf } from '#contract/tax-id-rules.ts';
import { countries, countryName } from '#web/lib/countries.ts';

/** An address while it is typed: empty fields are empty texts. */
export type AddressValues = Record<AddressField, string>;

type AddressFieldsProps = {
  form: ReturnType<typeof useForm<AddressValues>>;
  /** What is wrong now, by field; shown once the reader has left the field. */
  sentences: Partial<Record<string, string>>;
  carrier: CarrierDemands;
};

/** The fields of an address, one below the other; a tax id only where customs ask for one. */
export function AddressFields({ form, sentences, carrier }: AddressFieldsProps) {
  const { t, i18n } = useTranslation('orders-edit');
  const kind = taxIdKindOf(form.values.country);
  const shown = addressFields.filter((field) => field !== 'country' && (field !== 'tax_id' || kind !== null));
  const data = useMemo(
    () =>
      [...new Set([...countries, form.values.country])]
        .filter((code) => code !== '')
        .map((code) => ({ value: code, label: `${countryName(code, i18n.language)} (${code})` })),
    [i18n.language, form.values.country],
  );
  const error = (field: AddressField) => (form.isTouched(field) ? sentences[field] : form.errors[field]);
  const help = (field: AddressField) => {
    if (field === 'phone' && carrier.phone) return t('address.carrierPhone');
    return field === 'tax_id' ? t('address.taxIdHelp') : undefined;
  };
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      {shown.map((field) => (
        <TextInput
          key={field}
          label={field === 'tax_id' ? t('address.taxId', { kind: kind ?? '' }) : t(`fields.${field}`)}
          description={help(field)}
          autoComplete="off"
          {...form.getInputProps(field)}
          error={error(field)}
        />
      ))}
      <Select
        label={t('fields.country')}
        data={data}
        searchable
        allowDeselect={false}
        value={form.values.country === '' ? null : form.values.country}
        onChange={(code) => form.setFieldValue('country', code ?? '')}
        error={error('country')}
      />
    </div>
  );
}
