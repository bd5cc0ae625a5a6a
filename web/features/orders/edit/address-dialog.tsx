import { Button, Group, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import {
  type AddressField,
  addressFields,
  type AddressProblem,
  addressLengths,
  judgeAddress,
  labelLines,
} from '#contract/address-rules.ts';
import { inLatin } from '#contract/latin-letters.ts';
import { AddressFields, type AddressValues } from '#web/components/address-fields.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { countryName } from '#web/lib/countries.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './address.module.css';
import type { OrderDetail } from '../orders-types.ts';

const toForm = (address: OrderDetail['address']): AddressValues =>
  Object.fromEntries(addressFields.map((field) => [field, address[field] ?? ''])) as AddressValues; // exactly these fields
const fieldsAt = Object.fromEntries(addressFields.map((field) => [`address.${field}`, field]));

type AddressDialogProps = {
  order: OrderDetail;
  onClose: () => void;
  /** Another country for a paid order: what that costs comes before it is saved. */
  onCountry: (address: Record<AddressField, string | null>) => void;
};

/** Corrects where an order goes, beside what its label will read and what the store said. */
export function AddressDialog({ order, onClose, onCountry }: AddressDialogProps) {
  const { t, i18n } = useTranslation('orders-edit');
  const { carrier, original } = order.address_check;
  const judge = (address: AddressValues) => judgeAddress(address, carrier);
  const say = (problems: readonly AddressProblem[]) =>
    Object.fromEntries(
      problems.map(({ field, fault }) => [field, t(`faults.${fault}`, { max: addressLengths[field].max })]),
    );
  const form = useForm<AddressValues>({
    initialValues: toForm(order.address),
    initialErrors: say(judge(toForm(order.address))),
  });
  const { values } = form;
  const problems = judge(values);
  const sentences = say(problems);
  const save = useApiMutation(api.orders.address, { form, fields: fieldsAt, refetch: ['orders'] });
  const handleSubmit = () => {
    form.setErrors(sentences);
    if (problems.length > 0) return false;
    const address = Object.fromEntries(addressFields.map((field) => [field, values[field].trim() || null])) as Record<
      AddressField,
      string | null
    >; // made of exactly these fields
    if (order.payment !== 'none' && address.country?.toUpperCase() !== order.address.country) {
      onCountry(address);
      return true;
    }
    return save.run({ params: { id: order.id }, body: { address, version: order.version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('address.title', { name: order.name })}
      submitLabel={t('address.save')}
      missing={form.isDirty() ? undefined : t('address.missing')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
      width={720}
    >
      <Unsaved when={form.isDirty()} />
      <div className={classes.sides}>
        <AddressFields form={form} sentences={sentences} carrier={carrier} />
        <div className={classes.aside}>
          <Label title={t('address.label')} address={values} language={i18n.language} />
          {problems.some(({ fault }) => fault === 'latin') && <LatinButton form={form} />}
          {original && <Label title={t('address.original')} address={original} language={i18n.language} />}
        </div>
      </div>
    </FormDialog>
  );
}

type LabelProps = { title: string; address: Partial<Record<AddressField, string | null>>; language: string };

/** An address as it would be printed. */
export function Label({ title, address, language }: LabelProps) {
  const country = address.country ? countryName(address.country, language) : '';
  return (
    <section aria-label={title}>
      <Text component="h3" className={classes.labelTitle}>
        {title}
      </Text>
      <address className={classes.label}>{labelLines(address, country).join('\n')}</address>
    </section>
  );
}

/** Offers the letters that the carrier can read; what the store said stays as it was. */
function LatinButton({ form }: { form: ReturnType<typeof useForm<AddressValues>> }) {
  const { t } = useTranslation('orders-edit');
  const rewritten = Object.fromEntries(addressFields.map((field) => [field, inLatin(form.values[field])]));
  if (addressFields.every((field) => rewritten[field] === null || rewritten[field] === form.values[field])) return null;
  const handleClick = () =>
    form.setValues(Object.fromEntries(addressFields.map((field) => [field, rewritten[field] ?? form.values[field]])));
  return (
    <Group>
      <Button variant="default" size="compact-sm" onClick={handleClick}>
        {t('address.latin')}
      </Button>
    </Group>
  );
}
