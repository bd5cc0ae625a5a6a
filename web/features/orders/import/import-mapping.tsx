import { SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../orders.module.css';
import type { ImportLook } from '../orders-types.ts';

/** Fields of an order and the title of the column that holds each. */
export type ColumnTitles = Partial<Record<(typeof fields)[number], string>>;

const fields = [
  'order_name',
  'placed_at',
  'line_quantity',
  'line_sku',
  'line_title',
  'line_variant',
  'line_price',
  'currency',
  'name',
  'last_name',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'zip',
  'country',
  'phone',
  'email',
  'order_id',
  'financial_status',
] as const;
const needed = new Set<string>(['order_name', 'line_quantity']);

type MappingFieldsProps = {
  look: ImportLook;
  titles: ColumnTitles;
  onChange: (titles: ColumnTitles) => void;
  dates: 'dmy' | 'mdy' | null;
  onDates: (dates: 'dmy' | 'mdy') => void;
};

/** Which column of the file holds what: matched by its titles already, with the first rows beside; the reader corrects. */
export function MappingFields({ look, titles, onChange, dates, onDates }: MappingFieldsProps) {
  const { t } = useTranslation('orders-import');
  const handle = (field: (typeof fields)[number], title: string | null) => {
    const { [field]: _, ...rest } = titles;
    onChange(title === null ? rest : { ...rest, [field]: title });
  };
  const sample = (title: string | undefined) => {
    const at = title === undefined ? -1 : look.head.indexOf(title);
    return look.rows.map((cells) => cells[at] ?? '').find((cell) => cell !== '');
  };
  const unnamed = titles.line_sku === undefined && titles.line_title === undefined;
  const lacking = unnamed || fields.some((field) => needed.has(field) && titles[field] === undefined);
  const columns = [...new Set(look.head.filter((title) => title !== ''))];
  return (
    <>
      <p className={classes.muted} style={{ margin: 0 }}>
        {t(lacking ? 'unmatched' : look.remembered ? 'remembered' : 'matched')}
      </p>
      <div className={classes.fields}>
        {fields.map((field) => (
          <Select
            key={field}
            size="xs"
            label={t(`fields.${field}`)}
            description={
              field === 'placed_at' && titles.placed_at === undefined ? t('withoutDate') : sample(titles[field])
            }
            required={needed.has(field)}
            data={columns}
            value={titles[field] ?? null}
            onChange={(title) => handle(field, title)}
            clearable
            searchable
          />
        ))}
      </div>
      {look.dates.ambiguous && (
        <SegmentedControl
          aria-label={t('dates')}
          value={dates ?? ''}
          onChange={(value) => onDates(value === 'mdy' ? 'mdy' : 'dmy')}
          data={[
            { value: 'dmy', label: t('dmy') },
            { value: 'mdy', label: t('mdy') },
          ]}
        />
      )}
    </>
  );
}
