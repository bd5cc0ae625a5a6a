import type { ReactNode } from 'react';
import { LeaveGuard } from './leave-guard.tsx';
import type { ShellValue } from './shell-context.tsx';
import { TabsContext, useTabs } from './use-tabs.ts';

/** Keeps the open tabs, hands them to the parts of the shell, and holds who would leave typed text behind. */
export function TabsProvider({ value, children }: { value: ShellValue; children: ReactNode }) {
  const tabs = useTabs(value);
  return (
    <TabsContext value={tabs}>
      <LeaveGuard loses={tabs.loses} ask={tabs.mayLeavePage} location={value.location}>
        {children}
      </LeaveGuard>
    </TabsContext>
  );
}
