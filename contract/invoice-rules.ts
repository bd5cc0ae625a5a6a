/** Most documents that are put together at once. */
export const maxPrinted = 500;
/** Most invoices and credit notes that one summary of a period holds. */
export const maxSummarized = 2_000;
/** Most issued invoices that are paid at once. */
export const maxPaidAtOnce = 100;
