import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { themeColor } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { UiTextsProvider } from '../ui/texts.tsx';
import { UiProvider } from '../ui/ui-provider.tsx';

/** Theme, the controls' own words, and the asking of questions. */
export function Providers({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const texts = t('ui', { returnObjects: true });
  return (
    <UiProvider accent={themeColor}>
      <UiTextsProvider texts={{ ...texts, copied: messages.copied }}>
        <ConfirmProvider>{children}</ConfirmProvider>
      </UiTextsProvider>
    </UiProvider>
  );
}
