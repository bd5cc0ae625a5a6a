import { type ReactNode, useRef } from 'react';
import classes from './scroll-box.module.css';
import { useOverflow } from './use-overflow.ts';

type ScrollBoxProps = {
  /** Its name, for those whose keys scroll it. */
  label: string;
  /** Beside its own: how a list looks while it scrolls (`data-overflows`), and while more is hidden at its end (`data-more`) or below (`data-below`). */
  className?: string | undefined;
  /** Height in px, or as CSS has it, from which it scrolls down as well. */
  maxHeight?: number | string;
  children: ReactNode;
};

/** A place for what may be wider than the page: then it scrolls by itself, also by keys; else what is in it may stick. */
export function ScrollBox({ label, className = '', maxHeight, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const { overflows, after, below } = useOverflow(box);
  return (
    <div
      ref={box}
      className={`${classes.box} ${className}`}
      data-overflows={overflows}
      data-more={after}
      data-below={below}
      data-limited={maxHeight !== undefined}
      {...(overflows && { role: 'region', tabIndex: 0, 'aria-label': label })}
      {...(maxHeight !== undefined && { style: { maxHeight, overflowY: 'auto' } })}
    >
      {children}
    </div>
  );
}
