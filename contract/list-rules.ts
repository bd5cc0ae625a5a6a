import type { Feature } from './rights.ts';

/** Every list with views, columns, bulk actions or exports, and the feature whose rights it follows. */
export const listFeatures = {
  orders: 'orders',
  order_lines: 'orders',
  quotes: 'quotes',
  invoices: 'invoices',
  invoice_orders: 'invoices',
  bills_xero: 'invoices',
  bills_quickbooks: 'invoices',
  claims: 'claims',
  products: 'products',
  stores: 'stores',
  catalog: 'products',
  stock: 'stock',
  stock_movements: 'stock',
  transactions: 'wallet',
  bank_xero: 'wallet',
  bank_quickbooks: 'wallet',
  statistics: 'statistics',
} as const satisfies Record<string, Feature>;
export type ListName = keyof typeof listFeatures;
export const listNames = Object.keys(listFeatures) as [ListName, ...ListName[]]; // a record has its keys

/** Lists without views, bulk actions and files, whose columns everybody chooses all the same. */
const plainLists = [
  'recharges',
  'withdrawals',
  'payment_requests',
  'prices',
  'price_changes',
  'stock_orders',
  'stock_requests',
  'incoming_stock',
  'duplicates',
  'suggestions',
  'publications',
  'members',
  'clients',
  'staff_orders',
  'cancel_requests',
  'staff_conversations',
  'staff_claims',
  'staff_recharges',
  'bank_rows',
  'staff_line_disputes',
  'staff_withdrawals',
  'staff_adjustments',
  'staff_client_revenue',
  'staff_quotes',
  'staff_catalog',
  'staff_prices',
  'staff_price_changes',
  'staff_stock_orders',
  'staff_stock_requests',
  'staff_stock_movements',
  'exceptions',
  'rates',
  'notices',
  'partners',
  'exchange_rates',
  'branding',
] as const;
/** Every list whose columns a person chooses. */
export const columnLists = [...listNames, ...plainLists] as const;
export type ColumnList = (typeof columnLists)[number];

/** The lists that can be written into a file. */
export const exportLists = [
  'orders',
  'order_lines',
  'quotes',
  'invoices',
  'invoice_orders',
  'bills_xero',
  'bills_quickbooks',
  'claims',
  'products',
  'stores',
  'stock',
  'stock_movements',
  'transactions',
  'bank_xero',
  'bank_quickbooks',
  'statistics',
] as const satisfies readonly ListName[];

export type ExportListName = (typeof exportLists)[number];

/** The lists that can also be written as a plain-text journal of double entries. */
export const journalLists = ['transactions'] as const satisfies readonly ExportListName[];

/** Entries that one search may hold: a pasted column of names, numbers or SKUs. */
export const maxSearchEntries = 500;
/** Longest search text: 500 entries of the length of a tracking number. */
export const maxSearchLength = 12_000;

/** The entries of a search: several may be pasted at once, one per line or with commas, semicolons or tabs. */
export function searchEntries(text: string): string[] {
  const entries = text.split(/[\n\r,;\t]+/).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))].slice(0, maxSearchEntries);
}

/** Rows up to which an export is written while the caller waits; longer ones become jobs (P30). */
export const exportAtOnce = 2_000;
/** Days for which an export can be fetched. */
export const exportDays = 7;
/** Records that one bulk action may name; more are chosen by the list's filters. */
export const maxBulkIds = 1_000;
/** How many may be taken out of all that match. */
export const maxExcept = 100;

/** Name of an export: its type and the day (spec §7, P30). */
export function exportName(type: string, day: string, format: 'xlsx' | 'csv' | 'journal'): string {
  return `${type}_${day}.${format}`;
}
