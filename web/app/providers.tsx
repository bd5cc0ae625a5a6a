import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { themeColor } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { UiTextsProvider } from '../ui/texts.tsx';
import { UiProvider } from '../ui/ui-provider.tsx';

/** Theme and the controls' own words. */
export function Providers({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const texts = t('ui', { returnObjects: true });
  return (
    <UiProvider accent={themeColor}>
      <UiTextsProvider texts={{ ...texts, copied: messages.copied }}>{children}</UiTextsProvider>
    </UiProvider>
  );
}
