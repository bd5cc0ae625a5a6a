import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeliveryText } from '#web/components/delivery-days.tsx';
import { type FreightFormula, freightOf, taxModes } from '#contract/freight.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { formulaOf } from '#web/components/freight-draft.ts';
import { FreightFields } from '#web/components/freight-fields.tsx';
import { formulaText } from '#web/components/freight-text.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import classes from '../quotes.module.css';
import freight from './workbench-freight.module.css';
import type { DraftFreight, Problems } from './workbench-draft.ts';

const units = [1, 2, 3];

/** The options of a hundred rows, each with every country, stand in the page only while they are chosen from. */
const lazyOptions = { keepMounted: false };

export type Place = { value: string; label: string };

export const placeOf = (code: string, language: string): Place => ({
  value: code,
  label: `${countryName(code, language)} (${code})`,
});

export type FreightRowProps = {
  row: DraftFreight;
  /** It was added by hand: there is something to fill in. */
  added: boolean;
  places: Place[];
  currency: string;
  /** Grams of one unit, for the preview; undefined until a weight is entered. */
  weight: number | undefined;
  problems: Problems;
  onChange: (key: string, part: Partial<DraftFreight>) => void;
  onRemove: (key: string) => void;
};

/** One destination and channel: a line of what it says, or the fields once somebody changes it. */
export const FreightRow = memo(function FreightRow(props: FreightRowProps) {
  const { row, added, currency, weight, problems } = props;
  const { t } = useTranslation('quotes-workbench');
  const formula = formulaOf(row, currency);
  const [editing, setEditing] = useState(added || formula === undefined || row.channel_id === '');
  const wrong = Object.keys(problems).some((place) => place.startsWith(`freight.${row.key}.`));
  if (wrong && !editing) setEditing(true); // and it stays open while that is mended
  const prices = usePrices(formula, weight, currency);
  if (!editing && formula)
    return <FreightLine {...props} formula={formula} prices={prices} onEdit={() => setEditing(true)} />;
  return (
    <div className={classes.freight}>
      <Fields {...props} />
      {formula && weight !== undefined && <p className={classes.preview}>{t('preview', { weight, prices })}</p>}
    </div>
  );
});

/** What one, two and three units cost to ship. */
function usePrices(formula: FreightFormula | undefined, weight: number | undefined, currency: string): string {
  const { i18n } = useTranslation();
  if (!formula || weight === undefined) return '';
  return units.map((n) => formatMoney({ amount: freightOf(formula, weight * n), currency }, i18n.language)).join(' · ');
}

type LineProps = FreightRowProps & { formula: FreightFormula; prices: string; onEdit: () => void };

/** A row as it stands, in one line. */
function FreightLine({ row, currency, weight, formula, prices, onEdit, onRemove }: LineProps) {
  const { t, i18n } = useTranslation('quotes-workbench');
  const { t: ts } = useTranslation('shipping');
  const { data: channels = [] } = useApiQuery(api.shipping.channels, {});
  const place = countryName(row.destination, i18n.language);
  const channel = channels.find(({ id }) => id === row.channel_id)?.name ?? '–';
  const days = useDeliveryText().days({ min: Number(row.days_min), max: Number(row.days_max) });
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  return (
    <div className={freight.line}>
      <Identity title={place} detail={`${channel} · ${days} · ${row.tax_mode}`} />
      <div className={freight.price}>
        {formulaText(ts, formula, money)}
        {weight !== undefined && (
          <span className={classes.preview} title={t('preview', { weight, prices })}>
            {t('previewShort', { prices })}
          </span>
        )}
      </div>
      <ActionIcon variant="subtle" aria-label={`${t('editRow')}, ${place}, ${channel}`} onClick={onEdit}>
        <IconPencil size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <RemoveButton place={place} onClick={() => onRemove(row.key)} />
    </div>
  );
}

function RemoveButton({ place, onClick }: { place: string; onClick: () => void }) {
  const { t } = useTranslation('quotes-workbench');
  return (
    <ActionIcon variant="subtle" aria-label={`${t('removeRow')}, ${place}`} onClick={onClick}>
      <IconTrash size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

function Fields({ row, places, problems, ...actions }: FreightRowProps) {
  const { t, i18n } = useTranslation('quotes-workbench');
  const { data: channels = [] } = useApiQuery(api.shipping.channels, {});
  const onChange = (part: Partial<DraftFreight>) => actions.onChange(row.key, part);
  const problem = (name: string) => {
    const found = problems[`freight.${row.key}.${name}`];
    return found && t(found);
  };
  const days = (name: 'days_min' | 'days_max', label: string, error?: string) => (
    <TextInput
      label={label}
      w={70}
      inputMode="numeric"
      value={row[name]}
      error={error}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
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
        {days('days_min', t('daysMin'), problem('days'))}
        {days('days_max', t('daysMax'))}
        <Select
          label={t('tax')}
          w={84}
          comboboxProps={lazyOptions}
          allowDeselect={false}
          data={[...taxModes]}
          value={row.tax_mode}
          onChange={(value) => onChange({ tax_mode: taxModes.find((mode) => mode === value) ?? 'DDU' })}
        />
        <RemoveButton place={countryName(row.destination, i18n.language)} onClick={() => actions.onRemove(row.key)} />
      </div>
      <div className={classes.row}>
        <FreightFields draft={row} currency={actions.currency} error={problem('formula')} onChange={onChange} />
      </div>
    </>
  );
}
