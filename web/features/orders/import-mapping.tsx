import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './orders.module.css';

/** Fields of an order and the title of the column that holds each. */
export type ColumnTitles = Partial<Record<(typeof fields)[number], string>>;

const fields = [
  'order_name',
  'placed_at',
  'line_quantity',
  'line_sku',
  'line_title',
  'line_price',
  'currency',
  'name',
  'address1',
  'address2',
  'city',
  'province',
  'zip',
  'country',
  'phone',
  'email',
] as const;
const needed = new Set<string>(['order_name', 'placed_at', 'line_quantity']);

/** Which column of the merchant's own table holds what. */
export function MappingFields({
  titles,
  onChange,
}: {
  titles: ColumnTitles;
  onChange: (titles: ColumnTitles) => void;
}) {
  const { t } = useTranslation('orders');
  const handle = (field: (typeof fields)[number], title: string) => {
    const { [field]: _, ...rest } = titles;
    onChange(title.trim() === '' ? rest : { ...rest, [field]: title });
  };
  return (
    <>
      <p className={classes.muted} style={{ margin: 0 }}>
        {t('importing.mappingHelp')}
      </p>
      <div className={classes.fields}>
        {fields.map((field) => (
          <TextInput
            key={field}
            size="xs"
            label={t(`importing.fields.${field}`)}
            required={needed.has(field)}
            value={titles[field] ?? ''}
            onChange={(event) => handle(field, event.currentTarget.value)}
          />
        ))}
      </div>
    </>
  );
}
