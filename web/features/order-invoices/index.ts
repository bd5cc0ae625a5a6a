export { EndInvoice } from './end-invoice.tsx';
export { InvoicingDialog } from './invoicing-dialog.tsx';
export { IssueDialog } from './issue-dialog.tsx';
export { IssueInvoice, mayIssue } from './issue-invoice.tsx';
export { RefreshInvoice } from './refresh-invoice.tsx';
