import type { ReactNode } from 'react';
import classes from './lost-frame.module.css';

/** The middle of an empty screen. */
export function LostFrame({ children }: { children: ReactNode }) {
  return <main className={classes.frame}>{children}</main>;
}
