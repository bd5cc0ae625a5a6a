import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { merchant, type Person } from '#testing/people.ts';
import type { Stage } from '#testing/stage.ts';
import type { Visitor } from './browser.ts';
import { forgetBeforeNext } from './memory.ts';

/** A merchant whom the provider can reach, so that no greeting dialog stops a story. */
export function knownMerchant(stage: Stage): Promise<Person> {
  return merchant({ ground: stage.ground, clock: systemClock });
}

/** A call of the API beside the browser; answers `data`. */
export async function callAs<T>(stage: Stage, who: Person, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(stage.url + path, {
    method,
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: T }).data;
}

/** Gives the browser somebody's session. */
export async function enterAs(stage: Stage, { context }: Visitor, { token }: Person): Promise<void> {
  await context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
}

/** Takes from the browser what it keeps beside the session, before the next page that it loads. */
export async function forget(stage: Stage, { context }: Visitor): Promise<void> {
  await context.clearCookies({ name: 'size' });
  await forgetBeforeNext(context, stage.url, { local: {} });
}
