import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from './api-error.ts';
import type { ApiEndpoint } from './client.ts';
import { isStreaming } from './events.ts';
import type { FeatureName } from './follows.ts';
import { withKeys } from './idempotency-keys.ts';
import { refetchFeatures } from './refetch.ts';
import { type FormErrors, openRefusals } from './refusal.ts';

export type MutationOptions<I, R> = FormErrors & {
  /** Features to read again after a success and before `onSuccess`: what no event reports, or what the next screen shows. */
  refetch?: readonly FeatureName[];
  /** After a success and what `refetch` names. */
  onSuccess?: (answer: R, input: I) => unknown;
  /** Sees each refusal first; `true` means that it has shown it. */
  onRefusal?: (error: ApiError, input: I) => boolean | undefined;
};

export type Mutation<I, R> = {
  /** Makes the call; false after a refusal has been shown. Never rejects. */
  run: (...input: undefined extends I ? [input?: I] : [input: I]) => Promise<R | false>;
  busy: boolean;
  /** What is being sent while `busy`. */
  input: I | undefined;
};

type Sent<I> = { input: I; key: string };

/** Whether a refusal may mean that the screen is old: what it names is not there, or not as it was. */
const maybeOld = ({ status, errors }: ApiError) =>
  status === 404 || status === 409 || (status === 422 && Object.keys(errors).length === 0);

type Work<I, R> = {
  mutationKey: string[];
  send: (input: I, key: string) => Promise<R>;
  /** Features whose records the work changes. */
  own: FeatureName[];
  /** Whether equal inputs are the same call; `once`: also a double click that comes after the answer. */
  keys?: { once: boolean };
};

function useWork<I, R>({ mutationKey, send, own, keys }: Work<I, R>, options: MutationOptions<I, R>): Mutation<I, R> {
  const client = useQueryClient();
  const { refetch = [], onSuccess, onRefusal } = options;
  const [refusals] = useState(openRefusals);
  const { mutateAsync, isPending, variables } = useMutation<R, unknown, Sent<I>>({
    mutationKey,
    mutationFn: ({ input, key }) => send(input, key),
    networkMode: 'always', // without a network it fails now, instead of being sent much later
    onSuccess: async (answer, { input }) => {
      refusals.taken(input, options);
      await refetchFeatures(client, isStreaming() ? refetch : [...own, ...refetch]);
      await onSuccess?.(answer, input);
    },
  });
  const [start] = useState(() => {
    const startKeyed = (input: I, key: string) => mutateAsync({ input, key });
    return keys ? withKeys(startKeyed, keys) : (input: I) => startKeyed(input, '');
  });
  const run = async (input: I): Promise<R | false> => {
    try {
      return await start(input);
    } catch (error) {
      if (error instanceof ApiError && maybeOld(error)) void refetchFeatures(client, [...own, ...refetch]);
      if (!(error instanceof ApiError) || onRefusal?.(error, input) !== true) refusals.show(error, input, options);
      return false;
    }
  };
  return {
    run: run as Mutation<I, R>['run'], // an input that may be absent is undefined
    busy: isPending,
    input: isPending ? variables?.input : undefined,
  };
}

/**
 * Makes calls to an endpoint that changes something: `const cancel = useApiMutation(api.orders.cancel)`, then
 * `cancel.run({ params, body })`. It brings the busy state and the idempotency key, and shows a refusal at its field of
 * `form`, else as a toast. It reads nothing again by itself: the server's events do; `refetch` names what they don't cover.
 */
export function useApiMutation<I, R>(
  endpoint: ApiEndpoint<I, R>,
  options: MutationOptions<NoInfer<I>, NoInfer<R>> = {},
): Mutation<I, R> {
  const { feature, endpoint: name, idempotent } = endpoint;
  const send = (input: I, idempotencyKey: string) => endpoint(input, { idempotencyKey });
  return useWork({ mutationKey: [feature, name], send, own: [feature], keys: { once: idempotent } }, options);
}

/**
 * The same for work of several calls, such as an upload and what is done with the file; `work` throws `ApiError`. It has
 * no idempotency key: where a call demands one, it is a mutation of its own.
 */
export function useAction<I, R>(
  work: (input: I) => Promise<R>,
  options: MutationOptions<NoInfer<I>, NoInfer<R>> = {},
): Mutation<I, R> {
  return useWork<I, R>({ mutationKey: ['action'], send: work, own: [] }, options);
}
