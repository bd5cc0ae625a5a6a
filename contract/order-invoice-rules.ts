/** How a client pays for orders: at checkout alone, or also by an invoice that is issued every night. */
export const invoicingModes = ['checkout', 'daily'] as const;
/** How long the prices of an issued invoice stand, in hours. */
export const validHours = { least: 1, most: 720, usual: 24 } as const;
/** Longest note that the provider writes on an invoice. */
export const maxInvoiceNote = 500;
/** An invoice holds so many orders; more become several invoices. */
export const maxOrdersOfInvoice = 500;
