import { Button, CloseButton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { searchEntries } from '#contract/list-rules.ts';
import { type ListFilter, cleared, datePresets, isSet, presetDays } from './list-filters.ts';
import classes from './list.module.css';
import type { ListKit } from './use-list.ts';
import type { ListUrl } from './use-list-url.ts';

/** What a filter is set to, in words. */
function wordsOf(filter: ListFilter, url: ListUrl, t: TFunction<'lists'>): string {
  if (filter.kind === 'choice') {
    const value = url.get(filter.name) ?? '';
    return filter.options.find((option) => option.value === value)?.label ?? value;
  }
  if (filter.kind === 'text') return url.get(filter.name) ?? '';
  if (filter.kind === 'number') return `${url.get(filter.name) ?? ''} ${filter.unit}`;
  const [from, to] = [url.get(filter.from), url.get(filter.to)];
  if (filter.kind === 'range') return spanOf(from, to, t);
  const today = new Date();
  const preset = datePresets.find((one) => {
    const days = presetDays(one, today);
    return days.from === from && days.to === to;
  });
  if (preset) return t(`dates.${preset}`);
  return spanOf(from, to, t);
}

function spanOf(from: string | undefined, to: string | undefined, t: TFunction<'lists'>): string {
  if (from !== undefined && to !== undefined) return from === to ? from : t('span', { from, to });
  return from === undefined ? t('until', { day: to ?? '' }) : t('from', { day: from });
}

type Chip = { key: string; words: string; onRemove: () => void };

/** One chip for each filter that narrows the list, and the way to take all of them back. */
export function ListChips<Row>({ list }: { list: ListKit<Row> }) {
  const { t } = useTranslation('lists');
  const { url, filters } = list;
  const entries = searchEntries(url.q).length;
  const chips: Chip[] = filters
    .filter((filter) => isSet(filter, url))
    .map((filter) => ({
      key: filter.name,
      words: t('chip', { label: filter.label, value: wordsOf(filter, url, t) }),
      onRemove: () => url.set(cleared([filter])),
    }));
  if (entries > 1)
    chips.unshift({ key: 'q', words: t('entries', { count: entries }), onRemove: () => url.set({ q: '' }) });
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips} role="group" aria-label={t('filters')}>
      {chips.map((chip) => (
        <span key={chip.key} className={classes.chip}>
          <span className={classes.chipWords} title={chip.words}>
            {chip.words}
          </span>
          <CloseButton size="sm" aria-label={t('removeFilter', { name: chip.words })} onClick={chip.onRemove} />
        </span>
      ))}
      <Button variant="subtle" size="xs" onClick={list.clear}>
        {t('clearAll')}
      </Button>
    </div>
  );
}
