/** What a file of orders is for; each names the columns that it needs, of the order and of its lines. */
export const orderLayouts = {
  accounting: {
    order: [
      'name',
      'store',
      'placed_at',
      'paid_at',
      'invoice',
      'country',
      'goods',
      'freight',
      'fees',
      'cost',
      'payment',
    ],
    line: ['line_sku', 'line_title', 'line_units', 'line_goods'],
  },
  assistant: {
    order: [
      'name',
      'store',
      'placed_at',
      'customer',
      'country',
      'items',
      'stage',
      'stopped_by',
      'channel',
      'tracking',
      'due_at',
      'tags',
      'note',
    ],
    line: ['line_sku', 'line_title', 'line_variant', 'line_units', 'line_sent'],
  },
  profit: {
    order: ['name', 'store', 'placed_at', 'country', 'sale', 'goods', 'freight', 'fees', 'cost', 'profit', 'rate'],
    line: ['line_sku', 'line_title', 'line_units', 'line_sale', 'line_goods'],
  },
} as const;
export type OrderLayout = keyof typeof orderLayouts;
