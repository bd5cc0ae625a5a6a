import type { Ctx } from './context.ts';

type Listener<Payload> = (ctx: Ctx, payload: Payload) => Promise<unknown>;

/** What a feature announces to those above it, inside the transaction of the action. */
export type FeatureEvent<Payload> = {
  /** Runs every listener to its end, one after the other; an error of one of them undoes the action. */
  emit(ctx: Ctx, payload: Payload): Promise<void>;
  /** Adds a listener, behind those that are there; the same function again changes nothing. */
  on(listener: Listener<Payload>): void;
};

/**
 * Declares an event of a feature, in its `<feature>.events.ts`. Other features subscribe in theirs, and
 * `server/subscriptions.ts` calls the subscriptions in a fixed sequence. An event has no answer.
 */
export function featureEvent<Payload>(): FeatureEvent<Payload> {
  const listeners = new Set<Listener<Payload>>();
  return {
    async emit(ctx, payload) {
      for (const listener of listeners) await listener(ctx, payload);
    },
    on: (listener) => void listeners.add(listener),
  };
}
