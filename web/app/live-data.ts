import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { emptyAnswerCache, forgetAnswers } from '../api/answer-cache.ts';
import { onServerEvent, resyncKind, startEvents } from '../api/events.ts';
import { concerns } from '../api/refetch.ts';
import { refreshInBackground } from './query-client.ts';

const gatherMs = 400;
/** The same for the first events of what the user has just done: whoever clicked is looking at it. */
const ownGatherMs = 30;
/** How long after a success events may be due to it. */
const ownMs = 2_000;

/**
 * Turns the server's events into stale queries: `orders.changed` makes every query stale that follows 'orders'. Shown
 * ones are fetched again at once, sleeping ones when they show. Bursts are gathered.
 */
export function followEvents(client: QueryClient): () => void {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ownUntil = 0;
  const flush = () => {
    timer = undefined;
    const features = [...waiting];
    waiting.clear();
    const all = features.includes(resyncKind);
    void refreshInBackground(client, (query) => all || concerns(query, features));
  };
  const flushIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  };
  const stopWatching = client.getMutationCache().subscribe(({ type, mutation }) => {
    if (type !== 'updated' || mutation.state.status !== 'success') return;
    ownUntil = Date.now() + ownMs;
    if (timer === undefined) return;
    ownUntil = 0;
    flushIn(ownGatherMs);
  });
  const stopListening = onServerEvent(({ kind }) => {
    const feature = kind.split('.')[0] ?? kind;
    if (feature === resyncKind) emptyAnswerCache();
    else forgetAnswers(feature);
    waiting.add(feature);
    if (timer !== undefined) return;
    flushIn(Date.now() < ownUntil ? ownGatherMs : gatherMs);
    ownUntil = 0;
  });
  return () => {
    stopListening();
    stopWatching();
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
