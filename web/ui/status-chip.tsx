import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconClock } from '@tabler/icons-react';
import classes from './status-chip.module.css';

/**
 * What a state means, the same everywhere: grey = nothing to do, blue = in progress by us,
 * amber = wants the merchant, green = done, red = lost or refused.
 */
export type StatusTone = 'grey' | 'blue' | 'amber' | 'green' | 'red';

const icons = {
  grey: IconCircleDashed,
  blue: IconClock,
  amber: IconAlertTriangle,
  green: IconCircleCheck,
  red: IconCircleX,
} as const;

/** A state as a word with its colour and icon, so that colour is never the only sign. */
export function StatusChip({ tone, label, title }: { tone: StatusTone; label: string; title?: string }) {
  const Icon = icons[tone];
  return (
    <span className={classes.chip} data-tone={tone} title={title}>
      <Icon size={13} stroke={2} aria-hidden />
      {label}
    </span>
  );
}
