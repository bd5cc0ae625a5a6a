import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { clientChoice } from '../api/client-choice.ts';
import { useSession } from '../components/session.tsx';
import { sleepTabs } from '../shell/tabs.ts';
import { onAgeData } from './aged-data.ts';
import { useLiveData } from './live-data.ts';
import { Providers } from './providers.tsx';
import { makeQueryClient } from './query-client.ts';
import { onSessionCleared, reloadProfile, sessionStore } from './session-store.ts';

const client = makeQueryClient();
onSessionCleared(() => client.clear());
onAgeData((which) => void client.invalidateQueries({ type: which, refetchType: 'none' }));

/** A member of staff looks at another client: everything on the screen is somebody else's now. */
function useClientChange(): void {
  useEffect(
    () =>
      clientChoice.subscribe(() => {
        if (sessionStore.get().phase !== 'ready') return;
        sleepTabs();
        client.clear();
        void reloadProfile();
      }),
    [],
  );
}

/** Component library and data of the server, around the shell and the public pages that need them; not the log-in. */
export function Workbench({ children }: { children: ReactNode }) {
  const { profile } = useSession();
  useClientChange();
  useLiveData(client, profile?.username);
  return (
    <Providers>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Providers>
  );
}
