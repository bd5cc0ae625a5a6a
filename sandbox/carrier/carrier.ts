import { createHmac } from 'node:crypto';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { carrierFaults, type CarrierFaults } from './carrier-faults.ts';
import { type Checkpoint, carrierStore, checkpointsOf, type Known } from './carrier-store.ts';
import { histories, type HistoryName, lastMileOf, usualHistory } from './histories.ts';

const lookEveryMs = 5_000;
const answerWithinMs = 5_000;
const atOnce = 40;

export type CarrierOptions = {
  pool: Pool;
  key: string;
  secret: string;
  /** Where it reports what happens; null calls nobody. */
  webhookUrl: string | null;
  now: () => Date;
  /** Journeys take so many times less than in the world. */
  speed: number;
};

/** A running tracking service. */
export type Carrier = {
  /** Says what is to become of a number, from now on or from another moment. */
  plan(number: string, history: HistoryName, options?: { carrier?: string; beginsAt?: Date }): Promise<void>;
  /** Sends what has happened since it last called; answers how many calls were taken. */
  report(): Promise<number>;
  /** What the service knows of a number now. */
  checkpoints(number: string): Promise<Checkpoint[]>;
  faults: { set(change: Partial<CarrierFaults>): void; clear(): void };
  /** Serves `/carrier/v1/…`. */
  plugin: FastifyPluginCallback;
  close(): Promise<void>;
};

type Runtime = Omit<CarrierOptions, 'pool'> & {
  store: ReturnType<typeof carrierStore>;
  faults: ReturnType<typeof carrierFaults>;
};

/** Starts a tracking service that speaks for all carriers: it takes numbers, is asked for them, and calls when something happens. */
export async function startCarrier(
  options: Partial<CarrierOptions> & Pick<CarrierOptions, 'pool' | 'key' | 'secret'>,
): Promise<Carrier> {
  const { pool, ...rest } = options;
  const rt: Runtime = {
    webhookUrl: null,
    now: () => new Date(),
    speed: 1,
    ...rest,
    store: carrierStore(pool),
    faults: carrierFaults(),
  };
  await rt.store.prepare();
  let reporting: Promise<number> = Promise.resolve(0);
  /** One after the other: two at once would both report the same. */
  const report = () => (reporting = reporting.then(() => reportAll(rt)));
  // In the world things happen by themselves; tests say when.
  const timer = rt.speed > 1 ? setInterval(() => void report().catch(() => 0), lookEveryMs) : undefined;
  return {
    async plan(number, history, { carrier = 'YunExpress', beginsAt = rt.now() } = {}) {
      await rt.store.plan({ number, carrier, history, begins_at: beginsAt });
    },
    report,
    async checkpoints(number) {
      const known = await rt.store.find(number);
      return known ? checkpointsOf(known, rt.now(), rt.speed) : [];
    },
    faults: { set: rt.faults.set, clear: rt.faults.clear },
    plugin(server, _options, done) {
      server.post('/carrier/v1/trackings', (request, reply) => answer(rt, request, reply, register));
      server.post('/carrier/v1/trackings/query', (request, reply) => answer(rt, request, reply, query));
      done();
    },
    async close() {
      clearInterval(timer);
      await reporting.catch(() => 0);
    },
  };
}

type Action = (rt: Runtime, body: Record<string, unknown>) => Promise<unknown>;

async function answer(rt: Runtime, request: FastifyRequest, reply: FastifyReply, action: Action) {
  if (rt.faults.get().outage) return reply.code(503).send({ error: 'down for maintenance' });
  if (request.headers.authorization !== `Bearer ${rt.key}`) return reply.code(401).send({ error: 'unknown key' });
  return action(rt, (request.body ?? {}) as Record<string, unknown>); // JSON by the server's parser
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, atOnce) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Takes numbers; those that no carrier has are named. A number that nobody planned has a usual journey from now on. */
async function register(rt: Runtime, body: Record<string, unknown>) {
  const [accepted, rejected]: [{ number: string }[], { number: string; reason: string }[]] = [[], []];
  for (const item of listOf(body.trackings)) {
    const { number, carrier, country } = item as Record<string, unknown>; // JSON by the server's parser
    const [name, who] = [textOf(number), textOf(carrier)];
    const known = await rt.store.find(name);
    if (known?.history === 'wrong_number') {
      rejected.push({ number: name, reason: 'The carrier does not know this number.' });
      continue;
    }
    if (!known && !(await isLastMile(rt, name)))
      await rt.store.plan({ number: name, carrier: who, history: usualHistory(name), begins_at: rt.now() });
    await rt.store.follow(name, textOf(country) || null);
    accepted.push({ number: name });
  }
  return { accepted, rejected };
}

/** The second number of a parcel that is followed already: what happens is reported under the first. */
async function isLastMile(rt: Runtime, number: string): Promise<boolean> {
  return (await rt.store.followed()).some((known) => lastMileOf(known.number) === number);
}

async function query(rt: Runtime, body: Record<string, unknown>) {
  const found = await Promise.all(listOf(body.numbers).map((number) => rt.store.find(textOf(number))));
  const known = found.filter((one): one is Known => one !== undefined);
  return { trackings: known.map((one) => ({ ...nameOf(one), checkpoints: checkpointsOf(one, rt.now(), rt.speed) })) };
}

const nameOf = ({ number, carrier }: Known) => ({ number, carrier });

async function reportAll(rt: Runtime): Promise<number> {
  const { webhookUrl, store, faults } = rt;
  if (webhookUrl === null) return 0;
  let taken = 0;
  for (const known of await store.followed()) {
    const all = checkpointsOf(known, rt.now(), rt.speed);
    const fresh = all.slice(known.told);
    if (fresh.length === 0) continue;
    const reversed = faults.get().newestFirst || histories[known.history] === histories.out_of_order;
    const copies = reversed ? Math.max(2, faults.get().copies) : faults.get().copies;
    let heard = true;
    for (const checkpoint of reversed ? fresh.toReversed() : fresh)
      for (let copy = 0; copy < copies; copy += 1) heard = (await send(rt, webhookUrl, known, checkpoint)) && heard;
    if (!heard) continue; // it is reported again
    await store.setTold(known.number, all.length);
    taken += fresh.length * copies;
  }
  return taken;
}

async function send(rt: Runtime, url: string, known: Known, checkpoint: Checkpoint): Promise<boolean> {
  const { deaf, forged } = rt.faults.get();
  if (deaf) return true;
  const body = JSON.stringify({
    id: `call:${checkpoint.id}`,
    tracking: { ...nameOf(known), checkpoints: [checkpoint] },
  });
  const seconds = String(Math.floor(rt.now().getTime() / 1000));
  const secret = forged ? `not ${rt.secret}` : rt.secret;
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  try {
    const heard = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-tracking-timestamp': seconds,
        'x-tracking-signature': signature,
      },
      body,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    return heard.ok;
  } catch {
    return false; // nobody listens; it is reported again
  }
}
