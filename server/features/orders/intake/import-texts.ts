import type { Problem, ProblemCode } from '#server/connectors/file/file-problem.ts';

export type Locale = 'en' | 'zh';
type Texts = Record<ProblemCode, (about: Problem['params']) => string>;

const en: Texts = {
  too_long: ({ limit }) => `This is longer than ${limit} characters. Shorten it.`,
  formula_error: ({ text }) =>
    `“${text}” is an error of a formula, not a value. Correct it in the sheet, and save the file again.`,
  no_order_name: () => 'This row doesn’t say which order it belongs to. Enter the order name.',
  no_currency: () => 'This order has no currency. Enter a three-letter code such as USD in its first row.',
  unknown_currency: ({ text }) => `“${text}” isn’t a currency. Enter a three-letter code such as USD.`,
  no_date: () => 'This order has no date. Enter it in its first row.',
  not_a_date: ({ text }) => `“${text}” isn’t a date. Enter it like 2026-10-03 14:22:10 +0000.`,
  date_in_two_ways: ({ text }) =>
    `“${text}” can be read in two ways. Choose under “Dates” whether the day or the month comes first.`,
  date_in_future: ({ text }) => `“${text}” is in the future. Correct the date.`,
  no_product: () => 'This row names no product. Enter its title or SKU.',
  no_quantity: () => 'The quantity is missing. Enter a whole number from 1 to 100,000.',
  not_a_quantity: ({ text }) => `“${text}” isn’t a quantity. Enter a whole number from 1 to 100,000.`,
  not_an_amount: ({ text }) => `“${text}” isn’t an amount. Enter it like 1234.50.`,
  negative_amount: ({ text }) => `“${text}” is a negative amount. Enter a price of 0 or more, or delete the row.`,
  other_currency: ({ text, stated, currency }) =>
    `“${text}” is in ${stated}, but this order is in ${currency}. Correct the price or the order’s currency.`,
  no_payment_status: () => 'The payment status is missing. Enter paid, for example.',
  unknown_payment_status: ({ text, known }) => `“${text}” isn’t a payment status. Use one of these: ${known}.`,
  unknown_fulfillment_status: ({ text }) =>
    `“${text}” isn’t a fulfillment status. Use unfulfilled, partial or fulfilled.`,
  unknown_order_status: ({ text, known }) => `“${text}” isn’t an order status. Use one of these: ${known}.`,
  unknown_country: ({ text }) => `“${text}” isn’t a country we know. Enter its two-letter code, such as US.`,
  ambiguous_country: ({ text }) =>
    `“${text}” is the name of more than one country. Enter the two-letter code, such as CD.`,
  id_shortened: ({ id }) =>
    `Excel has shortened the order IDs: “${id}” no longer names one order. Export the file again and import it without opening it in Excel, or format the column as text.`,
  id_repeated: ({ id, others }) =>
    `The ID “${id}” belongs to more than one order (also ${others}). Excel may have shortened the IDs: export the file again, or format the column as text.`,
  name_repeated: ({ name }) =>
    `More than one order is named “${name}”, and this row has no ID. Enter the order ID in every row of these orders.`,
  order_repeated: ({ name }) => `Order “${name}” is in the file more than once. Delete the repeated rows.`,
  row_repeated: ({ row }) => `This row repeats row ${row}. Delete one of them, or enter the total quantity in one row.`,
  rows_disagree: ({ name, text, other }) =>
    `The rows of order “${name}” differ here: “${text}” and “${other}”. Give each order its own name, or correct the row.`,
  too_many_rows: ({ rows, limit }) =>
    `This order has ${rows} rows; an order can have ${limit}. Check which column holds the order name.`,
  more_cells: ({ cells, titles }) =>
    `This row has ${cells} cells, but the file has ${titles} columns. Put quotation marks around values with commas, such as addresses.`,
  known_by_other_date: ({ name, date }) =>
    `The store already has an order “${name}”, placed on ${date}. Correct the date, or enter the order ID.`,
  known_without_date: ({ name, date }) =>
    `The store already has an order “${name}”, placed on ${date}, with other items or another recipient. If this is a new order, give it its own name. Otherwise, add a column with the order date.`,
  known_by_other_name: ({ id, name }) =>
    `The store already has an order with the ID “${id}”, named “${name}”. Check the ID: Excel may have shortened it.`,
  known_twice: ({ name }) => `The store has more than one order “${name}” of this date. Enter the order ID.`,
  goods_missing: ({ goods }) =>
    `This order was imported with ${goods}, which the file no longer has. Add the row, or change the order’s items here.`,
};

