import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { emptyAnswerCache, forgetAnswers } from '../api/answer-cache.ts';
import { onServerEvent, resyncKind, startEvents } from '../api/events.ts';
import { refreshInBackground } from './query-client.ts';

const gatherMs = 400;

/** Whether an event of `feature` concerns a query: its key begins with the feature, or its meta follows it. */
function concerns(feature: string, key: readonly unknown[], follows: readonly string[] | undefined): boolean {
  return key[0] === feature || (follows?.includes(feature) ?? false);
}

/**
 * Turns the server's events into stale queries: `orders.changed` makes every query stale whose key begins with
 * 'orders'. Shown ones are fetched again at once, sleeping ones when they show. Bursts are gathered.
 */
export function followEvents(client: QueryClient): () => void {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const features = [...waiting];
    waiting.clear();
    const all = features.includes(resyncKind);
    void refreshInBackground(
      client,
      (query) => all || features.some((feature) => concerns(feature, query.queryKey, query.meta?.follows)),
    );
  };
  const stopListening = onServerEvent(({ kind }) => {
    const feature = kind.split('.')[0] ?? kind;
    if (feature === resyncKind) emptyAnswerCache();
    else forgetAnswers(feature);
    waiting.add(feature);
    timer ??= setTimeout(flush, gatherMs);
  });
  return () => {
    stopListening();
    clearTimeout(timer);
  };
}

/** Keeps the stream open while somebody is logged in. */
export function useLiveData(client: QueryClient, username: string | undefined): void {
  useEffect(() => {
    if (username === undefined) return undefined;
    const stops = [followEvents(client), startEvents()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, username]);
}
