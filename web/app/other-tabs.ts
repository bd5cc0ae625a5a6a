import { readToken } from '../api/token.ts';
import { clearSession, onSessionChanged, sessionStore } from './session-store.ts';

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
export function followCookie(): boolean {
  const session = sessionStore.get();
  if (session.phase !== 'ready') return true;
  const token = readToken();
  if (token === session.token) return true;
  clearSession({ keepToken: token !== undefined, quiet: true });
  return false;
}

/** Tells other browser tabs of log-ins and log-outs here, and follows theirs; until the returned function is called. */
export function joinOtherTabs(): () => void {
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
