import { useEffect, useMemo } from 'react';
import { type Location, useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { readToken, saveToken } from '../api/token.ts';
import type { SessionActs } from '../components/session.tsx';
import { loginTarget } from '../lib/login-redirect.ts';
import { paths } from '../lib/paths.ts';
import { saveNow } from '../shell/settings-sync.ts';
import { fromLogin } from './guard.ts';
import { clearSession, reloadProfile, sessionStore } from './session-store.ts';

/** Notices that another browser tab logged out, or that somebody else logged in there. */
function useOtherTabs(): void {
  useEffect(() => {
    const check = () => {
      const session = sessionStore.get();
      if (document.hidden || session.phase !== 'ready') return;
      const token = readToken();
      if (token === session.token) return;
      clearSession();
      if (token !== undefined) saveToken(token); // the other tab's session goes on; here its profile is loaded anew
    };
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    return () => {
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
    };
  }, []);
}

/** What pages can do to the session. */
export function useSessionActs({ search }: Location): SessionActs {
  const navigate = useNavigate();
  useOtherTabs();
  return useMemo(
    () => ({
      enter(token) {
        clearSession();
        saveToken(token);
        void navigate(loginTarget(search) ?? paths.root, { replace: true, state: fromLogin });
      },
      leave() {
        saveNow();
        api.session.logout().catch(() => undefined); // the token goes from here in any case (spec §4)
        clearSession();
      },
      reload: reloadProfile,
    }),
    [navigate, search],
  );
}
