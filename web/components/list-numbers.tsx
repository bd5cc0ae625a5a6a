import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListFilter } from './list-filters.ts';
import classes from './list.module.css';
import type { ListKit } from './use-list.ts';

type Numbers = Extract<ListFilter, { kind: 'number' | 'range' }>;
type ListNumbersProps<Row> = { filter: Numbers; list: ListKit<Row>; onDone: () => void };

/** Fields of a filter that is a number, or two; it counts when it is applied. */
export function ListNumbers<Row>({ filter, list, onDone }: ListNumbersProps<Row>) {
  const { t } = useTranslation('lists');
  const fields =
    filter.kind === 'number'
      ? [{ name: filter.name, label: filter.label, unit: filter.unit }]
      : [
          { name: filter.from, label: `${filter.label}: ${t('min')}`, unit: '' },
          { name: filter.to, label: `${filter.label}: ${t('max')}`, unit: '' },
        ];
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, list.url.get(name) ?? ''])),
  );
  return (
    <form
      className={classes.popover}
      onSubmit={(event) => {
        event.preventDefault();
        list.url.set(values);
        onDone();
      }}
    >
      {fields.map(({ name, label, unit }, index) => (
        <NumberInput
          key={name}
          label={label}
          min={0}
          decimalScale={2}
          hideControls
          {...(unit !== '' && { suffix: ` ${unit}` })}
          value={values[name] ?? ''}
          onChange={(value) => setValues((before) => ({ ...before, [name]: String(value) }))}
          {...(index === 0 && { 'data-autofocus': true })}
        />
      ))}
      <div>
        <Button type="submit">{t('apply')}</Button>
      </div>
    </form>
  );
}
