import { MultiSelect, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { toast } from '../api/toasts.ts';
import { decimalToMinor } from '../lib/format.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import classes from './request-quote-dialog.module.css';
import { CountryPicker } from './country-picker.tsx';
import { useProfile } from './session.tsx';
import { useUsualDestinations } from './use-usual-destinations.ts';
import { Unsaved } from './unsaved.tsx';

/** What an agent is asked; each page adds what it is about. */
export type PriceRequest = {
  variant_ids?: string[];
  destinations: string[];
  orders_per_day?: number;
  target_price?: number;
  note?: string;
};

type RequestQuoteProps = {
  /** Head of the dialog: what the price is asked of. */
  heading: string;
  /** What happens with the request, in a sentence. */
  lead: string;
  picture?: string | null;
  /** The store's product that it is, whose waiting orders say where to. */
  productId?: string;
  /** The thing has no name yet, or one that may be changed. */
  named?: { title: string; help?: string };
  /** Variants to choose from, when there is more than one. */
  variants?: readonly { id: string; title: string; sku: string }[];
  /** Sends the request, with the title where the thing is named here; false after a refusal was shown. */
  onAsk: (request: PriceRequest, title: string) => Promise<{ number: string | number } | false>;
  onClose: () => void;
};

type Draft = {
  title: string;
  scope: 'all' | 'some';
  variants: string[];
  destinations: string[];
  volume: number | string;
  target: string;
  note: string;
};

/** Asks an agent for a price: where to, how many, at what target. */
export function RequestQuoteDialog(props: RequestQuoteProps) {
  const { heading, lead, picture, named, productId, variants = [], onAsk, onClose } = props;
  const { t } = useTranslation('quotes-request');
  const currency = useProfile().account?.currency ?? 'USD';
  const form = useAskForm(named, currency);
  const { help, known } = useUsualDestinations(form, productId);
  const { values } = form;
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const quote = await onAsk(requestOf(values, currency), values.title);
    if (quote === false) return false;
    toast.success(t('requested', { number: quote.number }));
    return true;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={heading}
      submitLabel={t('submit')}
      onSubmit={handleSubmit}
      needs={{ isLoading: !known }}
      dirty={form.isDirty()}
      width={560}
    >
      <Unsaved when={form.isDirty()} />
      <div className={classes.head}>
        {picture && <img className={classes.picture} src={picture} alt="" />}
        <p className={classes.lead}>{lead}</p>
      </div>
      {named && (
        <TextInput label={t('name')} description={named.help} maxLength={200} {...form.getInputProps('title')} />
      )}
      <CountryPicker
        label={t('destinations')}
        description={help}
        value={values.destinations}
        onChange={(codes) => form.setFieldValue('destinations', codes)}
        error={form.errors.destinations}
      />
      {variants.length > 1 && <VariantFields form={form} variants={variants} />}
      <NumberInput
        label={t('volume')}
        description={t('volumeHelp')}
        min={0}
        max={100_000}
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('volume')}
      />
      <TextInput
        label={t('target')}
        description={t('targetHelp', { currency })}
        inputMode="decimal"
        {...form.getInputProps('target')}
      />
      <Textarea
        label={t('note')}
        description={t('noteHelp')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}

function useAskForm(named: RequestQuoteProps['named'], currency: string) {
  const { t } = useTranslation('quotes-request');
  return useForm<Draft>({
    initialValues: {
      title: named?.title ?? '',
      scope: 'all',
      variants: [],
      destinations: [],
      volume: '',
      target: '',
      note: '',
    },
    validate: {
      title: (value) => (named && value.trim() === '' ? t('nameEmpty') : null),
      variants: (value, values) => (values.scope === 'some' && value.length === 0 ? t('chooseEmpty') : null),
      destinations: (value) => (value.length === 0 ? t('destinationsEmpty') : null),
      target: (value) => (value.trim() !== '' && !((decimalToMinor(value, currency) ?? 0) > 0) ? t('targetBad') : null),
    },
  });
}

function requestOf(values: Draft, currency: string): PriceRequest {
  const target = decimalToMinor(values.target, currency);
  return {
    destinations: values.destinations,
    ...(values.scope === 'some' && { variant_ids: values.variants }),
    ...(values.volume !== '' && { orders_per_day: Number(values.volume) }),
    ...(values.target.trim() !== '' && target !== undefined && { target_price: target }),
    ...(values.note.trim() !== '' && { note: values.note }),
  };
}

type VariantProps = { form: UseFormReturnType<Draft>; variants: NonNullable<RequestQuoteProps['variants']> };

function VariantFields({ form, variants }: VariantProps) {
  const { t } = useTranslation('quotes-request');
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('variants')}
        data={[
          { value: 'all', label: t('allVariants', { count: variants.length }) },
          { value: 'some', label: t('chosenVariants') },
        ]}
        {...form.getInputProps('scope')}
      />
      {form.values.scope === 'some' && (
        <MultiSelect
          label={t('choose')}
          data={variants.map((variant) => ({
            value: variant.id,
            label: variant.sku === '' ? variant.title : `${variant.title} · ${variant.sku}`,
          }))}
          searchable
          maxValues={250}
          {...form.getInputProps('variants')}
        />
      )}
    </>
  );
}
