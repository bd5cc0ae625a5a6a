import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { clientChoice } from '../api/client-choice.ts';
import { useSession } from '../components/session.tsx';
import { sleepTabs } from '../shell/tabs.ts';
import { onAgeData } from './aged-data.ts';
import { useLiveData } from './live-data.ts';
import { makeQueryClient } from './query-client.ts';
import { onSessionCleared, reloadProfile, sessionStore } from './session-store.ts';
import { useTranslation } from 'react-i18next';
import { specText } from '#web/lib/spec-text.ts';
import { useStore } from '../lib/store.ts';
import { settings } from '../shell/settings-store.ts';
import { UiTextsProvider } from '../ui/texts.tsx';
import { UiProvider } from '../ui/ui-provider.tsx';

const schemes = { get: () => settings.get().colorScheme, subscribe: settings.subscribe };

/** Theme and the controls' own words. */
function Providers({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { theme } = useStore(settings);
  const texts = t('ui', { returnObjects: true });
  return (
    <UiProvider accent={theme} schemes={schemes}>
      <UiTextsProvider texts={{ ...texts, copied: specText('copied') }}>{children}</UiTextsProvider>
    </UiProvider>
  );
}

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
