import { useTranslation } from 'react-i18next';
import { type Days, daysIn, type StatisticsStep } from '#contract/statistics-rules.ts';

/** Writes the first day of a step, short for an axis and in full; of a period of more than a year with the year. */
export function useStepText(step: StatisticsStep, days: Days) {
  const { i18n } = useTranslation('statistics');
  const of = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' });
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  };
  if (step === 'month')
    return { short: of({ month: 'short', year: 'numeric' }), long: of({ month: 'long', year: 'numeric' }) };
  const year = daysIn(days) > 366 ? ({ year: 'numeric' } as const) : {};
  return { short: of({ month: 'short', day: 'numeric', ...year }), long: (day: string) => day };
}
