import '@fontsource-variable/inter/wght.css';
import './base-styles.ts';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { cssVariables, makeTheme } from './theme.ts';
import { ToastHost } from './toast.tsx';

const schemes = localStorageColorSchemeManager({ key: 'color_scheme' });

/** Theme, styles and toasts around the whole app. `accent` is a `#rrggbb` colour. */
export function UiProvider({ accent, children }: { accent: string; children: ReactNode }) {
  const theme = useMemo(() => makeTheme(accent), [accent]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      {children}
      <ToastHost />
    </MantineProvider>
  );
}
