import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { messages } from '#contract/spec-texts.ts';
import { ApiError } from '../api/api-error.ts';
import { setToastSink } from '../api/toasts.ts';
import { makeQueryClient, refreshInBackground } from './query-client.ts';

const toasts: string[] = [];
beforeEach(() => {
  toasts.length = 0;
  setToastSink((_kind, text) => void toasts.push(text));
});

const failed = (kind: 'http' | 'network', status: number, message = '') => new ApiError({ kind, status, message });
const key = ['orders', 'list'];

/** A query on the screen whose tries answer one after the other; the retries wait until `next` is called. */
function onScreen(...answers: (string | ApiError)[]) {
  const client = makeQueryClient();
  const queryFn = vi.fn(async () => {
    const answer = answers.shift() ?? 'nothing left';
    return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const observer = new QueryObserver(client, { queryKey: key, queryFn, retryDelay: 1 });
  const stop = observer.subscribe(() => {});
  return { client, queryFn, stop, state: () => client.getQueryState(key) };
}

it('shows a failure after the first try, and tries again quietly', { tags: ['S8-09'] }, async () => {
  const passing = failed('network', 0);
  const page = onScreen(passing, passing, 'the list');
  const triesAtToast: number[] = [];
  setToastSink(() => void triesAtToast.push(page.queryFn.mock.calls.length));
  await vi.waitFor(() => expect(page.state()?.data).toBe('the list'));
  expect([triesAtToast, page.queryFn.mock.calls.length]).toEqual([[1], 3]);
  page.stop();
});

it('shows what turns out to be final after a retry', async () => {
  const page = onScreen(failed('http', 502), failed('http', 422, 'Choose a store.'));
  await vi.waitFor(() => expect(page.state()?.status).toBe('error'));
  expect(toasts).toEqual([messages.networkAnomaly, 'Choose a store.']);
  page.stop();
});

it('D3 is silent only about a background refresh of what is on the screen', async () => {
  const broken = () => failed('http', 500);
  const page = onScreen('the list', broken(), broken(), 'the list');
  await vi.waitFor(() => expect(page.state()?.data).toBe('the list'));
  await refreshInBackground(page.client, ({ queryKey }) => queryKey[0] === 'orders');
  expect([page.state()?.status, toasts]).toEqual(['error', []]);
  await page.client.invalidateQueries({ queryKey: key }); // an action of the user
  expect(toasts).toEqual([messages.error500]);
  page.stop();
});
