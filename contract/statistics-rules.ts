/** How a period is cut in charts and tables of days. */
export const statisticsSteps = ['day', 'week', 'month'] as const;
export type StatisticsStep = (typeof statisticsSteps)[number];

/** What a period is compared with: the days before it, or the same days a year earlier. */
export const statisticsComparisons = ['previous', 'year'] as const;
export type StatisticsComparison = (typeof statisticsComparisons)[number];

/** What sales are broken down by. */
export const statisticsGroups = ['store', 'country', 'channel'] as const;
export type StatisticsGroup = (typeof statisticsGroups)[number];

/** Longest period in days: two years, one of them with 366 days. */
export const maxStatisticsDays = 731;

/** Charts are readable up to so many points. */
const maxPoints = 92;

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export type Days = { from: string; to: string };

/** A day some days later, or earlier. */
export const shiftDay = (day: string, days: number): string => dayOf(at(day) + days * dayMs);

/** Days of a period, the first and the last included. */
export const daysIn = ({ from, to }: Days): number => Math.round((at(to) - at(from)) / dayMs) + 1;

/** The same day a year earlier; of 29 February the 28th. */
function yearBefore(day: string): string {
  const rest = day.slice(4);
  return `${Number(day.slice(0, 4)) - 1}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** The period that another one is compared with. */
export function comparedDays(days: Days, comparison: StatisticsComparison): Days {
  if (comparison === 'year') return { from: yearBefore(days.from), to: yearBefore(days.to) };
  const length = daysIn(days);
  return { from: shiftDay(days.from, -length), to: shiftDay(days.to, -length) };
}

/** How a period is cut when nobody chose: into days up to three months, then weeks, then months. */
export function usualStep(days: Days): StatisticsStep {
  const length = daysIn(days);
  if (length <= maxPoints) return 'day';
  return length <= maxPoints * 4 ? 'week' : 'month';
}

/** The first day of the step that a day lies in; weeks begin on Monday. */
export function stepOf(day: string, step: StatisticsStep): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  return shiftDay(day, -((new Date(at(day)).getUTCDay() + 6) % 7));
}

/** The last day of a step, named by its first. */
export function lastDayOf(day: string, step: StatisticsStep): string {
  if (step === 'day') return day;
  if (step === 'week') return shiftDay(day, 6);
  return shiftDay(stepOf(shiftDay(day, 31), 'month'), -1);
}

/** All steps of a period, each by its first day. */
export function stepsOf(days: Days, step: StatisticsStep): string[] {
  const steps: string[] = [];
  for (let day = days.from; day <= days.to; day = shiftDay(day, 1)) {
    const first = stepOf(day, step);
    if (steps.at(-1) !== first) steps.push(first);
  }
  return steps;
}

/** Periods that are chosen with one click. */
export const statisticsPresets = [
  'today',
  'last_7',
  'last_30',
  'last_90',
  'this_month',
  'last_month',
  'last_12_months',
  'last_24_months',
] as const;
export type StatisticsPreset = (typeof statisticsPresets)[number];

/** The days of a preset, seen from a day. */
export function presetDays(preset: StatisticsPreset, today: string): Days {
  const month = stepOf(today, 'month');
  const monthsAgo = (count: number) => {
    const date = new Date(at(month));
    date.setUTCMonth(date.getUTCMonth() - count);
    return date.toISOString().slice(0, 10);
  };
  const days = {
    today: { from: today, to: today },
    last_7: { from: shiftDay(today, -6), to: today },
    last_30: { from: shiftDay(today, -29), to: today },
    last_90: { from: shiftDay(today, -89), to: today },
    this_month: { from: month, to: today },
    last_month: { from: monthsAgo(1), to: shiftDay(month, -1) },
    last_12_months: { from: monthsAgo(11), to: today },
    last_24_months: { from: monthsAgo(23), to: today },
  } satisfies Record<StatisticsPreset, Days>;
  return days[preset];
}

/** By what the products of a period are ordered. */
export const productSorts = ['sales', 'units', 'profit'] as const;
export type ProductSort = (typeof productSorts)[number];

/** How often a summary is mailed. */
export const statisticsMails = ['week', 'month'] as const;
export type StatisticsMails = (typeof statisticsMails)[number];

/** Rows that a file of ad spend may have. */
export const mostAdRows = 20_000;

/** All days of the months that a period touches. */
export function wholeMonths({ from, to }: Days): Days {
  const [year, month] = [Number(to.slice(0, 4)), Number(to.slice(5, 7))];
  return { from: stepOf(from, 'month'), to: dayOf(Date.UTC(year, month, 0)) };
}

/** Parcels of its own that a recommendation needs on each side. */
export const leastParcels = 30;

/** What the days of a delivery are counted from. */
export const deliveryStarts = ['paid', 'shipped'] as const;
export type DeliveryStart = (typeof deliveryStarts)[number];

export type Spread = { p50: number; p80: number; p90: number };

/** The days within which half, eight and nine of ten parcels arrived; 0 without parcels. `rows` are in the order of days. */
export function spread(rows: readonly { days: number; parcels: number }[]): Spread {
  const total = rows.reduce((sum, { parcels }) => sum + parcels, 0);
  const within = (share: number) => {
    let count = 0;
    for (const { days, parcels } of rows) {
      count += parcels;
      if (count >= total * share) return days;
    }
    return 0;
  };
  return { p50: within(0.5), p80: within(0.8), p90: within(0.9) };
}

/** Ages in days by which orders that wait for payment are counted, each up to the day before the next. */
export const waitingAges = [0, 1, 2, 4, 8, 15, 31] as const;
