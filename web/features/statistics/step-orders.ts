import { useNavigate } from 'react-router';
import { shiftDay } from '#contract/statistics-rules.ts';
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
