import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { ChartKeys } from '#web/components/chart-keys.tsx';
import { axisTicks } from './axis-ticks.ts';
import { currencyDigits } from '#web/lib/format.ts';
import { useFigureText } from '../figure-texts.ts';
import { FigureCell, FigureValue } from '../figure-value.tsx';
import { type StepOrders, useStepText } from '../steps.ts';
import { StepLink } from '../step-link.tsx';
import type { Figures, Statistics } from '../statistics-types.ts';
import classes from '../statistics.module.css';

/** What sales are used for, from the bottom of a bar to its top. */
const parts = ['goods', 'freight', 'fees', 'profit'] as const;
const colors = {
  goods: 'var(--tw-accent-line)',
  freight: 'var(--tw-chart-amber)',
  fees: 'var(--tw-chart-grey)',
  profit: 'var(--tw-chart-green)',
} as const satisfies Record<(typeof parts)[number], string>;

type Props = { data: Statistics; orders: StepOrders };

/** Costs and profit of each step, stacked; each part with its sum of the period and its share of them all. */
export function PartsChart({ data, orders }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step, data.days);
  const rows = data.series.map(({ day, figures }) => ({
    day,
    ...Object.fromEntries(parts.map((part) => [part, figures[part] ?? 0])),
  }));
  const say = (day: string | number) => {
    const figures = data.series.find((one) => one.day === day)?.figures;
    return {
      name: write.long(String(day)),
      values: parts.map((part) =>
        t('partValue', { part: t(`parts.${part}`), value: text.money(figures?.[part] ?? 0) }),
      ),
    };
  };
  const heights = data.series.flatMap(({ figures }) => [sumOf(figures, 1), sumOf(figures, -1)]);
  const ticks = axisTicks(heights, 10 ** currencyDigits(data.currency));
  const label = t('chartText', { measure: t('parts.title'), step: t(`stepNames.${data.step}`) });
  return (
    <>
      <PartSums data={data} />
      <ChartKeys aria-label={label} say={say} open={(day) => orders.open(String(day))}>
        {(follower) => (
          <BarChart
            h={268}
            type="stacked"
            data={rows}
            dataKey="day"
            maxBarWidth={40}
            tickLine="none"
            strokeDasharray="0"
            textColor="var(--tw-muted)"
            gridColor="var(--tw-border)"
            series={parts.map((part) => ({ name: part, label: t(`parts.${part}`), color: colors[part] }))}
            valueFormatter={(value) => text.money(Math.round(value))}
            xAxisProps={{ tickFormatter: write.short, minTickGap: 24, interval: 'equidistantPreserveStart' }}
            barChartProps={{ margin: { top: 20, right: 20 }, stackOffset: 'sign' }}
            barProps={{
              cursor: 'pointer',
              onClick: ({ payload }) => orders.open((payload as { day: string }).day),
            }}
            yAxisProps={{
              width: 64,
              ticks,
              domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
              tickFormatter: (value: number) => text.axis('cost', value),
            }}
            tooltipProps={{ labelFormatter: (day) => (typeof day === 'string' ? write.long(day) : '') }}
          >
            {follower}
          </BarChart>
        )}
      </ChartKeys>
    </>
  );
}

/** The parts above zero, or those below. */
const sumOf = (figures: Figures, sign: 1 | -1): number =>
  parts.reduce((sum, part) => sum + sign * Math.max(0, sign * (figures[part] ?? 0)), 0);

/** Names the colors, and says what the parts come to. */
function PartSums({ data: { totals, currency } }: { data: Statistics }) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(currency);
  const all = sumOf(totals, 1);
  return (
    <dl className={classes.parts}>
      {parts.map((part) => {
        const amount = totals[part];
        return (
          <div key={part} data-part={part}>
            <dt>
              <span aria-hidden className={classes.swatch} style={{ background: colors[part] }} />
              {t(`parts.${part}`)}
            </dt>
            <dd>
              {part === 'profit' ? (
                <FigureValue name="profit" figures={totals} text={text} />
              ) : (
                <FigureCell name="cost" figures={totals} text={text} value={amount} />
              )}
              {amount !== null && amount > 0 && (
                <span className={classes.partShare}>{text.percent(Math.round((amount * 10_000) / all))}</span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The same as a table, with the way to the orders of each step. */
export function PartsTable({ data, orders }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const write = useStepText(data.step, data.days);
  return (
    <PlainTable label={t('parts.title')} rows={data.series.length}>
      <thead>
        <tr>
          <th>{t(`columns.${data.step}`)}</th>
          {parts.map((part) => (
            <th key={part} data-align="end">
              {t(`parts.${part}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.series.map(({ day, figures }) => (
          <tr key={day}>
            <td>
              <StepLink day={day} name={write.long(day)} orders={orders} />
            </td>
            {parts.map((part) => (
              <td key={part} data-align="end">
                <FigureCell
                  name={part === 'profit' ? 'profit' : 'cost'}
                  figures={figures}
                  text={text}
                  value={figures[part]}
                  ordersAt={(more) => orders.address(day, more)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
