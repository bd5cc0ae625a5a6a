import type { z } from 'zod';
import { type StatisticsFigures, statisticsFilter } from '#contract/statistics.ts';
import type { ExportColumn, ExportList } from '#server/http/list-actions.ts';
import { findCheck, sumsByDay } from './statistics.db.ts';
import { requireDays, filterOf, seesCosts } from './statistics.service.ts';
import { figuresOf } from './statistics-sums.ts';

const query = statisticsFilter;
type Row = { day: string; currency: string; figures: StatisticsFigures };
type Figure = keyof StatisticsFigures;

const count = (name: Figure, en: string, zh: string): ExportColumn<Row> => ({
  id: name,
  header: { en, zh },
  kind: 'int',
  value: ({ figures }) => figures[name],
});
const money = (name: Figure, en: string, zh: string): ExportColumn<Row> => ({
  id: name,
  header: { en, zh },
  kind: 'money',
  value: ({ figures, currency }) => {
    const amount = figures[name];
    return amount === null ? null : { amount, currency };
  },
});

/** The sales figures of each day of a period as a file. */
export const statisticsExport: ExportList<Row, z.output<typeof query>> = {
  list: 'statistics',
  query,
  async count(ctx, asked, most) {
    return Math.min(most, (await sumsByDay(ctx, requireDays(asked), filterOf(ctx, asked))).length);
  },
  async rows(ctx, asked) {
    const { currency } = await findCheck(ctx);
    const costs = seesCosts(ctx.actor);
    const days = await sumsByDay(ctx, requireDays(asked), filterOf(ctx, asked));
    return { rows: days.map(({ day, ...sums }) => ({ day, currency, figures: figuresOf(sums, costs) })), next: null };
  },
  columns: [
    { id: 'day', header: { en: 'Day', zh: '日期' }, kind: 'id', value: ({ day }) => day },
    count('orders', 'Orders', '订单'),
    count('cancelled', 'Cancelled', '已取消'),
    count('units', 'Units', '件数'),
    money('sales', 'Sales', '销售额'),
    count('converted', 'Converted sales', '换算的销售'),
    count('no_rate', 'Sales without a rate', '没有汇率的销售'),
    money('goods', 'Products', '商品'),
    money('freight', 'Shipping', '运费'),
    money('fees', 'Fees', '费用'),
    money('cost', 'Cost', '成本'),
    count('no_cost', 'Orders without a cost', '没有成本的订单'),
    money('credited', 'Refunds from us', '我们的退款'),
    money('kept', 'Cost of cancelled orders', '已取消订单的成本'),
    money('profit', 'Profit', '利润'),
  ],
};
