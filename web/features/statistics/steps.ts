import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Days, daysIn, shiftDay, type StatisticsStep } from '#contract/statistics-rules.ts';
import type { Statistics } from './statistics-types.ts';
import { type OrdersFilter, ordersAt } from './use-period.ts';

export type StepOrders = {
  /** Of the list of a step's orders; the step is named by its first day. */
  address(day: string, more?: OrdersFilter): string;
  open(day: string): void;
};

/** The orders behind each step of the statistics. */
export function useStepOrders({ series, days }: Statistics, filter: OrdersFilter): StepOrders {
  const navigate = useNavigate();
  const address = (day: string, more: OrdersFilter = {}) => {
    const next = series[series.findIndex((step) => step.day === day) + 1];
    const from = day < days.from ? days.from : day;
    const to = next === undefined ? days.to : shiftDay(next.day, -1);
    return ordersAt(filter, { from, to, ...more });
  };
  const open = (day: string) => void navigate(address(day));
  return { address, open };
}

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
