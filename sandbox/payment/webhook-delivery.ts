import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { Pool } from 'pg';
import type { PaymentFaults } from './payment-faults.ts';
import type { Db } from './payment-tables.ts';

const ANSWER_TIMEOUT_MS = 10_000;
const GIVE_UP_AFTER_ATTEMPTS = 100;
const LONGEST_SLEEP_MS = 60_000;
const AFTER_DATABASE_ERROR_MS = 1_000;

export type Delivery = {
  event_id: string;
  type: string;
  state: 'due' | 'held' | 'delivered' | 'given_up' | 'lost';
  attempts: number;
  last_status: number | null;
  last_error: string | null;
};

/** The value of the `Stripe-Signature` header. `seconds` = Unix time of sending. */
export function signatureHeader(rawBody: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')}`;
}

type Due = { id: string; event_id: string; raw: string; attempts: number };

/** Sends planned events to the webhook, one after the other, until each got a 2xx. The plan is in the database and survives a restart. */
export function webhookDelivery(options: {
  pool: Pool;
  faults: PaymentFaults;
  now: () => Date;
  webhookUrl: string;
  webhookSecret: string;
  retryDelayMs: (attempt: number) => number;
}) {
  const { pool, faults, now } = options;
  const idle = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let loop: Promise<void> | null = null;
  let again = false;

  /** Plans the delivery of an event, with the faults that are set; runs in the transaction that made the event. */
  async function plan(db: Db, eventId: string): Promise<void> {
    if (faults.take('loseNext')) return add(db, eventId, 'lost', 0);
    if (faults.take('reorderNext')) {
      await add(db, eventId, 'held', 0);
      if (faults.get().reorderNext === 0) await releaseNewestFirst(db);
      return;
    }
    const delay = faults.take('lateNext') ? faults.get().lateMs : 0;
    await add(db, eventId, 'due', delay);
    if (faults.take('duplicateNext')) await add(db, eventId, 'due', delay);
  }

  /** Sends everything that was held back, newest first. */
  async function releaseNewestFirst(db: Db): Promise<void> {
    await db.query(
      `update payment_deliveries set state = 'due', due_at = statement_timestamp() + newest.place * interval '1 microsecond'
       from (select id, row_number() over (order by id desc) as place from payment_deliveries where state = 'held') newest
       where newest.id = payment_deliveries.id`,
    );
  }

  /** Ends all waiting: late events and retries become due at once. */
  async function hurry(db: Db): Promise<void> {
    await db.query(
      `update payment_deliveries set due_at = statement_timestamp() where state = 'due' and due_at > statement_timestamp()`,
    );
  }

  function poke(): void {
    again = true;
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    loop ??= run()
      .catch(() => {
        timer = setTimeout(poke, AFTER_DATABASE_ERROR_MS); // the database was away; the plan is still there
      })
      .finally(() => {
        loop = null;
        if (again) poke();
        else idle.emit('idle');
      });
  }

  async function run(): Promise<void> {
    while (again && !closing.signal.aborted) {
      // `again` turns true while something is sent: what was planned meanwhile is looked for once more
      again = false;
      for (let job = await nextDue(pool); job && !closing.signal.aborted; job = await nextDue(pool)) await send(job);
    }
    const wait = await msUntilNext(pool);
    if (wait !== null && !closing.signal.aborted) timer = setTimeout(poke, Math.min(wait, LONGEST_SLEEP_MS));
  }

  async function send(job: Due): Promise<void> {
    const outcome = await post(job);
    if (closing.signal.aborted && outcome.status === null) return; // stays due: the next start sends it
    const attempts = job.attempts + 1;
    const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const state = delivered ? 'delivered' : attempts >= GIVE_UP_AFTER_ATTEMPTS ? 'given_up' : 'due';
    await pool.query(
      `update payment_deliveries set state = $2, attempts = $3, last_status = $4, last_error = $5, due_at = clock_timestamp() + $6 * interval '1 millisecond' where id = $1`,
      [job.id, state, attempts, outcome.status, outcome.error, options.retryDelayMs(attempts)],
    );
  }

  async function post(job: Due): Promise<{ status: number | null; error: string | null }> {
    const secret = faults.take('wrongSignatureNext') ? 'whsec_of_somebody_else' : options.webhookSecret;
    try {
      const answer = await fetch(options.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (sandbox)',
          'stripe-signature': signatureHeader(job.raw, secret, Math.floor(now().getTime() / 1000)),
        },
        body: job.raw,
        redirect: 'manual', // a redirect is not a 2xx
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await answer.arrayBuffer(); // frees the connection
      return { status: answer.status, error: null };
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    plan,
    /** Plans one more delivery, whatever faults are set. */
    resend: (db: Db, eventId: string): Promise<void> => add(db, eventId, 'due', 0),
    poke,
    hurry,
    releaseNewestFirst,
    /** Resolves when nothing is due or waiting for a retry any more; an error after `timeoutMs`. Held and lost events do not count. */
    async settled(timeoutMs = 15_000): Promise<void> {
      const signal = AbortSignal.timeout(timeoutMs);
      while ((await msUntilNext(pool)) !== null || loop) {
        poke();
        await once(idle, 'idle', { signal }).catch(() => {
          throw new Error(`Events were still undelivered after ${timeoutMs} ms.`);
        });
        const wait = await msUntilNext(pool);
        if (wait !== null && wait > 0) await pause(wait, signal);
      }
    },
    async close(): Promise<void> {
      closing.abort();
      clearTimeout(timer);
      await loop;
    },
  };
}

export type WebhookDelivery = ReturnType<typeof webhookDelivery>;

export async function listDeliveries(db: Db, limit: number): Promise<Delivery[]> {
  const { rows } = await db.query<Delivery>(
    `select d.event_id, e.type, d.state, d.attempts, d.last_status, d.last_error
     from payment_deliveries d join payment_events e on e.id = d.event_id order by d.id desc limit $1`,
    [limit],
  );
  return rows;
}

async function add(db: Db, eventId: string, state: 'due' | 'held' | 'lost', delayMs: number): Promise<void> {
  await db.query(
    `insert into payment_deliveries (event_id, state, due_at) values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')`,
    [eventId, state, delayMs],
  );
}

async function nextDue(db: Db): Promise<Due | undefined> {
  const { rows } = await db.query<Due>(
    `select d.id, d.event_id, e.raw, d.attempts from payment_deliveries d join payment_events e on e.id = d.event_id
     where d.state = 'due' and d.due_at <= clock_timestamp() order by d.due_at, d.id limit 1`,
  );
  return rows[0];
}

async function msUntilNext(db: Db): Promise<number | null> {
  const { rows } = await db.query<{ ms: string | null }>(
    `select extract(epoch from min(due_at) - clock_timestamp()) * 1000 as ms from payment_deliveries where state = 'due'`,
  );
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, Math.ceil(Number(ms)));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
