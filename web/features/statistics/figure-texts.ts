import { useTranslation } from 'react-i18next';
import { currencyDigits, formatDifference, formatMoney, formatNumber } from '#web/lib/format.ts';
import type { Figures } from './statistics-types.ts';

/** Figures that charts, cards and tables show, and how each is written. */
export const shownFigures = {
  sales: 'money',
  orders: 'count',
  units: 'count',
  average_order: 'money',
  cost: 'money',
  cost_per_order: 'money',
  refunded: 'money',
  credited: 'money',
  profit: 'money',
  margin: 'percent',
  ads: 'money',
  profit_after_ads: 'money',
} as const;
export type ShownFigure = keyof typeof shownFigures;

/** Those that follow from costs. */
const ofCosts: ReadonlySet<ShownFigure> = new Set([
  'cost',
  'cost_per_order',
  'credited',
  'profit',
  'margin',
  'profit_after_ads',
]);
export const isOfCosts = (name: ShownFigure): boolean => ofCosts.has(name);

/** Those that come from amounts of stores, which are converted where they sell in other currencies. */
const ofStores: ReadonlySet<ShownFigure> = new Set([
  'sales',
  'refunded',
  'average_order',
  'profit',
  'margin',
  'profit_after_ads',
]);
export const isOfStores = (name: ShownFigure): boolean => ofStores.has(name);

export const valueOf = (figures: Figures, name: ShownFigure): number | null =>
  name === 'margin' ? figures.margin_bp : figures[name];

/** What a figure is compared with; null where the earlier days say nothing of it, as the profit after ads of days without any. */
export const earlierOf = (before: Figures, name: ShownFigure): number | null =>
  name === 'profit_after_ads' && (before.ads ?? 0) === 0 ? null : valueOf(before, name);

/** A value on an axis: short, 12K; what a language doesn't shorten is grouped, as Chinese below ten thousand. */
export function axisText(name: ShownFigure, value: number, currency: string, language: string): string {
  const short = {
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
    useGrouping: 'always',
  } as const;
  if (shownFigures[name] !== 'money') return formatNumber(value, language, short);
  const units = value / 10 ** currencyDigits(currency);
  return formatNumber(units, language, { ...short, style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
}

/** A share, with its decimal always, since it stands beside and above others: 46.0% and 45.8%. */
export const shareText = (bp: number, language: string): string =>
  formatNumber(bp / 10_000, language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Writes figures in the account's currency and the reader's language. */
export function useFigureText(currency: string) {
  const { i18n } = useTranslation('statistics');
  const percent = (bp: number) => shareText(bp, i18n.language);
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  return {
    money,
    percent,
    /** A share that may be unknown. */
    share: (bp: number | null) => (bp === null ? '–' : percent(bp)),
    signed: (amount: number) => formatDifference({ amount, currency }, i18n.language),
    /** Hundredths as a factor, 4.09. */
    times: (hundredths: number) => formatNumber(hundredths / 100, i18n.language, { minimumFractionDigits: 2 }),
    count: (value: number) => formatNumber(value, i18n.language),
    text: (name: ShownFigure, value: number | null): string => {
      if (value === null) return '–';
      if (shownFigures[name] === 'money') return money(value);
      return shownFigures[name] === 'percent' ? percent(value) : formatNumber(value, i18n.language);
    },
    axis: (name: ShownFigure, value: number): string => axisText(name, value, currency, i18n.language),
    /** How much more or less it is than before; undefined where there is nothing to compare with. */
    change: (name: ShownFigure, now: number | null, before: number | null): string | undefined => {
      if (shownFigures[name] === 'percent' || now === null || before === null || before === 0) return undefined;
      if (Math.abs(now - before) >= 10 * Math.abs(before)) return undefined; // beside so little no share says anything
      const signed = { signDisplay: 'exceptZero', style: 'percent', maximumFractionDigits: 0 } as const;
      return formatNumber((now - before) / Math.abs(before), i18n.language, signed);
    },
  };
}

export type FigureText = ReturnType<typeof useFigureText>;

type Named = { product_id: string | null; title: string | null; store: string | null };

/** How each of the products is called: by its title, with its store where several have that title. */
export function productNames(rows: readonly Named[], none: string): (row: Named) => string {
  const isShared = ({ product_id, title }: Named) =>
    rows.some((other) => other.title === title && other.product_id !== product_id);
  return (row) => {
    if (row.product_id === null) return none;
    if (row.title === null) return row.product_id;
    return row.store !== null && isShared(row) ? `${row.title} · ${row.store}` : row.title;
  };
}
