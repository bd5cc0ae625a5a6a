import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { freightOf, taxModes } from '#contract/freight.ts';
import { FreightFields } from '#web/components/freight-fields.tsx';
import { formulaOf } from '#web/components/freight-draft.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from '../quotes.module.css';
import { type DraftFreight, newFreight, type Problems } from './workbench-draft.ts';

const units = [1, 2, 3];

type FreightProps = {
  currency: string;
  /** Grams of one unit, for the preview; undefined until a weight is entered. */
  weight: number | undefined;
  wanted: readonly string[];
  rows: DraftFreight[];
  problems: Problems;
  onChange: (rows: DraftFreight[]) => void;
};

/** Freight of an answer: a row per destination and channel, with what it comes to. */
export function WorkbenchFreight({ wanted, rows, problems, onChange, ...context }: FreightProps) {
  const { t, i18n } = useTranslation('quotes-workbench');
  const missing = wanted.filter((code) => !rows.some((row) => row.destination === code));
  const last = rows.at(-1);
  return (
    <div className={classes.stack}>
      {missing.length > 0 && (
        <p className={classes.warning}>
          {t('missing', { countries: missing.map((code) => countryName(code, i18n.language)).join(', ') })}
        </p>
      )}
      {rows.map((row) => (
        <FreightRow
          key={row.key}
          row={row}
          problems={problems}
          {...context}
          onChange={(part) => onChange(rows.map((known) => (known.key === row.key ? { ...known, ...part } : known)))}
          onRemove={() => onChange(rows.filter((known) => known.key !== row.key))}
        />
      ))}
      {problems.freight && <p className={classes.problem}>{t(problems.freight)}</p>}
      <div>
        <Button
          variant="default"
          onClick={() => onChange([...rows, newFreight(missing[0] ?? last?.destination ?? 'US', last)])}
        >
          {t('addRow')}
        </Button>
      </div>
    </div>
  );
}

type RowProps = Pick<FreightProps, 'currency' | 'weight' | 'problems'> & {
  row: DraftFreight;
  onChange: (part: Partial<DraftFreight>) => void;
  onRemove: () => void;
};

function FreightRow({ row, currency, weight, problems, onChange, onRemove }: RowProps) {
  const { t, i18n } = useTranslation('quotes-workbench');
  const { data: channels = [] } = useApiQuery(api.shipping.channels, {});
  const formula = formulaOf(row, currency);
  const problem = (name: string) => {
    const found = problems[`freight.${row.key}.${name}`];
    return found && t(found);
  };
  const text = (name: 'days_min' | 'days_max', label: string, error?: string) => (
    <TextInput
      label={label}
      w={70}
      inputMode="numeric"
      value={row[name]}
      error={error}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const price = (n: number) =>
    formula && formatMoney({ amount: freightOf(formula, (weight ?? 0) * n), currency }, i18n.language);
  return (
    <div className={classes.freight}>
      <div className={classes.row}>
        <Select
          label={t('destination')}
          w={160}
          searchable
          allowDeselect={false}
          data={[...new Set([row.destination, ...countries])].map((code) => ({
            value: code,
            label: `${countryName(code, i18n.language)} (${code})`,
          }))}
          value={row.destination}
          onChange={(value) => onChange({ destination: value ?? row.destination })}
        />
        <Select
          label={t('channel')}
          w={180}
          allowDeselect={false}
          data={channels.map((channel) => ({ value: channel.id, label: channel.name }))}
          value={row.channel_id === '' ? null : row.channel_id}
          error={problem('channel')}
          onChange={(value) => onChange({ channel_id: value ?? '' })}
        />
        {text('days_min', t('daysMin'), problem('days'))}
        {text('days_max', t('daysMax'))}
        <Select
          label={t('tax')}
          w={84}
          allowDeselect={false}
          data={[...taxModes]}
          value={row.tax_mode}
          onChange={(value) => onChange({ tax_mode: taxModes.find((mode) => mode === value) ?? 'DDU' })}
        />
        <ActionIcon
          variant="subtle"
          aria-label={`${t('removeRow')}, ${countryName(row.destination, i18n.language)}`}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.row}>
        <FreightFields draft={row} error={problem('formula')} onChange={onChange} />
      </div>
      {formula && weight !== undefined && (
        <p className={classes.preview}>{t('preview', { weight, prices: units.map(price).join(' · ') })}</p>
      )}
    </div>
  );
}
