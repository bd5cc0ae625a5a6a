// What other features may call.
export {
  type Credited,
  creditInvoices,
  creditsFor,
  holdWorth,
  keepOf,
  type OrderCredit,
  type OrderCreditNote,
  orderPaid,
  ordersPaid,
  releaseWorth,
} from './invoices-credit.service.ts';
export {
  addOrders,
  addQueriedOrders,
  findBilledTo,
  issuePaid,
  openPaid,
  sumOf,
} from './invoices-issue-paid.service.ts';
export {
  creditStockOrder,
  endInvoice,
  invoicesOf,
  issueBills,
  issueOrders,
  lockUnpaid,
  voidOpen,
} from './invoices-issue.service.ts';
export { findIssuedOrders, findIssuedPrices, keepsOrders } from './records/issue.db.ts';
export { billTimeline, recompute } from './invoices-timeline.service.ts';
export { ordersInvoicesPaying, type PayingInvoice, stockInvoicePaid } from './invoices.events.ts';
export { type BilledQuery, billedColumns, type NewInvoiceOrder, unitsOf } from './records/invoices.db.ts';
export { payInvoice, payInvoices, previewInvoices } from './invoices-pay.service.ts';
export { getInvoice, invoicesToPay, owed, payableInvoices } from './invoices.service.ts';
