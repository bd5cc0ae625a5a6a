import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { freightOf, taxModes } from '#contract/freight.ts';
import { FreightFields } from '#web/components/freight-fields.tsx';
import { formulaOf } from '#web/components/freight-draft.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from '../quotes.module.css';
import { type Unserved, UnservedList } from './unserved-list.tsx';
import { type DraftFreight, newFreight, type Problems } from './workbench-draft.ts';

const units = [1, 2, 3];

/** The options of a hundred rows, each with every country, stand in the page only while they are chosen from. */
const lazyOptions = { keepMounted: false };

type FreightProps = {
  currency: string;
  /** Grams of one unit, for the preview; undefined until a weight is entered. */
  weight: number | undefined;
  /** Countries that no row goes to. */
  lacking: readonly Unserved[];
  rows: DraftFreight[];
  problems: Problems;
  onChange: (rows: DraftFreight[]) => void;
};

/** Freight of an answer: a row per destination and channel, with what it comes to. */
export function WorkbenchFreight({ lacking, rows, problems, onChange, ...context }: FreightProps) {
  const { t } = useTranslation('quotes-workbench');
  const last = rows.at(-1);
  const places = usePlaces();
  const drawn = useDrawn(rows.length);
  // the same functions for as long as the form stands: a change in one row draws that row alone
  const newest = useRef({ rows, onChange });
  useLayoutEffect(() => {
    newest.current = { rows, onChange };
  });
  const changeRow = useCallback<RowProps['onChange']>((key, part) => {
    const { rows: before, onChange: change } = newest.current;
    change(before.map((known) => (known.key === key ? { ...known, ...part } : known)));
  }, []);
  const removeRow = useCallback<RowProps['onRemove']>((key) => {
    const { rows: before, onChange: change } = newest.current;
    change(before.filter((known) => known.key !== key));
  }, []);
  return (
    <div className={classes.stack}>
      {lacking.length > 0 && (
        <div className={classes.warning}>
          {t('missing')}
          <UnservedList countries={lacking} />
        </div>
      )}
      {rows.slice(0, drawn).map((row) => (
        <FreightRow
          key={row.key}
          row={row}
          places={places}
          problems={problems}
          {...context}
          onChange={changeRow}
          onRemove={removeRow}
        />
      ))}
      {problems.freight && <p className={classes.problem}>{t(problems.freight)}</p>}
      <div>
        <Button
          variant="default"
          onClick={() => onChange([...rows, newFreight(lacking[0]?.country ?? last?.destination ?? 'US', last)])}
        >
          {t('addRow')}
        </Button>
      </div>
    </div>
  );
}

/** Rows that are drawn at a time, so that the form answers while a hundred of them come. */
const perStep = 8;

/** How many rows to draw: a step more after each one. */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(perStep);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const next = setTimeout(() => setDrawn(drawn + perStep));
    return () => clearTimeout(next);
  }, [drawn, count]);
  return drawn;
}

type Place = { value: string; label: string };

/** Every destination, by its name in the reader's language. */
function usePlaces(): Place[] {
  const { i18n } = useTranslation();
  return useMemo(() => countries.map((code) => placeOf(code, i18n.language)), [i18n.language]);
}

const placeOf = (code: string, language: string): Place => ({
  value: code,
  label: `${countryName(code, language)} (${code})`,
});

type RowProps = Pick<FreightProps, 'currency' | 'weight' | 'problems'> & {
  row: DraftFreight;
  places: Place[];
  onChange: (key: string, part: Partial<DraftFreight>) => void;
  onRemove: (key: string) => void;
};

/** One destination and channel. */
const FreightRow = memo(function FreightRow({ row, places, currency, weight, problems, ...actions }: RowProps) {
  const { t, i18n } = useTranslation('quotes-workbench');
  const onChange = (part: Partial<DraftFreight>) => actions.onChange(row.key, part);
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
          comboboxProps={lazyOptions}
          allowDeselect={false}
          data={countries.includes(row.destination) ? places : [placeOf(row.destination, i18n.language), ...places]}
          value={row.destination}
          onChange={(value) => onChange({ destination: value ?? row.destination })}
        />
        <Select
          label={t('channel')}
          w={180}
          comboboxProps={lazyOptions}
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
          comboboxProps={lazyOptions}
          allowDeselect={false}
          data={[...taxModes]}
          value={row.tax_mode}
          onChange={(value) => onChange({ tax_mode: taxModes.find((mode) => mode === value) ?? 'DDU' })}
        />
        <ActionIcon
          variant="subtle"
          aria-label={`${t('removeRow')}, ${countryName(row.destination, i18n.language)}`}
          onClick={() => actions.onRemove(row.key)}
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
});
