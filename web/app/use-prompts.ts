import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { bindWanted } from '../components/bind-wanted.ts';
import { useSiteTexts } from '../components/brand-domain.ts';
import { awaitedParts } from '../components/lazy-part.tsx';
import type { Profile } from '../components/session.tsx';
import { isBindSnoozed } from '../lib/bind-snooze.ts';
import { useNow } from '../lib/now.ts';
import { paths, samePath } from '../lib/paths.ts';
import { useStore } from '../lib/store.ts';
import { promptsDone } from '../shell/prompts.ts';
import { usePageOverlay } from '../ui/use-overlay.ts';
import { asksForContact, isDue, type Known, mayAuthorize, nextPrompt, type Prompt } from './prompt-rules.ts';

/** Data of an answer, `instead` where it never came, undefined while it is awaited. */
function settledOr<T>(query: { data: T | undefined; isError: boolean }, instead: T): T | undefined {
  return query.data ?? (query.isError ? instead : query.data);
}

/** Whether the user was sent to add a store: nothing else is said until they leave that page. */
function useAway(path: string | undefined) {
  const [away, setAway] = useState<'leaving' | 'there'>();
  const onStores = path !== undefined && samePath(path, paths.stores);
  if (away === 'leaving' && onStores) setAway('there');
  if (away === 'there' && path !== undefined && !onStores) setAway(undefined);
  return { away: away !== undefined, leave: () => setAway('leaving') };
}

/**
 * Whether the page of this path has come and nothing is open over it. A page opens what its address names when its code
 * has come, so that both are looked at once the page, or what stands in its place, is drawn.
 */
function useCalm(path: string | undefined): boolean {
  const overlay = usePageOverlay();
  const busy = useStore(awaitedParts) > 0 || overlay;
  const [calmAt, setCalmAt] = useState<string>();
  useEffect(() => {
    if (busy) return undefined;
    const timer = setTimeout(() => setCalmAt(path));
    return () => clearTimeout(timer);
  }, [busy, path]);
  return !busy && path !== undefined && calmAt === path;
}

/**
 * The step to show now: it waits until it is `ready` and the page calm. Then it stays, whatever the page behind it loads,
 * but for a dialog that the page opens late.
 */
function useInTurn<S extends string>(step: S | 'wait' | 'done', path: string | undefined, ready: boolean) {
  const calm = useCalm(path);
  const overlay = usePageOverlay();
  const [shown, setShown] = useState<S | 'wait' | 'done'>();
  const inTurn = step === 'done' || calm || (step === shown && !overlay);
  const next = ready && inTurn ? step : 'wait';
  if (next !== shown) setShown(next);
  return next;
}

/** Whether to ask for a contact: because somebody wants to leave one, or because the spec says so. */
function useAsks(profile: Profile, path: string | undefined, closed: ReadonlySet<Prompt>, now: number): Known['asks'] {
  useEffect(() => () => bindWanted.set(false), []);
  const due = asksForContact(profile, path ?? '', isBindSnoozed(now));
  if (useStore(bindWanted)) return 'bind';
  return due === undefined || closed.has(due) ? undefined : due;
}

/** The stores to authorize again; empty for who cannot do it and after a failure. */
function useDomains(profile: Profile, enabled: boolean) {
  const may = mayAuthorize(profile);
  const query = useApiQuery(api.stores.reauthorizeStores, enabled && may ? {} : null, { still: true });
  return { domains: may ? settledOr(query, []) : [], refresh: () => void query.refetch() };
}

/** The notice to show, `null` for none: asked when nothing else had to be said; withdrawn or read elsewhere, it goes. */
function useNotice(enabled: boolean, now: number) {
  const query = useApiQuery(api.notifications.global, enabled ? {} : null);
  const popup = settledOr(query, null);
  return popup && !isDue(popup, now) ? null : popup;
}

/**
 * Which dialog greets the user now. The sequence runs once per visit; only the bind prompt is looked at again with
 * every page (spec §4). `path` is that of the page in the shell; without one all wait.
 */
export function usePrompts(profile: Profile, path: string | undefined) {
  const [closed, setClosed] = useState<ReadonlySet<Prompt>>(new Set());
  const [thanking, setThanking] = useState(false);
  const [prompted, setPrompted] = useState(false);
  const { away, leave } = useAway(path);
  const paused = path === undefined || away;
  const now = useNow().getTime();
  const asks = useAsks(profile, path, closed, now);
  const free = !paused && asks === undefined && !thanking && !prompted;
  const { domains, refresh } = useDomains(profile, free);
  const stores = prompted ? 0 : domains?.length;
  const popup = useNotice(free && stores === 0, now);
  const due = prompted ? false : popup === undefined ? undefined : popup !== null;
  const step = paused ? 'wait' : nextPrompt({ asks, thanking, stores, notice: due, closed });
  const speaks = step === 'reauthorize' || step === 'notice';
  const site = settledOr(useSiteTexts(speaks), null);
  const next = useInTurn<Prompt>(step, path, !speaks || site !== undefined);
  if (next === 'done' && !prompted) setPrompted(true);

  useEffect(() => {
    promptsDone.set(next === 'done');
    return () => promptsDone.set(false);
  }, [next]);
  const close = (prompt: Prompt) => {
    if (prompt === 'bind') bindWanted.set(false);
    setClosed((before) => new Set([...before, prompt]));
  };
  return { next, domains: domains ?? [], popup, site: site ?? null, refresh, close, setThanking, leave };
}
