import { createStore } from '../lib/store.ts';

/** Whether the server can be reached, as far as the browser and the event stream know. */
export const connected = createStore(true);

/** Follows what the browser says of its network until the returned function is called. */
export function followNetwork(): () => void {
  const handle = () => connected.set(navigator.onLine);
  window.addEventListener('online', handle);
  window.addEventListener('offline', handle);
  handle();
  return () => {
    window.removeEventListener('online', handle);
    window.removeEventListener('offline', handle);
  };
}
