import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { preparedMark } from '#server/db/kysely-pool.ts';
import { committed, type CrashPlan, payments } from './payment-steps.ts';

// The portal's process, which kills itself at a step of a payment that its parent names: `{ crashAt: plan }` by IPC, or as the
// first line of the file CRASH_PLAN, for what begins before a message could come. A step is a statement of the payment's
// transaction: it has run, and nothing after it has.
const planFile = process.env.CRASH_PLAN;
const planned = () => (planFile ? readFileSync(planFile, 'utf8').split('\n').filter(Boolean) : []);
let crashAt: CrashPlan | null = planned().length > 0 ? (JSON.parse(planned()[0] ?? '') as CrashPlan) : null; // the test wrote it
let seen = 0;
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'crashAt' in message) {
    crashAt = message.crashAt as CrashPlan; // what the test sends
    seen = 0;
    process.send?.({ armed: true });
  }
});

type Query = (this: object, ...args: unknown[]) => unknown;
const run = pg.Client.prototype.query as unknown as Query; // one of its many shapes
const paying = new WeakSet();

/** A prepared statement, which is sent by its name (`server/db/kysely-pool.ts`). */
const isNamed = (asked: unknown): asked is { name: string; text: string } =>
  typeof asked === 'object' && asked !== null && 'name' in asked && 'text' in asked && typeof asked.text === 'string';

function die(): void {
  if (planFile) writeFileSync(planFile, planned().slice(1).join('\n'));
  process.kill(process.pid, 'SIGKILL');
}

pg.Client.prototype.query = function query(this: object, ...args: unknown[]) {
  const [asked] = args;
  const text = isNamed(asked) ? asked.text.replace(preparedMark, '') : asked;
  return typeof text === 'string' ? watched.call(this, text.replace(/\s+/g, ' ').trim(), args) : run.apply(this, args);
} as unknown as typeof pg.Client.prototype.query;

/** Whether a statement is the step at which this process ends. */
function isReached(words: string): boolean {
  if (crashAt === null) return false;
  const { of, step } = crashAt;
  const found = payments[of].find((one) => one.step === step);
  if (!found?.statement.test(words)) return false;
  seen += 1;
  return seen === ('time' in found ? found.time : 1);
}

const ledgerLock = payments.orders.find(({ step }) => step === 'ledger locked')?.statement;

async function watched(this: object, words: string, args: unknown[]): Promise<unknown> {
  const reached = isReached(words);
  if (ledgerLock?.test(words)) paying.add(this);
  if (words.toLowerCase() === 'commit' && paying.has(this)) {
    paying.delete(this);
    if (crashAt?.step === 'about to commit') die();
    const answer = await run.apply(this, args);
    if (crashAt?.step === committed) die();
    return answer;
  }
  if (words.toLowerCase() === 'rollback') paying.delete(this);
  const answer = await run.apply(this, args);
  if (reached) die();
  return answer;
}

await import('#server/main.ts');
