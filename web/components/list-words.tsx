import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListFilter } from './list-filters.ts';
import classes from './list.module.css';
import type { ListKit } from './use-list.ts';

type Words = Extract<ListFilter, { kind: 'text' }>;

/** The field of a filter that is a text; it counts when it is applied. */
export function ListWords<Row>({ filter, list, onDone }: { filter: Words; list: ListKit<Row>; onDone: () => void }) {
  const { t } = useTranslation('lists');
  const [value, setValue] = useState(list.url.get(filter.name) ?? '');
  return (
    <form
      className={classes.popover}
      onSubmit={(event) => {
        event.preventDefault();
        list.url.set({ [filter.name]: value.trim() });
        onDone();
      }}
    >
      <TextInput
        label={filter.label}
        value={value}
        maxLength={120}
        data-autofocus
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <div>
        <Button type="submit">{t('apply')}</Button>
      </div>
    </form>
  );
}
