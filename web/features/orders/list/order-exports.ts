import type { TFunction } from 'i18next';
import { type OrderLayout, orderLayouts } from '#contract/order-layouts.ts';
import { everyOf } from '#web/lib/every-of.ts';
import type { ExportChoice } from '#web/components/export-dialog.tsx';

const layouts = everyOf<OrderLayout>()(['accounting', 'assistant', 'profit']);

/** Files of orders for a purpose, each by order and by line (domain.md §4.8). */
export const orderExports = (t: TFunction<'orders-list'>): ExportChoice[] =>
  layouts.flatMap((layout) => {
    const { order, line } = orderLayouts[layout];
    const label = t(`layouts.${layout}.label`);
    const help = t(`layouts.${layout}.help`);
    return [
      { value: layout, label: t('layouts.perOrder', { label }), help, list: 'orders' as const, columns: order },
      {
        value: `${layout}_lines`,
        label: t('layouts.perLine', { label }),
        help,
        list: 'order_lines' as const,
        columns: [...order, ...line],
      },
    ];
  });
