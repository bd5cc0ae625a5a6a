import type { importFields } from './order-import.ts';

type Field = (typeof importFields)[number];
type Column = { field: Field; en: string; zh: string; example: string };

/** Columns of the table that an order file may be written in, under titles that the import recognizes. */
const columns: readonly Column[] = [
  { field: 'order_name', en: 'Order name', zh: '订单号', example: '1001' },
  { field: 'placed_at', en: 'Order date', zh: '订单日期', example: '' },
  { field: 'line_sku', en: 'SKU', zh: '货号', example: 'MOON-15' },
  { field: 'line_title', en: 'Product title', zh: '商品名称', example: 'Moon lamp' },
  { field: 'line_variant', en: 'Variant', zh: '规格', example: '15 cm' },
  { field: 'line_quantity', en: 'Quantity', zh: '数量', example: '2' },
  { field: 'line_price', en: 'Unit price', zh: '单价', example: '24.90' },
  { field: 'currency', en: 'Currency', zh: '币种', example: 'USD' },
  { field: 'name', en: 'Recipient', zh: '收件人', example: 'Ada Miller' },
  { field: 'company', en: 'Company', zh: '公司', example: '' },
  { field: 'address1', en: 'Address line 1', zh: '地址', example: '12 Main Street' },
  { field: 'address2', en: 'Address line 2', zh: '地址2', example: 'Apt 4' },
  { field: 'city', en: 'City', zh: '城市', example: 'Portland' },
  { field: 'province', en: 'State', zh: '州', example: 'OR' },
  { field: 'zip', en: 'Postal code', zh: '邮编', example: '97201' },
  { field: 'country', en: 'Country', zh: '国家', example: 'US' },
  { field: 'phone', en: 'Phone', zh: '电话', example: '503 555 0142' },
  { field: 'email', en: 'Email', zh: '邮箱', example: 'ada@example.com' },
  { field: 'financial_status', en: 'Payment status', zh: '支付状态', example: 'paid' },
];

const byteOrderMark = '\uFEFF'; // else Excel takes the text for its own old code page

/** The table to fill in, as CSV: titles in the reader's language, and one order of today as an example. */
export function orderTemplate(locale: string, today: string): string {
  const language = locale.startsWith('zh') ? 'zh' : 'en';
  const titles = columns.map((column) => column[language]);
  const example = columns.map((column) => (column.field === 'placed_at' ? today : column.example));
  return `${byteOrderMark}${[titles, example].map((row) => `${row.join(',')}\r\n`).join('')}`;
}

export const orderTemplateFields: readonly Field[] = columns.map(({ field }) => field);

/** Whether a file has just the columns of the template, filled in by who imports it: then their fields are known. */
export const isOrderTemplate = (head: readonly string[]): boolean =>
  (['en', 'zh'] as const).some(
    (language) => head.length === columns.length && columns.every((column, place) => column[language] === head[place]),
  );
