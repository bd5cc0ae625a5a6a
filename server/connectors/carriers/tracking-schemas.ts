import { z } from 'zod';
import type { ParcelStatus } from '#contract/parcel-rules.ts';
import { ownEntry } from '../../lib/own-entry.ts';
import type { CarrierEvent } from './tracking-provider.ts';

/** A number's history as tracking services send it: their tags, one finer word, and the carrier's own sentence. */
export const trackingSchema = z.object({
  number: z.string().min(1).max(64),
  carrier: z.string().max(60),
  checkpoints: z
    .array(
      z.object({
        id: z.string().min(1).max(120),
        time: z.iso.datetime({ offset: true }),
        tag: z.string(),
        subtag: z.string().nullish(),
        city: z.string().nullish(),
        country: z.string().nullish(),
        message: z.string().default(''),
        next: z.object({ carrier: z.string().min(1).max(60), number: z.string().min(4).max(64) }).nullish(),
      }),
    )
    .max(500),
});
export const callSchema = z.object({ id: z.string().min(1).max(120), tracking: trackingSchema });
export const readSchema = z.object({ trackings: z.array(trackingSchema) });
export const registerSchema = z.object({ rejected: z.array(z.object({ number: z.string(), reason: z.string() })) });

const statusOf: Record<string, ParcelStatus> = {
  Pending: 'pending',
  InfoReceived: 'info_received',
  InTransit: 'in_transit',
  OutForDelivery: 'out_for_delivery',
  AvailableForPickup: 'available_for_pickup',
  AttemptFail: 'attempt_failed',
  Exception: 'exception',
  Delivered: 'delivered',
  Expired: 'expired',
  Returned: 'returned',
};

/** Carriers name who took a parcel; buyers' names are kept in one place only (P12). */
const signer =
  /(\bsigned(?: for)? by|\breceived by|\bleft with|\brecipient|\bconsignee|签收人|收件人)(?:\s*[:：]\s*|\s+).*$/iu;

/** What the service says of a number, in our words. */
export function wordsOf({ number, carrier, checkpoints }: z.output<typeof trackingSchema>): CarrierEvent[] {
  return checkpoints.map(({ id, time, tag, subtag, city, country, message, next }) => ({
    key: id,
    number,
    carrier,
    status: ownEntry(statusOf, tag) ?? null,
    substatus: subtag?.slice(0, 40) || null,
    at: new Date(time).toISOString(),
    place: [city, country].filter(Boolean).join(', ').slice(0, 120),
    said: message.replace(signer, '$1 …').slice(0, 300),
    next: next ?? null,
  }));
}
