import type { OrderEventKind } from '#contract/order-events.ts';
import type { ShopAddress, ShopOrder, ShopOrderLine } from '#server/connectors/connector.ts';
import { type HeldUnits, leastQuantity, wholeLine } from './shares.ts';
import { storeLost } from './state.ts';
import { webAddress } from '#server/lib/web-address.ts';

export type Source = 'api' | 'file';

/** The address as a shop reported it. */
export type ShopSaid = ShopAddress;

export type StoredRecipient = {
  name: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  province_code: string | null;
  zip: string | null;
  country: string | null;
  phone: string | null;
  email: string | null;
  note: string | null;
  redacted: boolean;
  /** What the shop said when the merchant corrected the address, and what it said since; null while nothing was corrected. */
  original: ShopSaid | null;
  later: ShopSaid | null;
};

export type StoredLine = {
  id: string;
  external_id: string;
  external_variant_id: string | null;
  title: string;
  variant_title: string | null;
  sku: string;
  image_url: string | null;
  quantity: number;
  current_quantity: number;
  paid_quantity: number;
  shipped_quantity: number;
  cancelled_quantity: number;
  replaced_quantity: number;
  /** Units that other orders send, and the shares of these orders in the sequence they were made. */
  moved_quantity: number;
  held: HeldUnits[];
  unit_price: number | null;
  requires_shipping: boolean;
  position: number;
};

/** What we keep of an order as the shop reported it last. */
export type StoredOrder = {
  id: string;
  external_id: string;
  name: string;
  source: Source | 'manual';
  placed_at: Date;
  external_updated_at: Date;
  cancelled_at: Date | null;
  financial_status: string;
  fulfillment_status: string;
  test: boolean;
  risk: string | null;
  tags: string[];
  currency: string;
  total: number;
  shop_tax: number | null;
  taxes_included: boolean;
  shop_refunded: number | null;
  /** Of the shop's total: what stands with other orders. */
  moved_total: number;
  presentment_currency: string | null;
  presentment_total: number | null;
  country: string | null;
  payment: string;
  /** It sends units of other orders. */
  takes_in: boolean;
  recipient: StoredRecipient | null;
  lines: StoredLine[];
  /** Orders that were split from it: they follow what the shop says of it. */
  parts: { id: string; payment: string; recipient: StoredRecipient | null }[];
};

/** The columns of `orders` that a shop decides. */
export function orderColumns(order: ShopOrder) {
  return {
    external_id: order.external_id,
    name: order.name,
    placed_at: order.placed_at.toISOString(),
    cancelled_at: order.cancelled_at?.toISOString() ?? null,
    financial_status: order.financial_status,
    fulfillment_status: order.fulfillment_status,
    test: order.test,
    risk: order.risk,
    tags: order.tags,
    currency: order.currency,
    total: order.total,
    shop_tax: order.tax,
    taxes_included: order.taxes_included,
    shop_refunded: order.refunded,
    presentment_currency: order.presentment_currency,
    presentment_total: order.presentment_total,
  };
}

const noAddress: ShopAddress = {
  name: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  province_code: null,
  zip: null,
  country: null,
  phone: null,
};

/** The columns of `order_recipients`, the one table with the buyer's personal data (P12). */
export function recipientColumns(order: ShopOrder) {
  const { name, company, address1, address2, city, province, province_code, zip, country, phone } =
    order.address ?? noAddress;
  const { email, note } = order;
  return { name, company, address1, address2, city, province, province_code, zip, country, phone, email, note };
}
export type RecipientColumns = ReturnType<typeof recipientColumns>;

function lineColumns(line: ShopOrderLine, position: number, stored: StoredLine | undefined) {
  const quantity = Math.max(line.quantity, stored ? leastQuantity(stored) : 0);
  return {
    external_id: line.external_id,
    external_variant_id: line.external_variant_id,
    title: line.title,
    variant_title: line.variant_title,
    sku: line.sku,
    image_url: webAddress(line.image_url),
    quantity,
    current_quantity: Math.min(line.current_quantity, quantity),
    unit_price: line.unit_price,
    requires_shipping: line.requires_shipping,
    position,
  };
}
export type LineColumns = ReturnType<typeof lineColumns> & { id: string | null };

