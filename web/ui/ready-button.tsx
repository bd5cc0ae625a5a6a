import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, useId } from 'react';
import classes from './ready-button.module.css';
import { useUiTexts } from './texts.tsx';

/** Data that is still on its way, or did not come: an answer of `useApiQuery`. */
export type Needed = { isLoading: boolean; isPlaceholderData?: boolean; error?: unknown };

export type Readiness = {
  /** What has to be filled in or done first, in a sentence: it stands above the button, which is disabled. */
  missing?: string | undefined;
  /** What the reader has to see before: the button is busy until it is there. */
  needs?: Needed | undefined;
};

type ReadyButtonProps = Readiness &
  Omit<ButtonProps, 'disabled' | 'variant'> &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & { variant?: 'filled' | 'default' };

/** A button that cannot be pressed yet says why. */
export function ReadyButton({ missing, needs, loading = false, ...button }: ReadyButtonProps) {
  const texts = useUiTexts();
  const hint = useId();
  const waits = needs !== undefined && !needs.error && (needs.isLoading || needs.isPlaceholderData === true);
  const why = waits ? undefined : needs?.error ? texts.notLoaded : missing;
  return (
    <>
      {why !== undefined && (
        <p id={hint} className={classes.missing}>
          {why}
        </p>
      )}
      <Button
        {...button}
        loading={loading || waits}
        disabled={why !== undefined}
        aria-describedby={why === undefined ? undefined : hint}
      />
    </>
  );
}
