// Settings of a store without schemas, so that the web app can share them (domain.md §3.1, §4.2).

/** When awaiting orders of a store are paid by themselves. */
export const payModes = ['manual', 'after_1h', 'after_24h', 'daily'] as const;
export type PayMode = (typeof payModes)[number];

/** Where goods come from: own stock first, own stock only, or always bought. */
export const stockPlans = ['use', 'only', 'never'] as const;
export type StockPlan = (typeof stockPlans)[number];

/** From which risk on the merchant must look at an order before it is paid. */
export const riskHolds = ['off', 'high', 'medium'] as const;
export type RiskHold = (typeof riskHolds)[number];

/** When the shop learns of a parcel's tracking number. */
export const pushMoments = ['label', 'first_scan'] as const;
export type PushMoment = (typeof pushMoments)[number];

/** What of a parcel's way buyers may follow. */
export const trackingViews = ['whole', 'last_mile'] as const;
export type TrackingView = (typeof trackingViews)[number];

/** What the buyer may still owe when an order is paid to us; paid ones always may. */
export const earlyPayments = ['partially_paid', 'authorized', 'pending'] as const;
export type EarlyPayment = (typeof earlyPayments)[number];

export type StoreSettings = {
  /** Orders with nothing left to ship stay in the shop unless they are here already. */
  unshipped_only: boolean;
  /** Orders that may not be paid to us yet come too, and wait with a block. */
  import_unpaid: boolean;
  pay_when: EarlyPayment[];
  pay_mode: PayMode;
  /** Time of the daily run in the account's zone, `HH:mm`. */
  pay_at: string;
  /** An order that costs so much more per cent than at the prices agreed last waits for a yes; null asks nothing. */
  price_guard_pct: number | null;
  /** Channel by country; where it cannot take an order, the cheapest does. */
  default_channels: Record<string, string>;
  stock_plan: StockPlan;
  risk_hold: RiskHold;
  tracking_push: PushMoment;
  /** Of `last_mile` the shop learns the number of who brings the parcel to the door, and nothing before that is known. */
  tracking_view: TrackingView;
  notify_buyer: boolean;
  /** The merchant's number for sales to the European Union; kept for labels. */
  ioss_number: string | null;
};

/** What every store begins with. */
export const defaultStoreSettings: StoreSettings = {
  unshipped_only: false,
  import_unpaid: true,
  pay_when: [],
  pay_mode: 'manual',
  pay_at: '09:00',
  price_guard_pct: null,
  default_channels: {},
  stock_plan: 'use',
  risk_hold: 'high',
  tracking_push: 'label',
  tracking_view: 'whole',
  notify_buyer: false,
  ioss_number: null,
};

export const timeOfDayPattern = /^([01]\d|2[0-3]):[0-5]\d$/;
/** As the European Union's one-stop shop hands them out: IM and ten digits. */
export const iossPattern = /^IM\d{10}$/;
export const maxPriceGuard = 200;
export const maxDefaultChannels = 250;

/** How far back a first import may reach, in days (domain.md §4.2). */
export const importDays = [1, 7, 30, 60] as const;

/** Settings that spend money by themselves, or let more of it be spent: changing them asks for the right to pay. */
export const payingSettings = ['pay_mode', 'pay_at', 'price_guard_pct', 'pay_when', 'risk_hold'] as const;

const paidForUs: ReadonlySet<string> = new Set(['paid', 'partially_refunded']);

/** Whether the buyer has paid enough for the order to be paid to us. */
export function isPaidEnough(settings: Pick<StoreSettings, 'pay_when'>, financialStatus: string): boolean {
  return paidForUs.has(financialStatus) || settings.pay_when.some((status) => status === financialStatus);
}

type OrderAtShop = { financial_status: string; fulfillment_status: string; cancelled_at: Date | string | null };

/** Whether an order that is not here yet stays in the shop by the store's import rules. */
export function isLeftInShop(
  settings: Pick<StoreSettings, 'unshipped_only' | 'import_unpaid' | 'pay_when'>,
  order: OrderAtShop,
): boolean {
  const shipped = order.fulfillment_status === 'fulfilled' || order.fulfillment_status === 'restocked';
  if (settings.unshipped_only && (shipped || order.cancelled_at !== null)) return true;
  return !settings.import_unpaid && !isPaidEnough(settings, order.financial_status);
}

const riskLevels: Readonly<Record<string, 'high' | 'medium'>> = {
  cancel: 'high',
  high: 'high',
  investigate: 'medium',
  medium: 'medium',
};

/** How risky a shop or a file calls an order; undefined when it sees none. */
export const riskLevel = (risk: string | null): 'high' | 'medium' | undefined =>
  risk === null ? undefined : riskLevels[risk];

/** The words of shops and files for a risk. */
export const risksOf = (level: 'high' | 'medium'): string[] =>
  Object.keys(riskLevels).filter((word) => riskLevels[word] === level);

/** Whether the merchant must look at an order of this risk first. */
export function isRiskHeld(settings: Pick<StoreSettings, 'risk_hold'>, risk: string | null): boolean {
  const level = riskLevel(risk);
  if (level === undefined || settings.risk_hold === 'off') return false;
  return level === 'high' || settings.risk_hold === 'medium';
}

type Parcel = {
  carrier: string;
  tracking_number: string;
  tracking_url?: string | null;
  last_mile_carrier: string | null;
  last_mile_number: string | null;
};

/** What the shop may show of a parcel by the store's settings; undefined: nothing yet. */
export function trackingShown(settings: Pick<StoreSettings, 'tracking_view'>, parcel: Parcel) {
  const { carrier, tracking_number, tracking_url = null, last_mile_carrier, last_mile_number } = parcel;
  if (settings.tracking_view === 'whole') return { carrier, tracking_number, tracking_url };
  if (last_mile_carrier === null || last_mile_number === null) return undefined;
  return { carrier: last_mile_carrier, tracking_number: last_mile_number, tracking_url: null };
}

const unionCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** Whether a parcel to this country is declared with the IOSS number. */
export const usesIoss = (country: string | null): boolean => country !== null && unionCountries.includes(country);