const zh: Texts = {
  too_long: ({ limit }) => `内容超过 ${limit} 个字符。请缩短。`,
  formula_error: ({ text }) => `“${text}”是公式的错误值。请在表格中改正后重新保存文件。`,
  no_order_name: () => '此行没有订单号。请填写所属的订单号。',
  no_currency: () => '该订单没有币种。请在其首行填写三位代码，例如 USD。',
  unknown_currency: ({ text }) => `“${text}”不是币种。请填写三位代码，例如 USD。`,
  no_date: () => '该订单没有日期。请在其首行填写。',
  not_a_date: ({ text }) => `“${text}”不是日期。请按 2026-10-03 14:22:10 +0000 的格式填写。`,
  date_in_two_ways: ({ text }) => `“${text}”有两种读法。请在“日期”中选择日在前还是月在前。`,
  date_in_future: ({ text }) => `“${text}”是将来的日期。请修改日期。`,
  no_product: () => '此行没有商品。请填写商品标题或 SKU。',
  no_quantity: () => '缺少数量。请填写 1 到 100,000 的整数。',
  not_a_quantity: ({ text }) => `“${text}”不是数量。请填写 1 到 100,000 的整数。`,
  not_an_amount: ({ text }) => `“${text}”不是金额。请按 1234.50 的格式填写。`,
  negative_amount: ({ text }) => `“${text}”是负数。请填写大于或等于 0 的价格，或删除此行。`,
  other_currency: ({ text, stated, currency }) =>
    `“${text}”的币种是 ${stated}，而该订单的币种是 ${currency}。请修改价格或订单币种。`,
  no_payment_status: () => '缺少付款状态。请填写，例如 paid。',
  unknown_payment_status: ({ text, known }) => `“${text}”不是付款状态。可用的状态：${known}。`,
  unknown_fulfillment_status: ({ text }) => `“${text}”不是发货状态。请使用 unfulfilled、partial 或 fulfilled。`,
  unknown_order_status: ({ text, known }) => `“${text}”不是订单状态。可用的状态：${known}。`,
  unknown_country: ({ text }) => `无法识别国家“${text}”。请填写两位代码，例如 US。`,
  ambiguous_country: ({ text }) => `“${text}”是多个国家的名称。请填写两位代码，例如 CD。`,
  id_shortened: ({ id }) =>
    `Excel 已把订单 ID 缩短：“${id}”无法对应到一个订单。请重新导出文件且不要用 Excel 打开，或把该列设为文本格式。`,
  id_repeated: ({ id, others }) =>
    `ID“${id}”属于多个订单（还有 ${others}）。Excel 可能缩短了 ID：请重新导出文件，或把该列设为文本格式。`,
  name_repeated: ({ name }) => `有多个订单的订单号是“${name}”，而此行没有 ID。请在这些订单的每一行填写订单 ID。`,
  order_repeated: ({ name }) => `订单“${name}”在文件中出现多次。请删除重复的行。`,
  row_repeated: ({ row }) => `此行与第 ${row} 行重复。请删除其中一行，或在一行中填写总数量。`,
  rows_disagree: ({ name, text, other }) =>
    `订单“${name}”各行的内容不一致：“${text}”和“${other}”。请为每个订单填写不同的订单号，或修改此行。`,
  too_many_rows: ({ rows, limit }) => `该订单有 ${rows} 行，一个订单最多 ${limit} 行。请检查哪一列是订单号。`,
  more_cells: ({ cells, titles }) =>
    `此行有 ${cells} 个单元格，而文件只有 ${titles} 列。请给含逗号的内容（例如地址）加上引号。`,
  known_by_other_date: ({ name, date }) => `店铺中已有订单“${name}”，下单日期为 ${date}。请修改日期，或填写订单 ID。`,
  known_without_date: ({ name, date }) =>
    `店铺中已有订单“${name}”（下单日期 ${date}），但商品或收件人不同。如果这是新订单，请使用不同的订单号；否则请在文件中添加下单日期列。`,
  known_by_other_name: ({ id, name }) => `店铺中 ID 为“${id}”的订单是“${name}”。请检查 ID：Excel 可能把它缩短了。`,
  known_twice: ({ name }) => `店铺中有多个同一日期的订单“${name}”。请填写订单 ID。`,
  goods_missing: ({ goods }) => `该订单导入时含有 ${goods}，而文件中已没有。请补上该行，或在这里修改订单商品。`,
};

/** What is wrong, in the reader's language. */
export const sentenceOf = ({ code, params }: Problem, locale: Locale): string =>
  (locale === 'zh' ? zh : en)[code](params);

/** What stands beside a row whose order is refused because of another row. */
export const otherRow: Record<Locale, string> = {
  en: 'This row is fine, but another row of its order has a problem.',
  zh: '此行没有问题，但同一订单的另一行有问题。',
};
