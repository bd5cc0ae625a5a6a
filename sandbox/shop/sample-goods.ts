import type { Address } from './rows.ts';
import type { Shape } from './picture.ts';

export type Good = { title: string; type: string; text: string; shape: Shape; price: number; grams: number; options: { name: string; values: string[] }[] };

const COLOURS = { name: 'Colour', values: ['Sand', 'Forest', 'Ink'] };
const SIZES = { name: 'Size', values: ['S', 'M', 'L'] };

/** Goods of the small demo shops. Prices in minor units. */
export const GOODS: readonly Good[] = [
  { title: 'Stoneware Mug 350 ml', type: 'Drinkware', text: 'Glazed by hand, safe in dishwasher and microwave.', shape: 'mug', price: 1490, grams: 380, options: [COLOURS] },
  { title: 'Everyday Canvas Tote', type: 'Bags', text: 'Heavy cotton canvas with an inner pocket.', shape: 'bag', price: 2200, grams: 310, options: [COLOURS] },
  { title: 'Insulated Bottle 500 ml', type: 'Drinkware', text: 'Keeps tea hot for twelve hours.', shape: 'bottle', price: 2650, grams: 340, options: [COLOURS] },
  { title: 'Organic Cotton Tee', type: 'Apparel', text: 'Mid-weight jersey with a relaxed cut.', shape: 'shirt', price: 2400, grams: 190, options: [{ name: 'Colour', values: ['White', 'Ink'] }, SIZES] },
  { title: 'Desk Lamp Arc', type: 'Lighting', text: 'Dimmable, with a warm and a cool light.', shape: 'lamp', price: 4900, grams: 1250, options: [{ name: 'Colour', values: ['White', 'Black'] }] },
  { title: 'Soy Candle Cedar', type: 'Home', text: 'Forty hours of a quiet, woody scent.', shape: 'candle', price: 1850, grams: 420, options: [{ name: 'Size', values: ['Small', 'Large'] }] },
  { title: 'Linen Cushion Cover', type: 'Home', text: 'Washed linen, hidden zip, 50 × 50 cm.', shape: 'cushion', price: 2790, grams: 260, options: [COLOURS] },
  { title: 'Pocket Notebook Set of 3', type: 'Stationery', text: 'Dotted, thread-bound, lies flat.', shape: 'book', price: 1290, grams: 240, options: [] },
  { title: 'Wireless Earbuds Lite', type: 'Electronics', text: 'Six hours of music, USB-C case.', shape: 'box', price: 3990, grams: 95, options: [{ name: 'Colour', values: ['White', 'Black'] }] },
  { title: 'Trail Cap', type: 'Apparel', text: 'Light, quick to dry, adjustable strap.', shape: 'cap', price: 1950, grams: 85, options: [COLOURS] },
  { title: 'Steel Wrist Watch 38 mm', type: 'Accessories', text: 'Quartz movement, sapphire glass.', shape: 'watch', price: 7900, grams: 120, options: [{ name: 'Strap', values: ['Leather', 'Steel'] }] },
  { title: 'Indoor Plant Pot', type: 'Home', text: 'Terracotta with saucer.', shape: 'pot', price: 1690, grams: 760, options: [{ name: 'Size', values: ['12 cm', '18 cm'] }] },
];

/** Made-up buyers at made-up houses. */
export const BUYERS: readonly (Address & { first_name: string; last_name: string })[] = [
  { first_name: 'Ada', last_name: 'Lindqvist', address1: '48 Harbour Lane', address2: 'Apt 3', city: 'Portland', province: 'Oregon', province_code: 'OR', zip: '97201', country_code: 'US', phone: '+15035550142' },
  { first_name: 'Marcus', last_name: 'Okafor', address1: '910 Juniper Street', city: 'Austin', province: 'Texas', province_code: 'TX', zip: '78701', country_code: 'US', phone: '+15125550177' },
  { first_name: 'Élodie', last_name: 'Marchand', address1: '14 rue des Tilleuls', city: 'Lyon', zip: '69003', country_code: 'FR', phone: '+33400000012' },
  { first_name: 'Tom', last_name: 'Whitfield', address1: '7 Mill Road', city: 'Leeds', province: 'England', province_code: 'ENG', zip: 'LS1 4AP', country_code: 'GB', phone: '+441130000015' },
  { first_name: 'Jonas', last_name: 'Brandt', address1: 'Lindenallee 22', city: 'Hamburg', zip: '20144', country_code: 'DE', phone: '+494000000123' },
  { first_name: 'Priya', last_name: 'Raman', address1: '220 Queen Street W', address2: 'Unit 1204', city: 'Toronto', province: 'Ontario', province_code: 'ON', zip: 'M5V 1Z6', country_code: 'CA', phone: '+14165550119' },
  { first_name: 'Olivia', last_name: 'Hartley', address1: '5 Banksia Crescent', city: 'Melbourne', province: 'Victoria', province_code: 'VIC', zip: '3000', country_code: 'AU', phone: '+61390000117' },
  { first_name: 'Sofia', last_name: 'Ramos', address1: 'Calle del Olmo 9', address2: '2º B', city: 'Madrid', province: 'Madrid', province_code: 'M', zip: '28012', country_code: 'ES', phone: '+34910000118' },
  { first_name: 'Daniel', last_name: 'Kowalski', address1: '1733 Birch Avenue', city: 'Chicago', province: 'Illinois', province_code: 'IL', zip: '60611', country_code: 'US', phone: null },
  { first_name: 'Mei', last_name: 'Tanaka', address1: '3-8-1 Midori', city: 'Osaka', province: 'Ōsaka', province_code: 'JP-27', zip: '530-0001', country_code: 'JP', phone: '+81600000121' },
];
