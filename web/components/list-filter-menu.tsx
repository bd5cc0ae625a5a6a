import { Button, Checkbox, NumberInput, Popover, Select, Skeleton, TextInput, UnstyledButton } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary, lazyPart } from './lazy-part.tsx';
import { type ListFilter, chosenOf, datePresets, isSet, presetDays } from './list-filters.ts';
import classes from './list.module.css';
import menu from './list-menu.module.css';
import { labelled } from '../lib/format.ts';
import type { ListKit } from './use-list.ts';
import { useToday } from './use-today.ts';

// the calendar is heavy, and most lists are never narrowed to days of one's own
const ListRange = lazyPart(async () => (await import('./list-range.tsx')).ListRange);
const DayCalendar = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar);

/** “Add filter”: which one, then its value; those that are set stand as chips below. */
export function ListFilterMenu<Row>({ list }: { list: ListKit<Row> }) {
  const { t } = useTranslation('lists');
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState<string>();
  const open = list.filters.filter((filter) => filter.kind === 'choices' || !isSet(filter, list.url));
  const filter =
    list.filters.find((one) => one.name === name) ?? (list.filters.length === 1 ? list.filters[0] : undefined);
  if (list.filters.length === 0) return null;
  const change = (next: boolean) => {
    setOpened(next);
    setName(undefined);
  };
  return (
    <Popover opened={opened} onChange={change} position="bottom-start" trapFocus returnFocus width={280}>
      <Popover.Target>
        <Button
          variant="default"
          fw={400}
          leftSection={<IconFilterPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => change(!opened)}
        >
          {t('addFilter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('addFilter')}>
        {filter ? (
          <FilterValue filter={filter} list={list} onDone={() => change(false)} />
        ) : (
          <div className={menu.items}>
            {open.length === 0 && <p className={classes.text}>{t('noFilters')}</p>}
            {open.map((one) => (
              <UnstyledButton key={one.name} className={menu.item} onClick={() => setName(one.name)}>
                {one.label}
              </UnstyledButton>
            ))}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type FilterValueProps<Row> = { filter: ListFilter; list: ListKit<Row>; onDone: () => void };

function FilterValue<Row>({ filter, list, onDone }: FilterValueProps<Row>) {
  if (filter.kind === 'dates') return <Days filter={filter} list={list} onDone={onDone} />;
  if (filter.kind === 'text') return <ListWords filter={filter} list={list} onDone={onDone} />;
  if (filter.kind === 'day')
    return (
      <LazyBoundary fallback={<Skeleton height={240} />}>
        <DayCalendar
          label={filter.label}
          value={list.url.get(filter.name) ?? ''}
          onChoose={(day) => {
            list.url.set({ [filter.name]: day });
            onDone();
          }}
        />
      </LazyBoundary>
    );
  if (filter.kind === 'choices') return <ListChoices filter={filter} list={list} />;
  if (filter.kind !== 'choice') return <ListNumbers filter={filter} list={list} onDone={onDone} />;
  return (
    <Select
      label={filter.label}
      data={[...filter.options]}
      value={list.url.get(filter.name) ?? null}
      searchable={filter.options.length > 8}
      data-autofocus
      comboboxProps={{ withinPortal: false }}
      onChange={(value) => {
        list.url.set({ [filter.name]: value ?? undefined });
        onDone();
      }}
    />
  );
}

type DaysProps<Row> = FilterValueProps<Row> & { filter: Extract<ListFilter, { kind: 'dates' }> };

function Days<Row>({ filter, list, onDone }: DaysProps<Row>) {
  const { t } = useTranslation('lists');
  const today = useToday();
  const [custom, setCustom] = useState(false);
  const choose = (days: { from: string; to: string }) => {
    list.url.set({ [filter.from]: days.from, [filter.to]: days.to });
    onDone();
  };
  if (custom)
    return (
      <LazyBoundary fallback={<Skeleton height={240} />}>
        <ListRange
          label={filter.label}
          from={list.url.get(filter.from)}
          to={list.url.get(filter.to)}
          onChoose={choose}
        />
      </LazyBoundary>
    );
  return (
    <div className={menu.items} role="group" aria-label={filter.label}>
      {datePresets.map((preset) => (
        <UnstyledButton key={preset} className={menu.item} onClick={() => choose(presetDays(preset, today))}>
          {t(`dates.${preset}`)}
        </UnstyledButton>
      ))}
      <UnstyledButton className={menu.item} onClick={() => setCustom(true)}>
        {t('dates.custom')}
      </UnstyledButton>
    </div>
  );
}

type Choices = Extract<ListFilter, { kind: 'choices' }>;

/** Several options; each counts as soon as it is ticked. */
function ListChoices<Row>({ filter, list }: { filter: Choices; list: ListKit<Row> }) {
  const chosen = chosenOf(filter, list.url);
  return (
    <Checkbox.Group
      label={filter.label}
      value={chosen}
      onChange={(values) => list.url.set({ [filter.name]: values.length === 0 ? undefined : values.join(',') })}
    >
      <div className={menu.choices}>
        {filter.options.map(({ value, label }, place) => (
          <Checkbox
            key={value}
            value={value}
            label={label}
            disabled={chosen.length >= filter.most && !chosen.includes(value)}
            {...(place === 0 && { 'data-autofocus': true })}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type Words = Extract<ListFilter, { kind: 'text' }>;

/** The field of a filter that is a text; it counts when it is applied. */
function ListWords<Row>({ filter, list, onDone }: { filter: Words; list: ListKit<Row>; onDone: () => void }) {
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

type Numbers = Extract<ListFilter, { kind: 'number' | 'range' }>;
type ListNumbersProps<Row> = { filter: Numbers; list: ListKit<Row>; onDone: () => void };

/** Fields of a filter that is a number, or two; it counts when it is applied. */
function ListNumbers<Row>({ filter, list, onDone }: ListNumbersProps<Row>) {
  const { t, i18n } = useTranslation('lists');
  const fields =
    filter.kind === 'number'
      ? [{ name: filter.name, label: filter.label, unit: filter.unit }]
      : [
          { name: filter.from, label: labelled(filter.label, t('min'), i18n.language), unit: '' },
          { name: filter.to, label: labelled(filter.label, t('max'), i18n.language), unit: '' },
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
