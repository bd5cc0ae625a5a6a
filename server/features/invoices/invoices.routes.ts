import { invoices } from '#contract/invoices.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { linkCreditNote, linkInvoice } from './documents/documents.service.ts';
import { getSummary, linkSummary } from './invoices-summary.service.ts';
import { linkCreditNoteUbl, linkInvoiceUbl } from './documents/ubl.service.ts';
import { payInvoice, payInvoices } from './invoices-pay.service.ts';
import { createPrint, linkOrder, linkReceipt, orderWithAddress } from './documents/print.service.ts';
import * as service from './invoices.service.ts';

export function invoicesRoutes(host: Host): void {
  mount(host, 'invoices', invoices, {
    list: (ctx, { query }) => service.listInvoices(ctx, query),
    get: (ctx, { params }) => service.getInvoice(ctx, params.id),
    payOpen: (ctx, { params, body }) => payInvoice(ctx, params.id, body),
    payMany: (ctx, { body }) => payInvoices(ctx, body),
    listCreditNotes: (ctx, { query }) => service.listCreditNotes(ctx, query),
    listOrders: (ctx, { query }) => service.listInvoiceOrders(ctx, query),
    pdf: { manual: (entry, { params }) => linkInvoice(entry, params.id) },
    pdfIssued: { manual: (entry, { params }) => linkInvoice(entry, params.id, { issued: true }) },
    receipt: { manual: (entry, { params }) => linkReceipt(entry, params.id) },
    creditNotePdf: { manual: (entry, { params }) => linkCreditNote(entry, params.id) },
    ubl: { manual: (entry, { params }) => linkInvoiceUbl(entry, params.id) },
    creditNoteUbl: { manual: (entry, { params }) => linkCreditNoteUbl(entry, params.id) },
    summary: (ctx, { query }) => getSummary(ctx, query),
    summaryPdf: { manual: (entry, { body }) => linkSummary(entry, body) },
    createPrint: { manual: (entry, { body }) => createPrint(entry, body) },
    orderPdf: { manual: (entry, { params }) => linkOrder(entry, params.id) },
    orderPdfWithAddress: { manual: (entry, { params }) => orderWithAddress(entry, params.id) },
    getOrder: (ctx, { params }) => service.getInvoiceOrder(ctx, params.id),
  });
}
