import { Tooltip, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

/** A value with what is behind it on hover, on focus and by a tap. */
export function Hint({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Tooltip label={label} events={tooltipEvents} multiline maw={320}>
      {/* the ring stays whole in a cell that cuts what is too long */}
      <UnstyledButton fz="inherit" lh="inherit" fw="inherit" style={{ outlineOffset: -2 }}>
        {children}
      </UnstyledButton>
    </Tooltip>
  );
}

const tooltipEvents = { hover: true, focus: true, touch: true };
