import type { ComponentProps } from 'react';
import classes from './plain.module.css';

export type PlainButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  type?: 'button' | 'submit';
  /** Not the main thing to do here. */
  quiet?: boolean;
  /** At work: shows a spinner and takes no more clicks. */
  busy?: boolean;
};

/** A button of the screens before the component library. */
export function PlainButton({ type = 'button', quiet = false, busy = false, onClick, ...rest }: PlainButtonProps) {
  return (
    <button
      {...rest}
      // both types are named above
      // oxlint-disable-next-line react/button-has-type -- see the line before
      type={type}
      className={classes.button}
      data-quiet={quiet}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** The look of such a button, for a link. */
export const plainButtonClass = classes.button ?? '';

/** A turning ring while nothing else can be shown yet. */
export function PlainSpinner() {
  return <div className={classes.spinner} aria-hidden="true" />;
}
