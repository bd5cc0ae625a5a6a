import { specText } from '#web/lib/spec-text.ts';
import { emptyAnswerCache } from '../api/answer-cache.ts';
import { ApiError, isPassing } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { api } from '../api/client.ts';
import { chooseClient } from '../api/client-choice.ts';
import { dropToken, readToken, saveToken } from '../api/token.ts';
import { toast } from '../api/toasts.ts';
import type { Profile } from '../components/session.tsx';
import { local } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';
import { keepUserInfo, userInfoKey } from '../lib/user-info.ts';
import { forePermissionKey } from '../shell/fore-permission.ts';
import { findTabPage } from '../shell/page-table.ts';
import { dropPartners, keepPartners } from '../shell/partner-list.ts';
import { dropSettings } from '../shell/settings-store.ts';
import { takeSettings } from '../shell/settings-sync.ts';
import { dropTabs, openTabs } from '../shell/tabs.ts';
import { pages } from './pages.tsx';
import { type Session, sessionOf } from './session-of.ts';

/** Local keys that belong to one user and go with the session (P17). */
const ownKeys = [forePermissionKey, userInfoKey];
const patienceMs = 10_000; // P21
const pauseMs = 500;

export type SessionState =
  /** `forced`: the server ended it; then the log-in keeps no way back (spec §8). */
  { phase: 'none'; forced?: true } | { phase: 'loading' } | ({ phase: 'ready' } & Session);

/** The session as the guard sees it. */
export const sessionStore = createStore<SessionState>({ phase: 'none' });

const endings = new Set<() => void>();

/** Something else to clear when a session ends, such as the query cache. */
export function onSessionCleared(clear: () => void): () => void {
  endings.add(clear);
  return () => endings.delete(clear);
}

const followers = new Set<() => void>();

/** Called after each log-in and log-out here, once the cookie has changed. */
export function onSessionChanged(follow: () => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

function changed(): void {
  for (const follow of followers) follow();
}

type Ending = {
  /** The cookie holds another session by now, made in another browser tab. */
  keepToken?: boolean;
  /** Another browser tab did it and needs no word from here. */
  quiet?: boolean;
  forced?: boolean;
};

/** Clears token, roles, tabs, caches and whatever else belongs to a user (spec §4). */
export function clearSession({ keepToken = false, quiet = false, forced = false }: Ending = {}): void {
  if (!keepToken) {
    dropToken();
    dropSettings();
    for (const key of ownKeys) local.drop(key);
    dropPartners();
  } // else all browser tabs share these, and the other one has seen to them
  emptyAnswerCache();
  dropTabs();
  chooseClient(undefined);
  sessionStore.set(forced ? { phase: 'none', forced } : { phase: 'none' });
  for (const clear of endings) clear();
  if (!quiet) changed();
}

/** Begins the session of a fresh token; whatever was of a former user goes. */
export function beginSession(token: string): void {
  clearSession({ quiet: true });
  saveToken(token);
  changed();
}

async function fetchProfile(): Promise<Profile> {
  const started = Date.now();
  for (;;) {
    try {
      return await api.profile.get();
    } catch (error) {
      if (!isPassing(error) || Date.now() - started > patienceMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

function failureText(error: unknown): string {
  return error instanceof ApiError && error.message !== '' ? error.message : specText('hasError');
}

/** What belongs to a user and comes with the session: stored user info, tabs, partner items. */
function begin(profile: Profile, token: string): void {
  keepUserInfo(profile);
  openTabs(profile.username, (path) => findTabPage(pages, path, profile));
  void call(api.partners.links()).then((links) => {
    if (links !== false && readToken() === token) keepPartners(links); // without an answer the kept ones stay
  });
}

/** Loads the profile for the token at hand; on failure clears it, says why and answers false (spec §2). */
export async function loadSession(): Promise<boolean> {
  const token = readToken();
  if (token === undefined) return false;
  sessionStore.set({ phase: 'loading' });
  try {
    const profile = await fetchProfile();
    if (readToken() === token) await takeSettings(profile);
    const still = readToken() === token; // somebody else may have logged in meanwhile, in another browser tab
    if (still) begin(profile, token);
    sessionStore.set(still ? { phase: 'ready', ...sessionOf(token, profile) } : { phase: 'none' });
    return still;
  } catch (error) {
    clearSession();
    toast.error(failureText(error));
    return false;
  }
}

let reloads = 0;

/** Fetches the profile again without leaving the page; of several at once the newest counts. */
export async function reloadProfile(): Promise<void> {
  const before = sessionStore.get();
  if (before.phase !== 'ready') return;
  reloads += 1;
  const mine = reloads;
  const profile = await call(fetchProfile);
  const now = sessionStore.get();
  if (profile === false || mine !== reloads || now.phase !== 'ready' || now.token !== before.token) return;
  keepUserInfo(profile);
  sessionStore.set({ phase: 'ready', ...sessionOf(now.token, profile) });
}

/** A 401 ends the session: token cleared, the server's text shown, then the plain log-in (spec §8). */
export function handleSessionEnd(message: string): void {
  if (sessionStore.get().phase === 'loading') return; // the guard says it, and keeps the way back
  if (message !== '') toast.error(message);
  clearSession({ forced: true });
}
