import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { CountryPicker } from '#web/components/country-picker.tsx';
import { useProfile } from '#web/components/session.tsx';
import { useUsualDestinations } from '#web/components/use-usual-destinations.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, formatDate, formatTime, joinWords } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { uploadFile } from '#web/api/upload.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { FilePicker } from '../file-picker.tsx';
import classes from '../quotes.module.css';

type QuoteAsk = InputOf<Contract['quotes']['ask']>['body'];

type Draft = {
  url: string;
  title: string;
  pictures: { id: string; name: string }[];
  destinations: string[];
  volume: number | string;
  quantity: number | string;
  target: string;
  days: number | string;
  branding: boolean;
  sample: boolean;
  note: string;
};
const empty: Draft = {
  url: '',
  title: '',
  pictures: [],
  destinations: [],
  volume: '',
  quantity: '',
  target: '',
  days: '',
  branding: false,
  sample: false,
  note: '',
};
const leastWords = 10;
const mostPictures = 10;

/** Asks for the price of something that no store sells yet: by a page, by pictures or by words. */
export function RequestDialog({ onClose, onAsked }: { onClose: () => void; onAsked: (id: string) => void }) {
  const { t } = useTranslation('quotes');
  const currency = useProfile().account?.currency ?? 'USD';
  const form = useRequestForm(currency);
  const { help, known } = useUsualDestinations(form);
  const { values } = form;
  const ask = useApiMutation(api.quotes.ask, {
    form,
    onSuccess: ({ id, number }) => {
      toast.success(t('request.requested', { number }));
      onAsked(id);
    },
  });
  const whole = { min: 0, max: 100_000, allowDecimal: false, allowNegative: false };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('request.title')}
      submitLabel={t('request.submit')}
      onSubmit={() => !form.validate().hasErrors && ask.run({ body: askOf(values, currency) })}
      needs={{ isLoading: !known }}
      dirty={form.isDirty()}
      width={560}
    >
      <Unsaved when={form.isDirty()} />
      <AnswerTime />
      <TextInput
        label={t('request.url')}
        description={t('request.urlHelp')}
        inputMode="url"
        {...form.getInputProps('url')}
      />
      <FilePicker
        files={values.pictures}
        most={mostPictures}
        picturesOnly
        upload={(file) => uploadFile(file, 'quote_attachment')}
        onChange={(pictures) => form.setFieldValue('pictures', pictures)}
      />
      <TextInput label={t('request.name')} maxLength={150} {...form.getInputProps('title')} />
      <Textarea
        label={t('request.note')}
        description={t('request.noteHelp')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
      <CountryPicker
        label={t('detail.destinations')}
        description={help}
        value={values.destinations}
        onChange={(codes) => form.setFieldValue('destinations', codes)}
        error={form.errors.destinations}
      />
      <div className={classes.pair}>
        <NumberInput label={t('detail.volume')} {...whole} {...form.getInputProps('volume')} />
        <NumberInput label={t('detail.once')} {...whole} max={1_000_000} {...form.getInputProps('quantity')} />
        <TextInput label={t('request.target', { currency })} inputMode="decimal" {...form.getInputProps('target')} />
        <NumberInput label={t('request.days')} {...whole} max={120} {...form.getInputProps('days')} />
      </div>
      <Checkbox label={t('request.branding')} {...form.getInputProps('branding', { type: 'checkbox' })} />
      <Checkbox label={t('request.sample')} {...form.getInputProps('sample', { type: 'checkbox' })} />
    </FormDialog>
  );
}

/** When the answer comes, and which holidays are skipped until then. */
function AnswerTime() {
  const { t, i18n } = useTranslation('quotes');
  const { data: clock } = useApiQuery(api.quotes.clock, {});
  if (!clock) return <p className={classes.lead}>{t('request.lead')}</p>;
  const chinese = i18n.language.startsWith('zh');
  const days = clock.skipped.map((day) => `${chinese ? day.name_zh : day.name_en} (${formatDate(day.day)})`);
  return (
    <p className={classes.lead}>
      <UnbrokenNumbers text={t('request.due', { time: formatTime(clock.due_at, 'y-m-d h:i') })} />
      {days.length > 0 && (
        <UnbrokenNumbers text={` ${t('request.skipped', { days: joinWords(days, i18n.language) })}`} />
      )}
    </p>
  );
}

function useRequestForm(currency: string) {
  const { t } = useTranslation('quotes');
  return useForm<Draft>({
    initialValues: empty,
    validate: {
      title: (value) => (value.trim().length < 3 ? t('request.nameShort') : null),
      note: (value, { url, pictures }) =>
        url.trim() === '' && pictures.length === 0 && value.trim().length < leastWords ? t('request.nothing') : null,
      destinations: (value) => (value.length === 0 ? t('request.nowhere') : null),
      target: (value) => (value.trim() !== '' && !((decimalToMinor(value, currency) ?? 0) > 0) ? t('badPrice') : null),
    },
  });
}

function askOf(values: Draft, currency: string): QuoteAsk {
  const target = decimalToMinor(values.target, currency);
  const { url, title, note, branding, sample } = values;
  return {
    title,
    destinations: values.destinations,
    branding,
    sample,
    ...(url.trim() !== '' && { url }),
    ...(values.pictures.length > 0 && { picture_ids: values.pictures.map((file) => file.id) }),
    ...(Number(values.volume) > 0 && { orders_per_day: Number(values.volume) }),
    ...(Number(values.quantity) > 0 && { quantity: Number(values.quantity) }),
    ...(Number(values.days) > 0 && { target_days: Number(values.days) }),
    ...(target !== undefined && values.target.trim() !== '' && { target_price: target }),
    ...(note.trim() !== '' && { note }),
  };
}
