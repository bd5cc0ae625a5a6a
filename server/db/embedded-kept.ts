import { setTimeout as pause } from 'node:timers/promises';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';

const AGAIN_AFTER = 10_000;

export type Keeper = {
  /** True when it ends on purpose. */
  ending(): boolean;
  /** Told of every start, so that the one that runs last can be stopped. */
  started(embedded: Promise<Embedded>): void;
  /** Told why the server is away, and null when it is back. */
  report(problem: string | null): void;
};

/**
 * Starts the embedded server, and again when it ends by itself: at once, and then every ten seconds until it runs, as on a
 * disk that is full. Its address stays the same. Only the first start may fail.
 */
export async function keepEmbedded(options: EmbeddedOptions, keeper: Keeper): Promise<Embedded> {
  const first = startEmbedded(options);
  keeper.started(first);
  const embedded = await first;
  void watch(embedded, options, keeper);
  return embedded;
}

async function watch(embedded: Embedded, options: EmbeddedOptions, keeper: Keeper): Promise<void> {
  let running = embedded;
  for (;;) {
    await running.lost;
    if (keeper.ending()) return;
    options.log('PostgreSQL ended unexpectedly; starting it again.');
    keeper.report('PostgreSQL ended unexpectedly and is being started again.');
    for (;;) {
      const next = startEmbedded(options);
      keeper.started(next);
      const problem = await next.then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (keeper.ending()) return;
      if (problem === null) {
        running = await next;
        break;
      }
      options.log(`PostgreSQL cannot be started; trying again every ten seconds. ${problem}`);
      keeper.report(problem);
      await pause(AGAIN_AFTER);
      if (keeper.ending()) return;
    }
    options.log('PostgreSQL runs again.');
    keeper.report(null);
  }
}
