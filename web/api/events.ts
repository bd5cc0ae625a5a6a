import { streamReplaced } from '#contract/constants.ts';
import { connected } from './connection.ts';
import { eventReader, type ServerEvent } from './event-stream.ts';
import { readAnswer } from './answer.ts';
import { ApiError } from './api-error.ts';
import { refused, send } from './transport.ts';

/** Said after a gap in the stream: anything may have changed meanwhile. */
export const resyncKind = 'resync';

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** Tries in a row that find no server before the user is notified. */
const silentTries = 2;

const listeners = new Set<(event: ServerEvent) => void>();

/** Calls `listener` for each event until the returned function is called. */
export function onServerEvent(listener: (event: ServerEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let streaming = false;

/** Whether the server's events arrive at this moment. */
export const isStreaming = (): boolean => streaming;

function report(event: ServerEvent): void {
  for (const listener of listeners) listener(event);
}

/** Has everything read again, as after a gap: what the server writes out may read otherwise now. */
export const resync = (): void => report({ kind: resyncKind, id: '' });

/** Waits, but not on when the stream is given up or the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    const stopFollowing = connected.subscribe(() => {
      if (connected.get()) done();
    });
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      stopFollowing();
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** Waits until somebody looks at the page, or the stream is given up. */
function seen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
    check();
  });
}

/** Reads one connection to its end; answers whether it ended because the same person opened many newer ones. */
async function readOnce(signal: AbortSignal, onOpen: () => void): Promise<boolean> {
  const headers = { Accept: 'text/event-stream' };
  const { response, token } = await send({ method: 'GET', url: '/api/events', headers, signal });
  if (!response.ok || response.body === null) {
    try {
      await readAnswer(response);
    } catch (error) {
      throw refused(error, token, signal);
    }
    return false;
  }
  onOpen();
  let replaced = false;
  const read = eventReader((event) => {
    if (event.kind === streamReplaced) replaced = true;
    else report(event);
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    streaming = true;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return replaced;
      read(value);
    }
  } finally {
    streaming = false;
  }
}

/**
 * Keeps the stream of `/api/events` open (P27: streaming fetch, so that the token travels in the header)
 * until the returned function is called. After a break it waits 1 s, 2 s … 30 s, and says `resync` once it is back.
 */
export function startEvents(firstMs = firstWaitMs): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let wait = firstMs;
  let opened = 0;
  let failed = 0;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const replaced = await readOnce(signal, () => {
          opened += 1;
          failed = 0;
          wait = firstMs;
          connected.set(true);
          if (opened > 1) report({ kind: resyncKind, id: '' });
        });
        if (replaced) await seen(signal);
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'http' && error.status === 401) return; // the session is over
        failed += 1;
        if (failed > silentTries && !signal.aborted) connected.set(false);
      }
      await pause(wait * (0.75 + Math.random() / 2), signal);
      wait = Math.min(wait * 2, longestWaitMs);
    }
  }
  void run();
  return () => {
    controller.abort();
    connected.set(true); // nobody listens any more, so nothing is lost
  };
}
