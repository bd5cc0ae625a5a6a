import pg from 'pg';
import { preparedMark } from '#server/db/kysely-pool.ts';
import { type PaymentStep, paymentSteps } from './payment-steps.ts';

// The portal's process, which kills itself at a step of a payment that its parent names: `{ crashAt: step }` by IPC. A step is
// a statement of the payment's transaction: it has run, and nothing after it has.
let crashAt: PaymentStep | null = null;
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'crashAt' in message) {
    crashAt = message.crashAt as PaymentStep; // what the test sends
    process.send?.({ armed: true });
  }
});

type Query = (this: object, ...args: unknown[]) => unknown;
const run = pg.Client.prototype.query as unknown as Query; // one of its many shapes
const paying = new WeakSet();

/** A prepared statement, which is sent by its name (`server/db/kysely-pool.ts`). */
const isNamed = (asked: unknown): asked is { name: string; text: string } =>
  typeof asked === 'object' && asked !== null && 'name' in asked && 'text' in asked && typeof asked.text === 'string';

const die = () => process.kill(process.pid, 'SIGKILL');

pg.Client.prototype.query = function query(this: object, ...args: unknown[]) {
  const [asked] = args;
  const text = isNamed(asked) ? asked.text.replace(preparedMark, '') : asked;
  return typeof text === 'string' ? watched.call(this, text.replace(/\s+/g, ' ').trim(), args) : run.apply(this, args);
} as unknown as typeof pg.Client.prototype.query;

async function watched(this: object, words: string, args: unknown[]): Promise<unknown> {
  const step = paymentSteps.find(({ statement }) => statement.test(words))?.step;
  if (step === 'ledger locked') paying.add(this);
  const isReached = step !== undefined && step === crashAt;
  if (words.toLowerCase() === 'commit' && paying.has(this)) {
    paying.delete(this);
    if (crashAt === 'about to commit') die();
    const answer = await run.apply(this, args);
    if (crashAt === 'committed, not answered') die();
    return answer;
  }
  const answer = await run.apply(this, args);
  if (isReached) die();
  return answer;
}

await import('#server/main.ts');
