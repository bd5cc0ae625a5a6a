import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { toast, setToastSink } from './api/toasts.ts';
import { configureTransport } from './api/transport.ts';
import { App } from './app/app.tsx';
import { Providers } from './app/providers.tsx';
import { makeQueryClient } from './app/query-client.ts';
import { clearSession, onSessionCleared, sessionStore } from './app/session-store.ts';
import { startTexts } from './i18n/index.ts';
import { paths } from './lib/paths.ts';
import { showToast } from './ui/toast.tsx';

const client = makeQueryClient();
const router = createBrowserRouter([{ path: '*', element: <App client={client} /> }]);

/** A 401 ends the session: token cleared, the server's text shown, then the log-in (spec §8). */
async function handleSessionEnd(message: string): Promise<void> {
  if (sessionStore.get().phase === 'loading') return; // the guard says it, and keeps the way back
  if (message !== '') toast.error(message);
  await router.navigate(paths.login);
  clearSession();
}

setToastSink(showToast);
configureTransport({ onSessionEnd: (message) => void handleSessionEnd(message) });
onSessionCleared(() => client.clear());

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
await startTexts();
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
