import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { goodsKinds, taxModes } from '#contract/freight.ts';
import { FreightFields } from '#web/components/freight-fields.tsx';
import { formulaText } from '#web/components/freight-text.ts';
import { MomentField } from '#web/components/moment-field.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { bodyOf, draftOf, type RateDraft, type RateProblem } from './rate-draft.ts';
import classes from './shipping.module.css';
import type { RateVersion } from './shipping-types.ts';

const currency = 'USD';
/** Only a table has bands that can be out of order. */
const sentenceOf = (field: RateProblem, { kind }: RateDraft) =>
  field === 'formula' && kind === 'table' ? 'bands' : field;

type RateDialogProps = {
  rate: RateVersion | undefined;
  channels: readonly { id: string; name: string }[];
  onClose: () => void;
};

/** A new version of a rate: what was stays readable, what comes begins now or at a later moment. */
export function RateDialog({ rate, channels, onClose }: RateDialogProps) {
  const { t, i18n } = useTranslation('shipping');
  const save = useApiMutation(api.shipping.setRate, { refetch: ['shipping'] });
  const [first] = useState(() => draftOf(rate, channels[0]?.id ?? ''));
  const [draft, setDraft] = useState<RateDraft>(first);
  const [problems, setProblems] = useState<RateProblem[]>([]);
  const change = (part: Partial<RateDraft>) => {
    setDraft((known) => ({ ...known, ...part }));
    setProblems([]);
  };
  const wrong = (field: RateProblem) =>
    problems.includes(field) ? t(`rate.wrong.${sentenceOf(field, draft)}`) : undefined;
  const dirty = draft !== first;
  const handleSubmit = () => {
    const made = bodyOf(draft, rate?.currency ?? currency, new Date());
    if ('problems' in made) {
      setProblems(made.problems);
      return false;
    }
    return save.run({ body: made.body });
  };
  const text = (name: 'divisor' | 'weigh_step' | 'max_weight' | 'days_p50' | 'days_p90', error?: string) => (
    <TextInput
      label={t(`rate.${name}`)}
      w={210}
      inputMode="numeric"
      value={draft[name]}
      error={error}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      width={720}
      title={
        rate
          ? t('rate.change', { channel: rate.channel.name, country: countryName(rate.destination, i18n.language) })
          : t('rate.add')
      }
      submitLabel={rate ? t('rate.save') : t('rate.add')}
      onSubmit={handleSubmit}
      dirty={dirty}
    >
      <Unsaved when={dirty} />
      {!rate && (
        <div className={classes.row}>
          <Select
            label={t('rate.channel')}
            allowDeselect={false}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.channel_id === '' ? null : draft.channel_id}
            error={wrong('channel')}
            onChange={(value) => change({ channel_id: value ?? '' })}
          />
          <Select
            label={t('rate.destination')}
            searchable
            data={countries.map((code) => ({ value: code, label: countryName(code, i18n.language) }))}
            value={draft.destination === '' ? null : draft.destination}
            error={wrong('destination')}
            onChange={(value) => change({ destination: value ?? '' })}
          />
        </div>
      )}
      <Checkbox
        label={t('rate.offered')}
        checked={draft.offered}
        onChange={(event) => change({ offered: event.currentTarget.checked })}
      />
      <div className={classes.row}>
        <FreightFields draft={draft} currency={rate?.currency ?? currency} error={wrong('formula')} onChange={change} />
      </div>
      <div className={classes.row}>
        {text('divisor', wrong('weighing'))}
        {text('weigh_step')}
        {text('max_weight')}
      </div>
      <div className={classes.row}>
        {text('days_p50', wrong('days'))}
        {text('days_p90')}
        <Select
          label={t('rate.tax')}
          w={110}
          allowDeselect={false}
          data={[...taxModes]}
          value={draft.tax_mode}
          onChange={(value) => change({ tax_mode: taxModes.find((mode) => mode === value) ?? draft.tax_mode })}
        />
      </div>
      <MultiSelect
        label={t('rate.refuses')}
        data={goodsKinds.map((kind) => ({ value: kind, label: t(`goods.${kind}`) }))}
        value={draft.refuses}
        onChange={(kinds) => change({ refuses: goodsKinds.filter((kind) => kinds.includes(kind)) })}
      />
      <Textarea
        label={t('rate.remote')}
        description={t('rate.remoteHelp')}
        autosize
        minRows={1}
        maxRows={6}
        value={draft.remote}
        error={wrong('remote')}
        onChange={(event) => change({ remote: event.currentTarget.value })}
      />
      <MomentField
        label={t('rate.from')}
        description={t('rate.fromHelp')}
        value={draft.from}
        error={wrong('from')}
        onChange={(from) => change({ from })}
      />
      {rate && <RateHistory rate={rate} />}
    </FormDialog>
  );
}

function RateHistory({ rate }: { rate: RateVersion }) {
  const { t, i18n } = useTranslation('shipping');
  const { data } = useApiQuery(api.shipping.staffRateHistory, {
    query: { channel_id: rate.channel.id, destination: rate.destination },
  });
  return (
    <section aria-label={t('rate.history')}>
      <h3 className={classes.head}>{t('rate.history')}</h3>
      <ul className={classes.history}>
        {data?.map((version) => (
          <li key={version.id}>
            <span>
              {version.offered
                ? formulaText(t, version.formula, (amount) =>
                    formatMoney({ amount, currency: version.currency }, i18n.language),
                  )
                : t('rate.notOffered')}
            </span>
            <span className={classes.muted}>
              {t(`rate.states.${version.state}`)} · <TimeCell time={version.valid_from} /> ·{' '}
              {version.author ?? t('rate.seeded')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
