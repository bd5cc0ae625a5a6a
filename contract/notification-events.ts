import type { Feature, StaffRole } from './rights.ts';

/** How urgent a notification is; shown as a colour with an icon and a word. A warning says that something goes wrong or runs out; what merely waits for its reader is information that needs action. */
export const severities = ['info', 'success', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** What the bell shows: all, what is not read yet, and what waits for an action of the reader. */
export const notificationTabs = ['all', 'unread', 'action'] as const;
export type NotificationTab = (typeof notificationTabs)[number];

type Event = {
  /** Who may view this feature hears of it. */
  feature: Feature;
  severity: Severity;
  /** It waits for the reader; it leaves the tab “Action” when the matter is settled. */
  needs_action: boolean;
  /** Told by mail, to whoever asked or to those who may edit the feature. */
  mail: boolean;
  /** Told to the provider's staff with one of these roles; absent for events that members hear of. */
  staff?: readonly StaffRole[];
};

/** Everything that the portal reports by itself (domain.md §4.17). */
export const notificationEvents = {
  quote_quoted: { feature: 'quotes', severity: 'info', needs_action: true, mail: true },
  quote_ending: { feature: 'quotes', severity: 'warning', needs_action: true, mail: true },
  quote_expired: { feature: 'quotes', severity: 'info', needs_action: false, mail: false },
  price_proposed: { feature: 'quotes', severity: 'warning', needs_action: true, mail: true },
  price_reminder: { feature: 'quotes', severity: 'warning', needs_action: true, mail: true },
  price_due: { feature: 'quotes', severity: 'critical', needs_action: true, mail: true },
  price_moved: { feature: 'quotes', severity: 'info', needs_action: false, mail: false },
  quote_question: { feature: 'quotes', severity: 'info', needs_action: true, mail: true },
  quote_message: { feature: 'quotes', severity: 'info', needs_action: false, mail: false },
  quote_alternative: { feature: 'quotes', severity: 'info', needs_action: false, mail: false },
  quote_unavailable: { feature: 'quotes', severity: 'warning', needs_action: false, mail: true },
  recharge_credited: { feature: 'wallet', severity: 'success', needs_action: false, mail: true },
  recharge_rejected: { feature: 'wallet', severity: 'critical', needs_action: true, mail: true },
  recharge_charged_back: { feature: 'wallet', severity: 'critical', needs_action: false, mail: true },
  wallet_low: { feature: 'wallet', severity: 'warning', needs_action: true, mail: true },
  payment_requested: { feature: 'sub-accounts', severity: 'info', needs_action: true, mail: true },
  payment_approved: { feature: 'invoices', severity: 'success', needs_action: false, mail: true },
  payment_declined: { feature: 'invoices', severity: 'warning', needs_action: false, mail: true },
  auto_recharge_failed: { feature: 'wallet', severity: 'warning', needs_action: true, mail: false },
  auto_recharge_stopped: { feature: 'wallet', severity: 'critical', needs_action: true, mail: true },
  auto_recharge_limit: { feature: 'wallet', severity: 'warning', needs_action: true, mail: true },
  withdrawal_confirmed: { feature: 'wallet', severity: 'warning', needs_action: false, mail: true },
  withdrawal_paid: { feature: 'wallet', severity: 'success', needs_action: false, mail: true },
  withdrawal_declined: { feature: 'wallet', severity: 'critical', needs_action: false, mail: true },
  store_needs_reauth: { feature: 'stores', severity: 'warning', needs_action: true, mail: true },
  buyer_data_requested: { feature: 'stores', severity: 'info', needs_action: true, mail: true },
  store_disconnected: { feature: 'stores', severity: 'critical', needs_action: false, mail: true },
  import_failed: { feature: 'orders', severity: 'critical', needs_action: false, mail: false },
  import_incomplete: { feature: 'orders', severity: 'warning', needs_action: false, mail: false },
  autopay_paid: { feature: 'invoices', severity: 'success', needs_action: false, mail: false },
  autopay_left: { feature: 'invoices', severity: 'warning', needs_action: true, mail: true },
  invoice_issued: { feature: 'invoices', severity: 'info', needs_action: true, mail: true },
  invoice_expired: { feature: 'invoices', severity: 'warning', needs_action: true, mail: true },
  invoice_voided: { feature: 'invoices', severity: 'info', needs_action: false, mail: true },
  invoice_paid: { feature: 'invoices', severity: 'success', needs_action: false, mail: false },
  dispute_accepted: { feature: 'invoices', severity: 'success', needs_action: false, mail: true },
  dispute_refused: { feature: 'invoices', severity: 'warning', needs_action: false, mail: true },
  cancel_accepted: { feature: 'orders', severity: 'success', needs_action: false, mail: true },
  cancel_rejected: { feature: 'orders', severity: 'warning', needs_action: false, mail: true },
  order_units_removed: { feature: 'orders', severity: 'warning', needs_action: false, mail: true },
  order_units_added: { feature: 'orders', severity: 'warning', needs_action: false, mail: true },
  order_watched: { feature: 'orders', severity: 'warning', needs_action: true, mail: true },
  orders_watched: { feature: 'orders', severity: 'warning', needs_action: false, mail: true },
  stock_low: { feature: 'stock', severity: 'warning', needs_action: false, mail: true },
  stock_out: { feature: 'stock', severity: 'critical', needs_action: false, mail: true },
  stock_dead: { feature: 'stock', severity: 'info', needs_action: false, mail: false },
  stock_qc_failed: { feature: 'stock', severity: 'warning', needs_action: false, mail: true },
  stock_request_answered: { feature: 'stock', severity: 'info', needs_action: false, mail: false },
  stock_order_quoted: { feature: 'stock', severity: 'info', needs_action: true, mail: true },
  stock_order_stocked: { feature: 'stock', severity: 'success', needs_action: false, mail: true },
  claim_evidence_wanted: { feature: 'claims', severity: 'info', needs_action: true, mail: true },
  claim_approved: { feature: 'claims', severity: 'success', needs_action: false, mail: true },
  claim_resent: { feature: 'claims', severity: 'success', needs_action: false, mail: true },
  claim_rejected: { feature: 'claims', severity: 'critical', needs_action: true, mail: true },
  claim_voided: { feature: 'claims', severity: 'info', needs_action: false, mail: true },
  claim_expired: { feature: 'claims', severity: 'warning', needs_action: false, mail: true },
  claim_written: { feature: 'claims', severity: 'info', needs_action: false, mail: true },
  order_message: { feature: 'orders', severity: 'info', needs_action: true, mail: true },
  staff_order_message: { feature: 'orders', severity: 'info', needs_action: true, mail: false, staff: ['agent'] },
  staff_cancel_asked: {
    feature: 'orders',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['agent', 'warehouse'],
  },
  staff_cancel_overdue: {
    feature: 'orders',
    severity: 'critical',
    needs_action: true,
    mail: true,
    staff: ['agent', 'warehouse'],
  },
  staff_claim_submitted: {
    feature: 'claims',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['agent', 'finance'],
  },
  staff_claim_message: {
    feature: 'claims',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['agent', 'finance'],
  },
  staff_stock_order_asked: { feature: 'stock', severity: 'info', needs_action: true, mail: true, staff: ['agent'] },
  staff_stock_order_paid: { feature: 'stock', severity: 'success', needs_action: true, mail: false, staff: ['agent'] },
  staff_stock_order_short: { feature: 'stock', severity: 'warning', needs_action: true, mail: false, staff: ['agent'] },
  staff_stock_requested: {
    feature: 'stock',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['warehouse'],
  },
  staff_invoice_declined: {
    feature: 'invoices',
    severity: 'warning',
    needs_action: false,
    mail: false,
    staff: ['agent', 'finance'],
  },
  staff_quote_asked: { feature: 'quotes', severity: 'info', needs_action: true, mail: true, staff: ['agent'] },
  staff_price_rejected: { feature: 'quotes', severity: 'warning', needs_action: false, mail: false, staff: ['agent'] },
  staff_quote_message: { feature: 'quotes', severity: 'info', needs_action: true, mail: false, staff: ['agent'] },
  staff_quote_countered: { feature: 'quotes', severity: 'info', needs_action: true, mail: true, staff: ['agent'] },
  staff_withdrawal_confirmed: {
    feature: 'wallet',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['finance'],
  },
  staff_adjustment_proposed: {
    feature: 'wallet',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['finance', 'admin'],
  },
  staff_dispute_opened: {
    feature: 'invoices',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['agent', 'finance'],
  },
  staff_recharge_second: {
    feature: 'wallet',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['finance', 'admin'],
  },
  staff_recharge_sent_back: {
    feature: 'wallet',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['finance'],
  },
  staff_recharge_proven: {
    feature: 'wallet',
    severity: 'info',
    needs_action: true,
    mail: false,
    staff: ['finance'],
  },
} as const satisfies Record<string, Event>;

export type NotificationEvent = keyof typeof notificationEvents;

/** The same, for code that treats all events alike. */
export const eventOf = (key: NotificationEvent): Event => notificationEvents[key];

/** One event as the feature where it happened tells it; who hears of it follows from the catalogue. */
export type NotificationMessage = {
  event: NotificationEvent;
  account_id: string;
  /** The record it is about: the same event of the same record within 30 minutes makes one notification. */
  subject: string;
  /** Members who may not see this store do not hear of it. */
  store_id?: string | null;
  /** Whose request it is; the mail goes to them first. */
  asked_by?: string | null;
  /** What the texts name: numbers, titles, amounts in minor units with their currency. */
  params: Readonly<Record<string, string | number>>;
  /** Path of the record within the portal. */
  link: string;
};
