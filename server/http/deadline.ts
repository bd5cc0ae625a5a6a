import type { KyselyPlugin } from 'kysely';
import type { Actor, Entry } from '../db/context.ts';
import { AppError } from '../lib/app-error.ts';

/** How soon a call whose time ended while it was committing is looked at again, milliseconds. */
const commitPatience = 100;

/**
 * The time of one call. When it ends, the call is answered with 503, and nothing of it is committed from then on: no
 * transaction begins, none runs another statement, and none commits. A commit that has begun when the time ends is waited
 * for, because its outcome is what the caller must hear.
 */
export type Deadline = {
  /** `entry`, whose transactions obey the deadline. */
  bind<A extends Actor>(entry: Entry<A>): Entry<A>;
  /** The outcome of `work`, or the refusal as soon as the time is over. */
  race<T>(work: Promise<T>): Promise<T>;
};

export function startDeadline(seconds: number): Deadline {
  const end = performance.now() + seconds * 1000;
  let isOver = false;
  let isCommitting = false;
  let commits = 0;

  const refusal = () => {
    const text = commits === 0 ? 'general.call_timed_out' : 'general.call_timed_out_partly';
    return new AppError('unavailable', { text, params: { seconds } }, { retryAfter: 5 });
  };
  const demand = () => {
    if (isOver) throw refusal();
  };
  const timeLeft = () => Math.max(1, Math.ceil(end - performance.now()));
  let timer: NodeJS.Timeout;
  const over = new Promise<never>((_resolve, reject) => {
    const finish = () => {
      if (isCommitting) {
        timer = setTimeout(finish, commitPatience);
        return;
      }
      isOver = true;
      reject(refusal());
    };
    timer = setTimeout(finish, seconds * 1000);
  });
  /** Lets no statement begin after the time, wherever the transaction is used. */
  const guard: KyselyPlugin = {
    transformQuery({ node }) {
      demand();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };

  const bind = <A extends Actor>(entry: Entry<A>): Entry<A> => ({
    actor: entry.actor,
    log: entry.log,
    requestId: entry.requestId,
    app: entry.app,
    as: (actor) => bind(entry.as(actor)),
    get now() {
      return entry.now;
    },
    async run(scope, action) {
      demand();
      try {
        const result = await entry.run(
          scope,
          async (ctx) => {
            isCommitting = false; // a deadlock at the commit brought it here again
            demand();
            const made = await action({ ...ctx, db: ctx.db.withPlugin(guard) });
            demand();
            isCommitting = true;
            return made;
          },
          timeLeft,
        );
        commits += 1;
        return result;
      } finally {
        isCommitting = false;
      }
    },
  });

  return {
    bind,
    async race(work) {
      try {
        return await Promise.race([work, over]);
      } finally {
        clearTimeout(timer);
        work.catch(() => undefined); // it lost the race, and ends by the refusal of its next statement
      }
    },
  };
}
