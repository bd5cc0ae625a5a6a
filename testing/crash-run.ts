import { setTimeout as sleep } from 'node:timers/promises';
import { findLosses } from './crash-checks.ts';
import { startLoad } from './crash-load.ts';
import type { CrashStage } from './crash-stage.ts';

export type CrashReport = {
  kills: number;
  placed: number;
  deliveries: number;
  payments: number;
  refused: number;
  losses: string[];
};

/**
 * Kills something under load again and again, brings it back, and looks for anything that was answered and is lost.
 * @param strike Kills and brings back.
 * @param onKill Told after each strike, for progress.
 */
export async function runCrashes(
  stage: CrashStage,
  options: { kills: number; strike: () => Promise<void>; onKill?: (done: number) => void },
): Promise<CrashReport> {
  const load = startLoad(stage);
  try {
    for (let kill = 1; kill <= options.kills; kill += 1) {
      await sleep(300 + Math.random() * 1_200); // anywhere within a payment, a burst or a task
      await options.strike();
      options.onKill?.(kill);
    }
    await load.finish();
  } catch (error) {
    load.abandon();
    throw error;
  }
  await inboxIsEmpty(stage);
  const { placed, deliveries, payments, refused } = load.answered;
  return {
    kills: options.kills,
    placed: placed.size,
    deliveries: deliveries.size,
    payments: payments.size,
    refused,
    losses: await findLosses(stage, load.answered),
  };
}

/** The strike of `kill -9` on the portal's process. */
export const killServer = (stage: CrashStage) => async () => {
  await stage.server.kill();
  await stage.server.restart();
};

async function inboxIsEmpty(stage: CrashStage): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const waiting = await stage.inAllAccounts((ctx) =>
      ctx.db.selectFrom('webhook_inbox').select('id').where('state', '=', 'waiting').limit(1).execute(),
    );
    if (waiting.length === 0) return;
    await sleep(100);
  }
}
