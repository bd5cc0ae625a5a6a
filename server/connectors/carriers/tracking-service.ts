import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { type CarrierCall, CarrierCallError, CarrierError, type TrackingProvider } from './tracking-provider.ts';
import { callSchema, readSchema, registerSchema, wordsOf } from './tracking-schemas.ts';

const withinMs = 15_000;
const freshMs = 5 * 60_000;

/** A tracking service that speaks for many carriers: numbers are registered, it calls when something happens, and it can be asked. */
export function trackingService(options: { url: string; key: string; secret: string }): TrackingProvider {
  const ask = async <S extends z.ZodType>(path: string, body: unknown, schema: S): Promise<z.output<S>> => {
    const text = await send(`${options.url}${path}`, options.key, body);
    const read = schema.safeParse(jsonOf(text));
    if (!read.success)
      throw new CarrierError('unavailable', 'The tracking service’s answer cannot be read.', read.error);
    return read.data;
  };
  return {
    name: 'tracking',
    capabilities: { calls: true, asked: true, registers: true },
    atOnce: 40,
    async register(numbers) {
      const { rejected } = await ask('/v1/trackings', { trackings: numbers }, registerSchema);
      return { refused: rejected };
    },
    async read(numbers) {
      const asked = { numbers: numbers.map(({ number }) => number) };
      const { trackings } = await ask('/v1/trackings/query', asked, readSchema);
      return trackings.flatMap(wordsOf);
    },
    readCall: (call) => readCall(call, options.secret),
  };
}

async function send(url: string, key: string, body: unknown): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(withinMs),
    });
  } catch (error) {
    throw new CarrierError('unavailable', 'The tracking service does not answer.', error);
  }
  if (answer.ok) return answer.text();
  const kind = answer.status >= 500 || answer.status === 429 ? 'unavailable' : 'refused';
  throw new CarrierError(kind, `The tracking service answered with status ${answer.status}.`);
}

/** The signature covers the moment and the body's bytes; it is compared in constant time. */
function readCall({ body, headers, now }: CarrierCall, secret: string) {
  const [time, signature] = [headers['x-tracking-timestamp'], headers['x-tracking-signature']];
  if (typeof time !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(time))
    throw new CarrierCallError('unsigned', 'The call carries no signature.');
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new CarrierCallError('no_match', 'The signature does not belong to this body and secret.');
  if (Math.abs(now.getTime() - Number(time) * 1000) > freshMs)
    throw new CarrierCallError('too_old', 'The signature is too old.');
  const call = callSchema.safeParse(jsonOf(body.toString()));
  if (!call.success) throw new CarrierCallError('unreadable', 'The call could not be understood.', call.error);
  return { delivery_id: call.data.id, words: wordsOf(call.data.tracking) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema then says that nothing usable is there
  }
}
