import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../api/call.ts';
import { api } from '../api/client.ts';
import { configureTransport } from '../api/transport.ts';
import type { SessionActions } from '../components/session.tsx';
import { loadTexts } from '../i18n/index.ts';
import { loginTarget } from '../lib/login-redirect.ts';
import { paths, samePath } from '../lib/paths.ts';
import { findChain } from '../shell/page-table.ts';
import { LazyShell, LazyWorkbench } from './frames.tsx';
import { saveNow } from '../shell/settings-sync.ts';
import { fromLogin } from './guard.ts';
import { fetchAhead } from '../components/lazy-part.tsx';
import { pages } from './pages.tsx';
import {
  beginSession,
  clearSession,
  handleSessionEnd,
  onSessionChanged,
  reloadProfile,
  sessionStore,
} from './session-store.ts';
import { readToken } from '../api/token.ts';

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('session');
  } catch {
    return undefined; // an old or walled-in browser: coming back to the tab still notices
  }
}

/**
 * Whether the person on the screen still is the one of the cookie, which all browser tabs share. If another tab
 * logged out, or logged somebody else in, everything of the former user leaves this tab at once.
 */
function followCookie(): boolean {
  const session = sessionStore.get();
  if (session.phase !== 'ready') return true;
  const token = readToken();
  if (token === session.token) return true;
  clearSession({ keepToken: token !== undefined, quiet: true });
  return false;
}

/** Tells other browser tabs of log-ins and log-outs here, and follows theirs; until the returned function is called. */
function joinOtherTabs(): () => void {
  const channel = openChannel();
  const follow = () => void followCookie();
  // a channel has no target origin: it never leaves this one
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- see the line before
  const stop = onSessionChanged(() => channel?.postMessage('changed'));
  channel?.addEventListener('message', follow);
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('focus', follow);
  return () => {
    stop();
    channel?.close();
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('focus', follow);
  };
}

configureTransport({ onSessionEnd: handleSessionEnd, holds: followCookie });

/** The shell and the first page, fetched while the password is typed. */
function prepare(): void {
  fetchAhead(LazyWorkbench);
  fetchAhead(LazyShell);
  fetchAhead(findChain(pages, paths.dashboard).at(-1)?.page);
  void loadTexts('dashboard', 'orders');
}

/** What pages can do to the session; the same object for good, so that a navigation draws no page again. */
export function useSessionActions(): SessionActions {
  const navigate = useNavigate();
  const latest = useRef(navigate); // the router's own changes with each address
  useEffect(() => {
    latest.current = navigate;
  });
  useEffect(joinOtherTabs, []);
  return useMemo(
    () => ({
      prepare,
      enter(token) {
        beginSession(token);
        const target = loginTarget(window.location.search) ?? paths.root;
        // the root leads staff to their own first page
        const to = samePath(target, paths.dashboard) ? paths.root : target;
        void latest.current(to, { replace: true, state: fromLogin });
      },
      leave() {
        saveNow();
        void call(api.session.logout()); // the token goes from here in any case (spec §4)
        clearSession();
      },
      reload: reloadProfile,
    }),
    [],
  );
}
