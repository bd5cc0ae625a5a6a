export const invoiceKinds = ['orders', 'stock_order', 'brand', 'service'] as const;
/** `credit_notes`: invoices of which something was given back. */
export const invoiceTabs = ['all', 'unpaid', 'paid', 'expired', 'void', 'credit_notes'] as const;
/** Most documents that are put together at once. */
export const maxPrinted = 500;
/** Most invoices and credit notes that one summary of a period holds. */
export const maxSummarized = 2_000;
/** Most issued invoices that are paid at once. */
export const maxPaidAtOnce = 100;
