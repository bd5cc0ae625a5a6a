import './app-styles.ts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

/** Prints what stands on top; browsers save it as a PDF. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button variant="default" px={8} aria-label={label} title={label} onClick={() => window.print()}>
      <IconPrinter size={16} stroke={1.75} aria-hidden />
    </Button>
  );
}
