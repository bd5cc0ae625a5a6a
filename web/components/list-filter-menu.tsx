import { Button, Popover, Select, Skeleton, UnstyledButton } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListFilter, datePresets, isSet, presetDays } from './list-filters.ts';
import classes from './list.module.css';
import { ListNumbers } from './list-numbers.tsx';
import { ListWords } from './list-words.tsx';
import menu from './list-menu.module.css';
import type { ListKit } from './use-list.ts';

// the calendar is heavy, and most lists are never narrowed to days of one's own
const ListRange = lazy(async () => ({ default: (await import('./list-range.tsx')).ListRange }));

/** “Add filter”: which one, then its value; those that are set stand as chips below. */
export function ListFilterMenu<Row>({ list }: { list: ListKit<Row> }) {
  const { t } = useTranslation('lists');
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState<string>();
  const open = list.filters.filter((filter) => !isSet(filter, list.url));
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
  const [custom, setCustom] = useState(false);
  const choose = (days: { from: string; to: string }) => {
    list.url.set({ [filter.from]: days.from, [filter.to]: days.to });
    onDone();
  };
  if (custom)
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <ListRange
          label={filter.label}
          from={list.url.get(filter.from)}
          to={list.url.get(filter.to)}
          onChoose={choose}
        />
      </Suspense>
    );
  return (
    <div className={menu.items} role="group" aria-label={filter.label}>
      {datePresets.map((preset) => (
        <UnstyledButton key={preset} className={menu.item} onClick={() => choose(presetDays(preset, new Date()))}>
          {t(`dates.${preset}`)}
        </UnstyledButton>
      ))}
      <UnstyledButton className={menu.item} onClick={() => setCustom(true)}>
        {t('dates.custom')}
      </UnstyledButton>
    </div>
  );
}
