import {
  presetDays,
  type StatisticsPreset,
  statisticsComparisons,
  statisticsPresets,
  statisticsSteps,
} from '#contract/statistics-rules.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { dayOfText } from '#web/lib/day-text.ts';
import { formatDate } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';

const usual: StatisticsPreset = 'last_30';

const dayOf = (text = '') => dayOfText(text) || undefined; // nothing is no day either

/** Period and filters of the page, kept in its address. */
export function usePeriod() {
  const url = useListUrl();
  const today = formatDate(useNow());
  const [from, to] = [dayOf(url.get('from')), dayOf(url.get('to'))];
  const custom = from !== undefined && to !== undefined;
  const preset = custom ? 'custom' : (statisticsPresets.find((one) => one === url.get('period')) ?? usual);
  const days = custom ? { from, to } : presetDays(preset === 'custom' ? usual : preset, today);
  const step = statisticsSteps.find((one) => one === url.get('step'));
  const compare = statisticsComparisons.find((one) => one === url.get('compare')) ?? 'previous';
  const filter = { ...days, store_id: url.get('store_id'), country: url.get('country') };
  return {
    preset,
    days,
    step,
    compare,
    filter,
    get: url.get,
    set: url.show,
    choosePreset: (next: string) =>
      url.show(
        next === 'custom'
          ? { from: days.from, to: days.to, period: undefined }
          : { from: undefined, to: undefined, period: next === usual ? undefined : next, step: undefined },
      ),
  };
}

export type Period = ReturnType<typeof usePeriod>;
