import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '#contract/spec-texts.ts';
import { useStore } from '../lib/store.ts';
import { settings } from '../shell/settings-store.ts';
import { UiTextsProvider } from '../ui/texts.tsx';
import { UiProvider } from '../ui/ui-provider.tsx';

const schemes = { get: () => settings.get().colorScheme, subscribe: settings.subscribe };

/** Theme and the controls' own words. */
export function Providers({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { theme } = useStore(settings);
  const texts = t('ui', { returnObjects: true });
  return (
    <UiProvider accent={theme} schemes={schemes}>
      <UiTextsProvider texts={{ ...texts, copied: messages.copied }}>{children}</UiTextsProvider>
    </UiProvider>
  );
}
