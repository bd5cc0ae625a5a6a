import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useState } from 'react';
import classes from './copy-button.module.css';
import { fill, useUiTexts } from './texts.tsx';
import { showToast } from './toast.tsx';

const toastMs = 2_000; // spec §9
const errorToastMs = 3_000;

async function putOnClipboard(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false; // refused, or there is no clipboard because the page came over plain http
  }
}

/** Copies `value` and says so. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const texts = useUiTexts();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), toastMs);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    const copied = await putOnClipboard(value);
    if (copied && !done) showToast('success', texts.copied, toastMs);
    if (!copied) showToast('error', texts.copyFailed, errorToastMs);
    setDone(copied);
  };
  const handleClick = (event: MouseEvent) => {
    event.stopPropagation(); // a row behind it opens on click
    void copy();
  };
  const Icon = done ? IconCheck : IconCopy;
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
    <span className={classes.copyable} data-copyable>
      <span className={classes.value} title={value}>
        {children ?? value}
      </span>
      <CopyButton value={value} />
    </span>
  );
}