/** Everything that changes when `incoming` follows `stored`. */
export type Change = {
  order: ReturnType<typeof orderColumns> | null;
  /** Names of changed fields; null when the recipient stays. */
  recipient: { columns: RecipientColumns; fields: string[] } | null;
  /** What the shop says of an address that the merchant corrected: kept apart until a word on it. */
  later: ShopSaid | null;
  lines: LineColumns[];
  /** The shop's state moved in ways the timeline tells. */
  events: { kind: OrderEventKind; data: Record<string, unknown> }[];
};

/** Whether the shop's word is newer than what is kept, and may replace it: a file never overrules the shop itself. */
export function overrules(stored: StoredOrder, incoming: ShopOrder, source: Source): boolean {
  if (stored.source === 'manual') return false; // written here, so nobody else knows it better
  if (source === 'file' && stored.source === 'api') return false;
  if (source === 'api' && stored.source === 'file') return true;
  return incoming.updated_at.getTime() >= stored.external_updated_at.getTime();
}

/** The difference between what is kept and what the shop says now; null when there is none. */
export function changeOf(kept: StoredOrder, said: ShopOrder, source: Source): Change | null {
  const stored = { ...kept, lines: kept.lines.map(wholeLine) };
  const incoming = withoutLost(said, stored);
  const columns = orderColumns(incoming);
  const sameOrder = equal(columns, storedColumns(stored)) && (stored.source === source || source === 'file');
  const later = movedAbroad(stored, incoming) ? incoming.address : laterAddress(stored, incoming);
  const recipient = recipientChange(stored, keepsAddress(stored, incoming) ? withoutAddress(incoming) : incoming);
  const lines = lineChanges(stored, incoming);
  if (sameOrder && !recipient && !later && lines.length === 0) return null;
  return {
    order: sameOrder ? null : columns,
    recipient,
    later,
    lines,
    events: eventsOf(stored, incoming, later ? addressParts : (recipient?.fields ?? []), lines),
  };
}

/**
 * Units that another order sends are wanted no more once the shop gave their own order up. All of its units are not, where it
 * was paid for and cancelled, or sends units of other orders: many shops leave the quantities of what they cancel as they were.
 */
function withoutLost(said: ShopOrder, { lines, payment, takes_in }: StoredOrder): ShopOrder {
  if (said.cancelled_at === null && !storeLost.has(said.financial_status)) return said;
  if (payment === 'none' ? takes_in : said.cancelled_at !== null)
    return { ...said, lines: said.lines.map((line) => ({ ...line, current_quantity: 0 })) };
  const moved = new Set(lines.filter((line) => line.held.length > 0).map((line) => line.external_id));
  if (moved.size === 0) return said;
  return {
    ...said,
    lines: said.lines.map((line) => (moved.has(line.external_id) ? { ...line, current_quantity: 0 } : line)),
  };
}

function storedColumns(stored: StoredOrder) {
  return {
    external_id: stored.external_id,
    name: stored.name,
    placed_at: stored.placed_at.toISOString(),
    cancelled_at: stored.cancelled_at?.toISOString() ?? null,
    financial_status: stored.financial_status,
    fulfillment_status: stored.fulfillment_status,
    test: stored.test,
    risk: stored.risk,
    tags: stored.tags,
    currency: stored.currency,
    total: stored.total + stored.moved_total,
    shop_tax: stored.shop_tax,
    taxes_included: stored.taxes_included,
    shop_refunded: stored.shop_refunded,
    presentment_currency: stored.presentment_currency,
    presentment_total: stored.presentment_total,
  };
}

const equal = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

