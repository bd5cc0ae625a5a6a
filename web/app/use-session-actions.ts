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
import { followCookie, joinOtherTabs } from './other-tabs.ts';
import { pages } from './pages.tsx';
import { beginSession, clearSession, handleSessionEnd, reloadProfile } from './session-store.ts';

configureTransport({ onSessionEnd: handleSessionEnd, holds: followCookie });

/** The shell and the first page, fetched while the password is typed. */
function prepare(): void {
  fetchAhead(LazyWorkbench);
  fetchAhead(LazyShell);
  fetchAhead(findChain(pages, paths.dashboard).at(-1)?.page);
  void loadTexts('dashboard', 'orders');
}

/** What pages can do to the session; the same object for good, so that a navigation draws no page anew. */
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
