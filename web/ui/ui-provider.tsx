import './base-styles.ts';
import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { cssVariables, makeTheme } from './theme.ts';

/** Where the colour scheme comes from; it is changed there and not here. */
export type SchemeSource = { get: () => MantineColorScheme; subscribe: (listener: () => void) => () => void };

function managerOf(source: SchemeSource): MantineColorSchemeManager {
  let stop = () => {};
  return {
    get: source.get,
    set() {},
    clear() {},
    subscribe(follow) {
      stop = source.subscribe(() => follow(source.get()));
    },
    unsubscribe: () => stop(),
  };
}

type UiProviderProps = { accent: string; schemes: SchemeSource; children: ReactNode };

/** Theme and styles of the component library around everything that uses it. `accent` is a `#rrggbb` colour. */
export function UiProvider({ accent, schemes, children }: UiProviderProps) {
  const theme = useMemo(() => makeTheme(accent), [accent]);
  const manager = useMemo(() => managerOf(schemes), [schemes]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
