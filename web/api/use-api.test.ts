import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { api } from './client.ts';
import { followedBy } from './follows.ts';
import { withKeys } from './idempotency-keys.ts';
import { concerns, refetchFeatures } from './refetch.ts';
import { openRefusals, showRefusal } from './refusal.ts';
import { setToastSink } from './toasts.ts';
import { apiQuery } from './use-api-query.ts';

const failed = (kind: 'http' | 'network', status: number, errors = {}) =>
  new ApiError({ kind, status, message: 'Something is wrong.', errors });

/** A call that notes its keys and answers with what `answers` holds, in turn. */
function calls(...answers: (string | ApiError)[]) {
  const keys: string[] = [];
  const send = async (_input: unknown, key: string) => {
    keys.push(key);
    const answer = answers.shift() ?? 'nothing left';
    return answer instanceof ApiError ? Promise.reject(answer) : answer;
  };
  return { keys, send };
}

it('makes the key of a query from feature, endpoint and input', () => {
  const input = { params: { id: '7' } };
  expect(apiQuery(api.orders.get, input).queryKey).toEqual(['orders', 'get', input]);
  expect(apiQuery(api.stores.get, null).queryKey).toEqual(['stores', 'get', null]);
});

it('reads again what shows records of a feature, its own or those of another', () => {
  const query = (feature: 'parcels' | 'stock', still?: boolean) => ({
    queryKey: [feature, 'list', {}],
    meta: { follows: followedBy(feature, 'list'), ...(still && { still }) },
  });
  expect(concerns(query('parcels'), ['parcels'])).toBe(true);
  expect(concerns(query('parcels'), ['orders'])).toBe(true);
  expect(concerns(query('stock'), ['orders'])).toBe(false);
  expect(concerns(query('parcels', true), ['orders', 'parcels'])).toBe(false);
});

it('reads sales and profit again when orders, bills or claims change', () => {
  const figures = { queryKey: ['statistics', 'get', {}], meta: { follows: followedBy('statistics', 'get') } };
  for (const feature of ['orders', 'invoices', 'claims']) expect(concerns(figures, [feature]), feature).toBe(true);
  expect(concerns(figures, ['stock'])).toBe(false);
});

it('leaves an answer alone that somebody types in', async () => {
  const client = new QueryClient();
  const read = vi.fn(async () => 'draft');
  const options = { ...apiQuery(api.orders.draft, { params: { id: '7' } }, { still: true }), queryFn: read };
  const stop = new QueryObserver(client, options as object as { queryKey: string[] }).subscribe(() => {});
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  await refetchFeatures(client, ['orders']);
  expect(read).toHaveBeenCalledTimes(1);
  stop();
});

it('sends the same input again under the same key after no answer, and other input under another', async () => {
  const { keys, send } = calls(failed('network', 0), failed('http', 503), 'done', failed('network', 0), 'done');
  const run = withKeys(send, { once: true });
  await expect(run({ amount: 5 })).rejects.toThrow('Something is wrong.');
  await expect(run({ amount: 5 })).rejects.toThrow('Something is wrong.');
  expect(await run({ amount: 5 })).toBe('done');
  await expect(run({ amount: 6 })).rejects.toThrow('Something is wrong.');
  expect(await run({ amount: 7 })).toBe('done');
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(new Set(keys).size).toBe(3);
});

it('takes a new key after a refusal', async () => {
  const { keys, send } = calls(failed('http', 422), 'done');
  const run = withKeys(send, { once: true });
  await expect(run({})).rejects.toThrow('Something is wrong.');
  await run({});
  expect(new Set(keys).size).toBe(2);
});

it('sends a call once however often it is asked for while it is under way', async () => {
  const { keys, send } = calls('first', 'second');
  const run = withKeys(send, { once: false });
  expect(await Promise.all([run({ id: 1 }), run({ id: 1 }), run({ id: 2 })])).toEqual(['first', 'first', 'second']);
  expect(keys).toHaveLength(2);
});

it('takes the second click of a double click for the first, but not where repeating is meant', async () => {
  let now = 0;
  const paying = calls('paid', 'paid again');
  const pay = withKeys(paying.send, { once: true, now: () => now });
  const moving = calls('up', 'up again');
  const move = withKeys(moving.send, { once: false, now: () => now });
  expect([await pay({}), await pay({}), await move({}), await move({})]).toEqual(['paid', 'paid', 'up', 'up again']);
  now += 5_000;
  expect(await pay({})).toBe('paid again');
  expect(new Set(paying.keys).size).toBe(2);
});

it('makes keys without randomUUID, which browsers lack over plain http', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) });
  const { keys, send } = calls('done');
  await withKeys(send, { once: true })({});
  vi.unstubAllGlobals();
  expect(keys).toEqual(['07'.repeat(16)]);
});

it('shows a refusal at the fields that the form has, else as a toast', () => {
  const toasts: string[] = [];
  setToastSink((_kind, text) => void toasts.push(text));
  const shown: Record<string, string> = {};
  const form = {
    setFieldError: (path: string, sentence: string) => void (shown[path] = sentence),
    getValues: () => ({ name: '', options: [] }),
  };
  const fields = { skus: 'options' };
  showRefusal(failed('http', 422, { name: ['Choose another name.'], skus: ['Too many.'] }), { form, fields });
  expect([shown, toasts]).toEqual([{ name: 'Choose another name.', options: 'Too many.' }, []]);
  showRefusal(failed('http', 422, { store_id: ['No such store.'] }), { form, fields });
  showRefusal(failed('http', 409), { fields });
  expect(shown).not.toHaveProperty('store_id');
  expect(toasts).toEqual(['Something is wrong.']); // equal toasts are shown once
  setToastSink((_kind, text) => void toasts.push(text));
  showRefusal(failed('http', 422, { name: ['Choose another name.'] }), { form, andToast: true });
  expect(toasts).toHaveLength(2);
});

it('takes the toast of a refusal away once the same form, or the call for the same record, is taken', () => {
  let toasts: string[] = [];
  setToastSink((_kind, text, _ms, onClose) => {
    toasts.push(text);
    return () => {
      toasts = toasts.filter((one) => one !== text);
      onClose();
    };
  });
  const form = { setFieldError: () => {} };
  const written = { form, andToast: true };
  const refusals = openRefusals();
  refusals.show(failed('http', 422, { title: ['Title is missing.'] }), { body: {} }, written);
  expect(toasts).toEqual(['Something is wrong.']);
  refusals.taken({ body: { title: 'Holidays' } }, written);
  expect(toasts).toEqual([]);
  refusals.show(failed('http', 409), { params: { id: '7' } }, {});
  refusals.taken({ params: { id: '8' } }, {});
  expect(toasts).toEqual(['Something is wrong.']); // it says of the record 7 what is true of it
  refusals.taken({ params: { id: '7' } }, {});
  expect(toasts).toEqual([]);
});
