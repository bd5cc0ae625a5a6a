import './app-styles.ts';
import { IconPrinter } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './sheet.module.css';

export type SheetPageProps = {
  /** Says what is shown, and stands first on the page for readers of the screen. */
  label: string;
  /** Absent while there is nothing to print. */
  printLabel?: string | undefined;
  /** The way back, and notes that are not printed. */
  bar: ReactNode;
  children: ReactNode;
};

/** A page of A4 sheets without the shell; its bar stays out of the print. */
export function SheetPage({ label, printLabel, bar, children }: SheetPageProps) {
  return (
    <main className={classes.page} aria-label={label}>
      <div className={classes.bar}>
        {bar}
        {printLabel !== undefined && (
          <Button
            ml="auto"
            leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden />}
            onClick={() => window.print()}
          >
            {printLabel}
          </Button>
        )}
      </div>
      {children}
    </main>
  );
}

/** One sheet: begins on a paper of its own. White in both themes, as paper is. */
export function Sheet({ children }: { children: ReactNode }) {
  return <article className={classes.sheet}>{children}</article>;
}
