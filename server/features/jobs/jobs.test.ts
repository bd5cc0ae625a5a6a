import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryFor, forAccount } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { createJob, failJob, finishJob, latestJobs, progressJob, startJob } from './jobs.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
const system = () => entryFor(test.ground, { kind: 'system', name: 'test' }, 'test');

it('shows state, progress and result of a job to its account only', async () => {
  const { token, account_id } = await merchant(test);
  const other = await merchant(test);
  const subject_id = account_id;
  const job = await system().run('all_accounts', (ctx) =>
    createJob(ctx, { account_id, kind: 'store_import', subject_id }),
  );
  await system().run('all_accounts', async (ctx) => {
    await startJob(ctx, { account_id, id: job.id }, 10);
    await progressJob(ctx, { account_id, id: job.id }, 4);
  });
  const half = await test.call('GET', `/api/jobs/${job.id}`, { token });
  expect(half.body.data).toMatchObject({ state: 'running', progress: 4, total: 10, result: null });
  await system().run('all_accounts', (ctx) => finishJob(ctx, { account_id, id: job.id }, { orders: 4 }));
  expect((await test.call('GET', `/api/jobs/${job.id}`, { token })).body.data).toMatchObject({
    state: 'done',
    result: { orders: 4 },
  });
  const latest = await system().run('all_accounts', (ctx) =>
    latestJobs(forAccount(ctx, account_id), 'store_import', [subject_id]),
  );
  expect(latest.get(subject_id)?.id).toBe(job.id);

  expect(await test.call('GET', `/api/jobs/${job.id}`, { token: other.token })).toMatchObject({ status: 404 });
  expect(await test.call('GET', `/api/jobs/${job.id}`)).toMatchObject({ status: 401 });
  expect(await test.call('GET', '/api/jobs/nonsense', { token })).toMatchObject({ status: 404 });
});

it('answers the same job for the same key and says why a job failed', async () => {
  const { token, account_id } = await merchant(test);
  const make = () =>
    system().run('all_accounts', (ctx) =>
      createJob(ctx, { account_id, kind: 'order_import', idempotency_key: 'same-key-1' }),
    );
  const [first, second] = [await make(), await make()];
  expect(second.id).toBe(first.id);
  await system().run('all_accounts', (ctx) =>
    failJob(ctx, { account_id, id: first.id }, { text: 'orders.file_empty' }),
  );
  expect((await test.call('GET', `/api/jobs/${first.id}`, { token })).body.data).toMatchObject({
    state: 'failed',
    failure: 'The file is empty. Export the orders again, or save the sheet before you upload it.',
  });
});

it('lets five files of an account wait, and no call slips in beside another (C1)', async () => {
  const { account_id } = await merchant(test);
  const make = (kind: string) => system().run('all_accounts', (ctx) => createJob(ctx, { account_id, kind }));
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => make('order_import')));
  const refused = asked.filter((one) => one.status === 'rejected').map((one) => one.reason);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({
    code: 'job_limit',
    message: 'Your account already has 5 order files in progress. Wait until one is done, then start this one.',
  });
  await make('mapping_file'); // counted by itself
  const done = asked.find((one) => one.status === 'fulfilled');
  await system().run('all_accounts', (ctx) => finishJob(ctx, { account_id, id: done?.value.id ?? '' }, {}));
  await make('order_import');
});

it('hides work on a store from members who may not see the store', async () => {
  const owner = await merchant(test);
  const { account_id } = owner;
  const [mine, hidden] = [await givenStore(test, account_id), await givenStore(test, account_id)];
  const member = await merchant(test, { account_id, role: 'operations', stores: [mine] });
  const make = (subject_id: string) =>
    system().run('all_accounts', (ctx) => createJob(ctx, { account_id, kind: 'order_import', subject_id }));
  const [seen, unseen] = [await make(mine), await make(hidden)];
  expect(await test.call('GET', `/api/jobs/${seen.id}`, { token: member.token })).toMatchObject({ status: 200 });
  expect(await test.call('GET', `/api/jobs/${unseen.id}`, { token: member.token })).toMatchObject({ status: 404 });
  expect(await test.call('GET', `/api/jobs/${unseen.id}`, { token: owner.token })).toMatchObject({ status: 200 });
});
