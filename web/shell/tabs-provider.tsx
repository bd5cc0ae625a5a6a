import type { ReactNode } from 'react';
import type { ShellValue } from './shell-context.tsx';
import { TabsContext, useTabs } from './use-tabs.ts';

/** Keeps the open tabs and hands them to the parts of the shell. */
export function TabsProvider({ value, children }: { value: ShellValue; children: ReactNode }) {
  return <TabsContext value={useTabs(value)}>{children}</TabsContext>;
}
