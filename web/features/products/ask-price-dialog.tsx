import { MultiSelect, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { CountryPicker } from '#web/components/country-picker.tsx';
import { useProfile } from '#web/components/session.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { type Product, useInquiry, useVariants } from './products.api.ts';
import classes from './products.module.css';

const currencyOf = (profile: { account?: { currency: string } | null }) => profile.account?.currency ?? 'USD';

/** Asks an agent for the price of a product: which variants, where to, how many. */
export function AskPriceDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('products');
  const currency = currencyOf(useProfile());
  const inquire = useInquiry();
  const { data: variants = [] } = useVariants(product.id);
  const [attempt] = useState(() => crypto.randomUUID());
  const form = useForm({
    initialValues: {
      scope: 'all',
      variants: [] as string[],
      destinations: ['US'],
      volume: '',
      target: '',
      note: '',
    },
    validate: {
      variants: (value, values) => (values.scope === 'some' && value.length === 0 ? t('form.chooseEmpty') : null),
      destinations: (value) => (value.length === 0 ? t('form.destinationsEmpty') : null),
      target: (value) =>
        value.trim() !== '' && !((decimalToMinor(value, currency) ?? 0) > 0) ? t('form.targetBad') : null,
    },
  });
  const { values } = form;
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const target = decimalToMinor(values.target, currency);
    const body = {
      destinations: values.destinations,
      ...(values.scope === 'some' && { variant_ids: values.variants }),
      ...(values.volume !== '' && { orders_per_day: Number(values.volume) }),
      ...(values.target.trim() !== '' && target !== undefined && { target_price: target }),
      ...(values.note.trim() !== '' && { note: values.note }),
    };
    const quote = await inquire(product.id, body, attempt);
    if (quote === false) return false;
    toast.success(t('form.asked', { number: quote.number }));
    return true;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`${t('form.title')} · ${product.title}`}
      submitLabel={t('form.submit')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
      width={560}
    >
      <Unsaved when={form.isDirty()} />
      <p className={classes.lead}>{t('form.lead')}</p>
      <CountryPicker
        label={t('form.destinations')}
        description={t('form.destinationsHelp')}
        value={values.destinations}
        onChange={(codes) => form.setFieldValue('destinations', codes)}
        error={form.errors.destinations}
      />
      {variants.length > 1 && (
        <SegmentedControl
          fullWidth
          aria-label={t('form.variants')}
          data={[
            { value: 'all', label: t('form.allVariants', { count: variants.length }) },
            { value: 'some', label: t('form.chosenVariants') },
          ]}
          {...form.getInputProps('scope')}
        />
      )}
      {values.scope === 'some' && (
        <MultiSelect
          label={t('form.choose')}
          data={variants.map((variant) => ({
            value: variant.id,
            label: variant.sku === '' ? variant.title : `${variant.title} · ${variant.sku}`,
          }))}
          searchable
          maxValues={250}
          {...form.getInputProps('variants')}
        />
      )}
      <NumberInput
        label={t('form.volume')}
        description={t('form.volumeHelp')}
        min={0}
        max={100_000}
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('volume')}
      />
      <TextInput
        label={t('form.target')}
        description={t('form.targetHelp', { currency })}
        inputMode="decimal"
        {...form.getInputProps('target')}
      />
      <Textarea
        label={t('form.note')}
        description={t('form.noteHelp')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
