import type { NewWooProduct } from './woo-goods.ts';

/** Goods of a shop that nobody set up. */
export const sampleProducts: NewWooProduct[] = [
  {
    name: 'Linen Apron',
    category: 'Kitchen',
    motif: 'linen-apron',
    weight: '0.32',
    variations: [
      { sku: 'APRON-SAND', price: '32.00', options: { Colour: 'Sand' } },
      { sku: 'APRON-INK', price: '32.00', options: { Colour: 'Ink' } },
    ],
  },
  { name: 'Beeswax Candle', category: 'Home', motif: 'pillar-candle', sku: 'CANDLE-1', price: '14.50', weight: '0.21' },
  {
    name: 'Walnut Serving Board',
    category: 'Kitchen',
    motif: 'serving-board',
    sku: 'BOARD-1',
    price: '48.00',
    weight: '0.9',
  },
];
