import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import classes from './copy-button.module.css';
import { fill, useUiTexts } from './texts.tsx';
import { showToast } from './toast.tsx';

const toastMs = 2_000; // spec §9

/** Copies `value` and says so. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const texts = useUiTexts();
  const clipboard = useClipboard({ timeout: toastMs });
  const handleClick = (event: MouseEvent) => {
    event.stopPropagation(); // a row behind it opens on click
    clipboard.copy(value);
    if (!clipboard.copied) showToast('success', texts.copied, toastMs);
  };
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <ActionIcon
      size="xs"
      className={classes.button}
      aria-label={fill(texts.copy, { value: label ?? value })}
      onClick={handleClick}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

/** A number or code with tabular figures and a copy button that shows on hover and on focus. */
export function Copyable({ value, children }: { value: string; children?: React.ReactNode }) {
  return (
    <span className={classes.copyable}>
      <span className={classes.value}>{children ?? value}</span>
      <CopyButton value={value} />
    </span>
  );
}
