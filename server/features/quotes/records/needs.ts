import type { NotificationEvent, NotificationMessage } from '#contract/notification-events.ts';
import type { FreightFormula } from '#contract/shipping.ts';
import type { Ctx, MerchantCtx } from '#server/db/context.ts';
import type { Calendar } from '#server/lib/business-time.ts';
import type { DrawnPicture } from '#server/lib/pictures.ts';

export type Which = { variantIds?: string[]; skuIds?: string[]; orderIds?: string[] };
export type PriceRow = {
  catalog_sku_id: string;
  destination: string;
  channel_id: string;
  unit_price: number;
  currency: string;
  formula: FreightFormula;
  days_min: number;
  days_max: number;
  tax_mode: string;
  divisor: number | null;
  step_g: number;
  locked_until: Date | null;
  quote_id: string | null;
  quote_version: number | null;
};
export type Sku = {
  id: string;
  code: string;
  owner_account_id: string | null;
  priced: boolean;
  weight_g: number;
  status: string;
};
type NewSku = {
  owner_account_id: string;
  title: string;
  weight_g: number;
  lead_days: number;
  moq: number;
  picture: string | null;
};
type Mapping = { variant_id: string; source: 'quote'; components: { catalog_sku_id: string; quantity: number }[] };

type Level = { sku_id: string; own: { available: number }[]; shared: { available: number }[] };

export type Rate = {
  channel: { id: string };
  currency: string;
  formula: FreightFormula;
  days_p50: number;
  days_p90: number;
  tax_mode: 'DDP' | 'IOSS' | 'DDU';
};

export type SampleRecipient = Record<
  'name' | 'company' | 'address1' | 'address2' | 'city' | 'province' | 'zip' | 'country' | 'phone' | 'tax_id' | 'email',
  string | null
>;
/** A sample as it becomes an order. */
type Sample = {
  store_id: string | null;
  name: string;
  recipient: SampleRecipient;
  lines: readonly { variant_id: null; sku_id: string; quantity: number }[];
  channel_id: string | null;
  quote: { id: string; version: number; number: string };
};

/** Acts of other features that a quote leads to; `server/app.ts` hands them over. */
export type Needs = {
  attachFile(ctx: Ctx, accountId: string, fileId: string, purpose: 'quote_attachment'): Promise<unknown>;
  /** A file uploaded for a quote. */
  readFile(ctx: Ctx, accountId: string, fileId: string): Promise<{ bytes(): Promise<Buffer> }>;
  drawPicture(bytes: Buffer, owner: string | null): Promise<DrawnPicture>;
  keepPicture(ctx: Ctx, drawn: DrawnPicture): Promise<{ sha256: string }>;
  /** What the provider's tables charge to a country now. */
  ratesTo(ctx: Ctx, destination: string): Promise<Rate[]>;
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
  settle(ctx: Ctx, accountId: string, subject: string, events: readonly NotificationEvent[]): Promise<void>;
  placeSample(ctx: MerchantCtx, sample: Sample): Promise<{ id: string; name: string }>;
  /** Until when the prices of a version count for samples; null when they do not any more. */
  sampleUntil(ctx: Ctx, accountId: string, quote: { id: string; version: number }): Promise<Date | null>;
  reviewOrders(ctx: Ctx, accountId: string, which: Which): Promise<number>;
  mapVariants(ctx: Ctx, accountId: string, mappings: Mapping[]): Promise<void>;
  writePrices(ctx: Ctx, accountId: string, prices: PriceRow[]): Promise<void>;
  createSku(ctx: Ctx, sku: NewSku): Promise<{ id: string }>;
  skusFor(ctx: Ctx, accountId: string, ids: string[]): Promise<Sku[]>;
  correctSku(ctx: Ctx, id: string, change: { weight_g: number; lead_days: number; moq: number }): Promise<void>;
  listChannels(ctx: Ctx): Promise<{ id: string }[]>;
  /** For each of the pictures those of the catalogue, as the account sees it, that look like it, with likeness. */
  alikeInCatalog(ctx: Ctx, accountId: string, pictures: readonly string[]): Promise<Map<string, Map<string, number>>>;
  /** What there is of these SKUs: the account's own, and the provider's for everybody. */
  stockOfSkus(ctx: Ctx, accountId: string, skuIds: readonly string[]): Promise<Level[]>;
  businessCalendar(ctx: Ctx): Promise<Calendar>;
  /** Named days of the next twelve months. */
  holidays(ctx: Ctx): Promise<{ day: string; name_en: string; name_zh: string }[]>;
};
