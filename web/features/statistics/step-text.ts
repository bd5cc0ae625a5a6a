import { useTranslation } from 'react-i18next';
import type { StatisticsStep } from '#contract/statistics-rules.ts';

/** Writes the first day of a step, short for an axis and in full. */
export function useStepText(step: StatisticsStep) {
  const { i18n } = useTranslation('statistics');
  const of = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' });
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  };
  return step === 'month'
    ? { short: of({ month: 'short', year: '2-digit' }), long: of({ month: 'long', year: 'numeric' }) }
    : { short: of({ month: 'short', day: 'numeric' }), long: (day: string) => day };
}
