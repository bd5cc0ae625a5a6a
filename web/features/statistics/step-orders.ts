import { useNavigate } from 'react-router';
import { shiftDay } from '#contract/statistics-rules.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Statistics } from './statistics-types.ts';

/** The filter of the order list, apart from the days. */
export type OrdersFilter = { store_id?: string | undefined; country?: string | undefined };
export type StepOrders = {
  /** Of the list of a step's orders; the step is named by its first day. */
  address(day: string): string;
  open(day: string): void;
};

/** The orders behind each step of the statistics. */
export function useStepOrders({ series, days }: Statistics, { store_id, country }: OrdersFilter): StepOrders {
  const navigate = useNavigate();
  const address = (day: string) => {
    const next = series[series.findIndex((step) => step.day === day) + 1];
    const from = day < days.from ? days.from : day;
    const to = next === undefined ? days.to : shiftDay(next.day, -1);
    return withQuery(paths.orders, { store_id, country, from, to });
  };
  return { address, open: (day) => void navigate(address(day)) };
}
