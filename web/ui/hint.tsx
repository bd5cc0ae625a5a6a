import { Tooltip, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './hint.module.css';

/** A value with what is behind it on hover, on focus and by a tap. */
export function Hint({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Tooltip label={label} events={tooltipEvents} multiline maw={320}>
      <UnstyledButton fz="inherit" lh="inherit" fw="inherit" className={classes.hint ?? ''}>
        {children}
      </UnstyledButton>
    </Tooltip>
  );
}

const tooltipEvents = { hover: true, focus: true, touch: true };
