import type { ParcelStatus } from '#contract/parcel-rules.ts';

/** One thing that a carrier says of a number, in our words. */
export type CarrierEvent = {
  /** The carrier's name of the event: the same event has the same key, by whatever way it comes. */
  key: string;
  number: string;
  carrier: string;
  /** Null: told, but of no effect on where the parcel is. */
  status: ParcelStatus | null;
  substatus: string | null;
  at: string;
  place: string;
  said: string;
  /** Another carrier takes over under a number of its own. */
  next: { carrier: string; number: string } | null;
};

export type TrackedNumber = { number: string; carrier: string };
/** A number to be followed, with the country that the parcel goes to where it is known. */
export type FollowedNumber = TrackedNumber & { country: string | null };

/** Whoever reports parcels: one carrier, or a service that speaks for many. Callers ask the capabilities, never the name. */
export type TrackingProvider = {
  name: string;
  capabilities: { calls: boolean; asked: boolean; registers: boolean };
  /** So many numbers are named in one call. */
  atOnce: number;
  /** Has the numbers followed from now on; names those that it does not take. */
  register(numbers: readonly FollowedNumber[]): Promise<{ refused: { number: string; reason: string }[] }>;
  /** All that is known of the numbers. */
  read(numbers: readonly TrackedNumber[]): Promise<CarrierEvent[]>;
  /** Checks that a call comes from the provider and is fresh, and reads it. Throws `CarrierCallError`. */
  readCall(call: CarrierCall): { delivery_id: string; words: CarrierEvent[] };
};

export type CarrierCall = {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  now: Date;
};

/** A provider that gave no usable answer; `refused` when another try cannot help. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';
  readonly kind: 'refused' | 'unavailable';
  constructor(kind: 'refused' | 'unavailable', message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** A call that is not to be believed. Answer 400 and do nothing. */
export class CarrierCallError extends Error {
  override readonly name = 'CarrierCallError';
  readonly reason: 'unsigned' | 'no_match' | 'too_old' | 'unreadable';
  constructor(reason: CarrierCallError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
