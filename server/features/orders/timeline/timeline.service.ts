import type { AccountCtx } from '#server/db/context.ts';
import * as rows from './timeline.db.ts';

type Scalar = string | number | boolean | null;
const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
/** What people typed may name the buyer; it stays with the order. */
const typed = new Set(['reason', 'note', 'text']);

export { findHead as orderHead } from './timeline.db.ts';

/** What happened to the order itself; credits and claims are told by those who keep them, with their inputs. */
export async function eventTimeline(ctx: AccountCtx, orderId: string) {
  const events = await rows.findStoryEvents(ctx, orderId);
  const own = events.filter(({ kind }) => kind !== 'credited' && !kind.startsWith('claim_'));
  return own.map(({ at, kind, by, internal, data }) => {
    const known = Object.entries(data).filter(
      (pair): pair is [string, Scalar] => !typed.has(pair[0]) && isScalar(pair[1]),
    );
    return {
      at,
      source: 'order' as const,
      kind,
      by,
      internal,
      params: Object.fromEntries(known),
      inputs: known.map(([name, value]) => ({ name, value })),
      link: null,
    };
  });
}

/** What its lines consist of, and who said so. */
export async function mappingTimeline(ctx: AccountCtx, orderId: string) {
  const used = await rows.findUsedMappings(ctx, orderId);
  return used.map(({ at, line, version, source, by, product_id, parts }) => ({
    at,
    source: 'mapping' as const,
    kind: 'mapping_used',
    by,
    internal: false,
    params: { line, version },
    inputs: [
      { name: 'source', value: source },
      ...parts.map(({ code, quantity }) => ({ name: code, value: quantity })),
    ],
    link: { to: 'product' as const, id: product_id, label: line },
  }));
}

/** How it left and arrived. */
export async function parcelTimeline(ctx: AccountCtx, orderId: string) {
  const parcels = await rows.findStoryParcels(ctx, orderId);
  return parcels.flatMap(({ at, tracking_number, tracking_url, carrier, channel, delivered_at }) => {
    const link = { to: 'tracking' as const, id: tracking_url ?? tracking_number, label: tracking_number };
    const reported = { source: 'parcel' as const, by: null, internal: false, inputs: [], link };
    const params = { tracking_number, carrier, channel };
    const left = { ...reported, at, kind: 'parcel_left', params };
    return delivered_at ? [left, { ...reported, at: delivered_at, kind: 'parcel_delivered', params }] : [left];
  });
}
