import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '#web/components/day-field.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import type { AddingProps } from './shipping-types.ts';
import classes from './shipping.module.css';

const kinds = ['off', 'working', 'ordinary'] as const;

/** The provider's calendar of a year: days that are off, and weekend days that make up for them. */
export function HolidaysPanel({ adding, onAdded }: AddingProps) {
  const { t } = useTranslation('shipping');
  const [year, setYear] = useState(() => new Date().getFullYear());
  const { data, error, refetch } = useApiQuery(api.shipping.staffHolidays, { query: { year } });
  return (
    <>
      <Toolbar>
        <NumberInput
          aria-label={t('holiday.year')}
          w={110}
          min={2020}
          max={2100}
          value={year}
          onChange={(value) => Number(value) >= 2020 && Number(value) <= 2100 && setYear(Number(value))}
        />
      </Toolbar>
      <div className={classes.body}>
        {error && !data ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
        {data?.length === 0 && <EmptyState title={t('holiday.empty', { year })} />}
        {data !== undefined && data.length > 0 && (
          <PlainTable label={t('tabs.holidays')} flush stacks>
            <thead>
              <tr>
                <th scope="col">{t('holiday.day')}</th>
                <th scope="col">{t('holiday.kind')}</th>
                <th scope="col">{t('holiday.nameEn')}</th>
                <th scope="col">{t('holiday.nameZh')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((holiday) => (
                <tr key={holiday.day}>
                  <td data-whole>{holiday.day}</td>
                  <td data-head={t('holiday.kind')}>{t(`holiday.kinds.${holiday.kind}`)}</td>
                  <td data-head={t('holiday.nameEn')}>{holiday.name_en}</td>
                  <td data-head={t('holiday.nameZh')}>{holiday.name_zh}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        )}
      </div>
      {adding && <HolidayDialog onClose={onAdded} />}
    </>
  );
}

function HolidayDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shipping');
  const save = useApiMutation(api.shipping.setHolidays, { refetch: ['shipping'] });
  const [draft, setDraft] = useState({
    from: '',
    to: '',
    kind: 'off' as (typeof kinds)[number],
    name_en: '',
    name_zh: '',
  });
  const change = (part: Partial<typeof draft>) => setDraft((known) => ({ ...known, ...part }));
  const missing = () => {
    if (draft.from === '') return t('holiday.dayMissing');
    return draft.kind !== 'ordinary' && (draft.name_en === '' || draft.name_zh === '')
      ? t('holiday.namesMissing')
      : undefined;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('holiday.add')}
      submitLabel={t('holiday.save')}
      missing={missing()}
      dirty={draft.from !== '' || draft.name_en !== ''}
      onSubmit={() => save.run({ body: { ...draft, to: draft.to === '' ? draft.from : draft.to } })}
    >
      <div className={classes.row}>
        <DayField label={t('holiday.from')} value={draft.from} onChange={(day) => change({ from: day })} />
        <DayField label={t('holiday.to')} value={draft.to} onChange={(day) => change({ to: day })} />
      </div>
      <Select
        label={t('holiday.kind')}
        allowDeselect={false}
        data={kinds.map((kind) => ({ value: kind, label: t(`holiday.kinds.${kind}`) }))}
        value={draft.kind}
        onChange={(value) => change({ kind: kinds.find((kind) => kind === value) ?? draft.kind })}
      />
      {draft.kind !== 'ordinary' && (
        <>
          <TextInput
            label={t('holiday.nameEn')}
            maxLength={80}
            value={draft.name_en}
            onChange={(event) => change({ name_en: event.currentTarget.value })}
          />
          <TextInput
            label={t('holiday.nameZh')}
            maxLength={80}
            value={draft.name_zh}
            onChange={(event) => change({ name_zh: event.currentTarget.value })}
          />
        </>
      )}
    </FormDialog>
  );
}
