import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { CountryPicker } from '#web/components/country-picker.tsx';
import { useProfile } from '#web/components/session.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { type CatalogResult, type Search, useSearchActs } from './image-search.api.ts';
import classes from './image-search.module.css';

type AskProps = { search: Search /** null: what the picture shows. */; sku: CatalogResult | null; onClose: () => void };

/** Asks an agent for a price: of a catalogue item that was found, or of what the picture shows; the picture goes along. */
export function AskDialog({ search, sku, onClose }: AskProps) {
  const { t } = useTranslation('image-search');
  const currency = useProfile().account?.currency ?? 'USD';
  const acts = useSearchActs();
  const [attempt] = useState(() => crypto.randomUUID());
  const form = useForm({
    initialValues: { title: sku?.title ?? '', destinations: ['US'], volume: '', target: '', note: '' },
    validate: {
      title: (value) => (value.trim() === '' ? t('ask.titleEmpty') : null),
      destinations: (value) => (value.length === 0 ? t('ask.destinationsEmpty') : null),
      target: (value) =>
        value.trim() !== '' && !((decimalToMinor(value, currency) ?? 0) > 0) ? t('ask.targetBad') : null,
    },
  });
  const { values } = form;
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const target = decimalToMinor(values.target, currency);
    const body = {
      title: values.title,
      destinations: values.destinations,
      ...(sku && { catalog_sku_id: sku.id }),
      ...(values.volume !== '' && { orders_per_day: Number(values.volume) }),
      ...(values.target.trim() !== '' && target !== undefined && { target_price: target }),
      ...(values.note.trim() !== '' && { note: values.note }),
    };
    const quote = await acts.ask(search.id, body, attempt);
    if (quote === false) return false;
    toast.success(t('ask.asked', { number: quote.number }));
    return true;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={sku ? t('ask.titleSku', { code: sku.code }) : t('askUs')}
      submitLabel={t('ask.submit')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
      width={560}
    >
      <Unsaved when={form.isDirty()} />
      <div className={classes.askHead}>
        <img className={classes.askPicture} src={sku?.picture_url ?? search.thumbnail} alt="" />
        <p className={classes.lead}>{sku ? t('ask.leadSku') : t('ask.lead')}</p>
      </div>
      <TextInput
        label={t('ask.what')}
        description={sku ? undefined : t('ask.whatHelp')}
        maxLength={200}
        {...form.getInputProps('title')}
      />
      <CountryPicker
        label={t('ask.destinations')}
        description={t('ask.destinationsHelp')}
        value={values.destinations}
        onChange={(codes) => form.setFieldValue('destinations', codes)}
        error={form.errors.destinations}
      />
      <NumberInput
        label={t('ask.volume')}
        min={0}
        max={100_000}
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('volume')}
      />
      <TextInput
        label={t('ask.target')}
        description={t('ask.targetHelp', { currency })}
        inputMode="decimal"
        {...form.getInputProps('target')}
      />
      <Textarea
        label={t('ask.note')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
