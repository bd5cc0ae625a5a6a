import { providerZone } from '#contract/constants.ts';
import { financePresets } from '#contract/finance-rules.ts';
import { presetDays } from '#contract/statistics-rules.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { dayInZone, dayOfText } from '#web/lib/day-text.ts';
import { useNow } from '#web/lib/now.ts';

const usual = financePresets[0];
const dayOf = (text = '') => dayOfText(text) || undefined; // nothing is no day either

/** The period of the finance page, kept in its address; presets end today, in the provider's time zone or that of a client. */
export function useFinancePeriod(timeZone: string = providerZone) {
  const url = useListUrl();
  const today = dayInZone(useNow(), timeZone);
  const [from, to] = [dayOf(url.get('from')), dayOf(url.get('to'))];
  const custom = from !== undefined && to !== undefined;
  const chosen = financePresets.find((one) => one === url.get('period')) ?? usual;
  const days = custom ? { from, to } : presetDays(chosen, today);
  return {
    preset: custom ? ('custom' as const) : chosen,
    days,
    setDays: (next: { from: string; to: string }) => url.set(next),
    choosePreset: (next: string) =>
      url.set(
        next === 'custom'
          ? { ...days, period: undefined }
          : { from: undefined, to: undefined, period: next === usual ? undefined : next },
      ),
  };
}

export type FinancePeriod = ReturnType<typeof useFinancePeriod>;