const addressParts = ['address1', 'address2', 'city', 'province', 'zip', 'country'];
export const withoutAddress = (order: ShopOrder): ShopOrder => ({ ...order, address: null });
const saidParts = Object.keys(noAddress) as (keyof ShopSaid)[]; // the constant has exactly an address's keys

type Reported = Pick<StoredOrder, 'payment' | 'recipient'>;

/** Freight was paid for its country: another one that the shop names later waits for the merchant's word. */
export function movedAbroad({ payment, recipient }: Reported, { address }: ShopOrder): boolean {
  if (payment === 'none' || !recipient?.country || recipient.redacted || !address?.country) return false;
  return !recipient.original && address.country !== recipient.country;
}

/** Whether the address stays as it is, whatever the shop says of it now. */
export const keepsAddress = (stored: Reported, incoming: ShopOrder): boolean =>
  Boolean(stored.recipient?.original) || movedAbroad(stored, incoming);

/** The address as the shop reported it before. */
export const saidBefore = ({ recipient }: Reported): ShopSaid | null =>
  recipient && (Object.fromEntries(saidParts.map((part) => [part, recipient[part]])) as ShopSaid); // exactly an address's parts

/** The shop's address where it is not the one that the merchant corrected, nor the last that it told since. */
export function laterAddress({ recipient }: Pick<StoredOrder, 'recipient'>, { address }: ShopOrder): ShopSaid | null {
  if (!recipient?.original || recipient.redacted || !address) return null;
  const known = recipient.later ?? recipient.original;
  return saidParts.some((part) => (address[part] ?? null) !== (known[part] ?? null)) ? address : null;
}

/** A missing address never erases a known one, and an erased one stays erased (P12). */
export function recipientChange(stored: Pick<StoredOrder, 'recipient'>, incoming: ShopOrder): Change['recipient'] {
  if (stored.recipient?.redacted) return null;
  const kept = stored.recipient;
  let columns = recipientColumns(incoming);
  if (!incoming.address && kept) {
    const { redacted: _, original: _original, later: _later, ...known } = kept;
    columns = { ...known, email: columns.email ?? known.email, note: columns.note };
  }
  const fields = Object.keys(columns).filter(
    (field) => columns[field as keyof RecipientColumns] !== (kept?.[field as keyof RecipientColumns] ?? null),
  );
  return fields.length > 0 || !kept ? { columns, fields } : null;
}

type Pairing = { pairs: { line: ShopOrderLine; known: StoredLine | undefined }[]; left: StoredLine[] };
type SameLine = (known: StoredLine, line: ShopOrderLine) => boolean;

const bothOfFiles: SameLine = (known, line) => isFileLine(known.external_id) && isFileLine(line.external_id);
/** How lines are told to be the same, the surest way first. A file has no line ids, and its rows may be sorted. */
const sameLines: readonly SameLine[] = [
  (known, line) => !bothOfFiles(known, line) && known.external_id === line.external_id,
  (known, line) => bothOfFiles(known, line) && sameGoods(known, line) && known.quantity === line.quantity,
  (known, line) => bothOfFiles(known, line) && sameGoods(known, line),
  (known, line) => bothOfFiles(known, line) && wholeTitle(known) === wholeTitle(line),
  (known, line) => isFileLine(known.external_id) !== isFileLine(line.external_id) && sameGoods(known, line),
];

/** Which kept line each incoming one is; `left` are those that no incoming one is. */
export function pairLines(kept: readonly StoredLine[], incoming: readonly ShopOrderLine[]): Pairing {
  const left = [...kept];
  const pairs: Pairing['pairs'] = incoming.map((line) => ({ line, known: undefined }));
  for (const same of sameLines) {
    for (const pair of pairs) {
      const at = pair.known ? -1 : left.findIndex((known) => same(known, pair.line));
      if (at >= 0) [pair.known] = left.splice(at, 1);
    }
  }
  return { pairs, left };
}

/** Lines of files keep the id and place that they had; a new one gets the next that are free. */
function nextLines(stored: StoredOrder, pairs: Pairing['pairs']) {
  const last = Math.max(0, ...stored.lines.map((line) => Number(/^file:(\d+)$/.exec(line.external_id)?.[1] ?? 0)));
  let added = last;
  return pairs.map(({ line, known }, index) => {
    const next = lineColumns(line, index + 1, known);
    if (known && bothOfFiles(known, line))
      return { known, next: { ...next, external_id: known.external_id, position: known.position } };
    if (known || last === 0 || !isFileLine(line.external_id)) return { known, next };
    added += 1;
    return { known, next: { ...next, external_id: fileLineId(added), position: added } };
  });
}

/** Lines that are new, changed, or gone from the shop's order (kept with nothing left of them). */
function lineChanges(stored: StoredOrder, incoming: ShopOrder): LineColumns[] {
  const { pairs, left } = pairLines(stored.lines, incoming.lines);
  const changed = nextLines(stored, pairs)
    .filter(({ known, next }) => !known || !equal(next, comparable(known)))
    .map(({ known, next }) => ({ id: known?.id ?? null, ...next }));
  const gone = left
    .filter((line) => line.current_quantity > 0)
    .map((line) => ({ id: line.id, ...comparable(line), current_quantity: 0 }));
  return [...changed, ...gone];
}

function comparable(line: StoredLine) {
  return {
    external_id: line.external_id,
    external_variant_id: line.external_variant_id,
    title: line.title,
    variant_title: line.variant_title,
    sku: line.sku,
    image_url: line.image_url,
    quantity: line.quantity,
    current_quantity: line.current_quantity,
    unit_price: line.unit_price,
    requires_shipping: line.requires_shipping,
    position: line.position,
  };
}

/** Ids of lines that came in a file, which knows none. */
export const fileLineId = (number: number) => `file:${number}`;
export const isFileLine = (externalId: string) => externalId.startsWith('file:');

/** A file joins title and variant in one column. */
function sameGoods(
  a: Pick<StoredLine, 'sku' | 'title' | 'variant_title'>,
  b: Pick<ShopOrderLine, 'sku' | 'title' | 'variant_title'>,
): boolean {
  if (a.sku !== '' || b.sku !== '') return a.sku === b.sku;
  return wholeTitle(a) === wholeTitle(b);
}

const wholeTitle = (line: Pick<ShopOrderLine, 'title' | 'variant_title'>): string =>
  [line.title, line.variant_title].filter(Boolean).join(' - ');

function eventsOf(
  stored: StoredOrder,
  incoming: ShopOrder,
  fields: readonly string[],
  lines: readonly LineColumns[],
): Change['events'] {
  const after_payment = stored.payment === 'none' ? {} : { after_payment: true };
  const events: Change['events'] = [];
  const note = (kind: OrderEventKind, data: Record<string, unknown>) =>
    events.push({ kind, data: { ...data, ...after_payment } });
  if (!stored.cancelled_at && incoming.cancelled_at) note('cancelled_in_store', {});
  if (stored.financial_status !== incoming.financial_status) {
    note('store_payment', { from: stored.financial_status, to: incoming.financial_status });
  }
  if (stored.fulfillment_status !== incoming.fulfillment_status) {
    note('store_fulfillment', { from: stored.fulfillment_status, to: incoming.fulfillment_status });
  }
  const before = units(stored.lines);
  const after = units(incoming.lines);
  if (lines.some((line) => line.id === null) || before !== after)
    note('lines_changed', { units_before: before, units_after: after });
  const address = fields.filter((field) => field !== 'email' && field !== 'note');
  if (address.length > 0 && stored.recipient) note('address_changed', { fields: address });
  return events;
}

export function units(lines: readonly { current_quantity: number; requires_shipping: boolean }[]): number {
  return lines.reduce((sum, line) => sum + (line.requires_shipping ? line.current_quantity : 0), 0);
}
